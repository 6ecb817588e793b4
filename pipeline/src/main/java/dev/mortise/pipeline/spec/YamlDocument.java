package dev.mortise.pipeline.spec;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.CollectionStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Node;

/** Turns YAML text into one tree of nodes that know their lines. */
final class YamlDocument {
  private static final int MAX_DEPTH = 50;
  private static final int MAX_ALIASES = 50;
  private static final int SHORTEST_SECRET = 3;
  private static final Pattern FIELD = Pattern.compile("([\\w.-]+)[\"']?\\s*:");

  private final String text;
  private final String fileName;
  private final LoadSettings settings;

  private YamlDocument(String text, String fileName) {
    this.text = text;
    this.fileName = fileName;
    this.settings =
        LoadSettings.builder()
            .setLabel(fileName)
            .setAllowNonScalarKeys(true) // We report them ourselves, with their line.
            .build();
  }

  /**
   * The root of the only document in the text.
   *
   * @throws SpecException if the text is not YAML, holds no or several documents, tags, or nests
   *     without end
   */
  static Node parse(String text, String fileName) throws SpecException {
    return new YamlDocument(text, fileName).root();
  }

  private Node root() throws SpecException {
    try {
      // The events first: building nodes recurses, and depth must be known to be small by then.
      inspect();
      return new Compose(settings)
          .composeString(text)
          .orElseThrow(() -> problem(0, "the file holds no spec. Begin it with inputs:."));
    } catch (MarkedYamlEngineException e) {
      Optional<Mark> mark = e.getProblemMark().or(e::getContextMark);
      int line = mark.map(YamlDocument::lineOf).orElse(0);
      throw problem(line, "this is not YAML: " + plain(e.getProblem()) + ". " + hint(e, line));
    } catch (ReaderException e) {
      throw problem(
          lineAt(e.getPosition()),
          String.format(
              "the character U+%04X is not allowed in YAML. Remove it.", e.getCodePoint()));
    } catch (YamlEngineException e) {
      throw problem(0, "this YAML can't be read: " + plain(String.valueOf(e.getMessage())) + ".");
    }
  }

  private void inspect() throws SpecException {
    int depth = 0;
    int documents = 0;
    int aliases = 0;
    for (Event event : new Parse(settings).parseString(text)) {
      int line = event.getStartMark().map(YamlDocument::lineOf).orElse(0);
      Optional<String> tag = Optional.empty();
      switch (event.getEventId()) {
        case DocumentStart -> {
          if (++documents > 1) {
            throw problem(
                line, "a spec is one YAML document, and here a second begins. Remove it.");
          }
        }
        case SequenceStart, MappingStart -> {
          tag = ((CollectionStartEvent) event).getTag();
          if (++depth > MAX_DEPTH) {
            throw problem(line, "a spec nests at most " + MAX_DEPTH + " levels. Flatten it.");
          }
        }
        case Alias -> {
          if (++aliases > MAX_ALIASES) {
            throw problem(
                line, "a spec uses at most " + MAX_ALIASES + " aliases. Write the values out.");
          }
        }
        case SequenceEnd, MappingEnd -> depth--;
        case Scalar -> tag = ((ScalarEvent) event).getTag();
        default -> {}
      }
      if (tag.isPresent()) {
        throw problem(line, "YAML tags have no meaning in a spec. Remove " + tag.get() + ".");
      }
    }
  }

  private String hint(MarkedYamlEngineException e, int line) {
    String said = String.valueOf(e.getMessage());
    String typed = textOf(line);
    if (typed.contains("${")) {
      return "Put a value that holds ${...} in quotes.";
    }
    if (said.contains("'\\t") || typed.stripTrailing().contains("\t")) {
      return "Indent with spaces: YAML takes no tabs.";
    }
    if (typed.contains("*")) {
      return "Put a value that begins with * in quotes.";
    }
    return "Check the indentation, the colons and the quotes around this line.";
  }

  /** Lines as editors count them; a carriage return before the line feed adds none. */
  private int lineAt(int codePoint) {
    int end =
        text.offsetByCodePoints(0, Math.min(codePoint, text.codePointCount(0, text.length())));
    return 1 + (int) text.substring(0, end).chars().filter(c -> c == '\n').count();
  }

  private static int lineOf(Mark mark) {
    return mark.getLine() + 1;
  }

  private static String plain(String message) {
    String line = message.replaceAll("\\. \\(Do not use.*", "").strip().replaceAll("\\s+", " ");
    return line.endsWith(".") ? line.substring(0, line.length() - 1) : line;
  }

  private SpecException problem(int line, String message) {
    return new SpecException(
        List.of(Problems.at(fileName, "", line) + ": " + discreet(line, message)));
  }

  /** The message without what stands in the value of a secret, which YAML may quote. */
  private String discreet(int line, String message) {
    String said = message;
    String before = textOf(line - 1).stripTrailing();
    String typed = (before.endsWith(":") ? before + " " : "") + textOf(line);
    Matcher field = FIELD.matcher(typed);
    while (field.find()) {
      if (Secrets.isSecretName(field.group(1))) {
        for (String word : typed.substring(field.end()).split("[^\\w]+", -1)) {
          said = word.length() < SHORTEST_SECRET ? said : said.replace(word, Secrets.MASK);
        }
      }
    }
    return said;
  }

  private String textOf(int line) {
    return line > 0 ? text.lines().skip(line - 1L).findFirst().orElse("") : "";
  }
}
