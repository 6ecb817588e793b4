package dev.mortise.pipeline.spec;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The fields that a map of the spec may have. */
final class FieldNames {
  private final String noun;
  private final List<String> allowed;
  private final Map<String, String> notYet;

  private FieldNames(String noun, List<String> allowed, Map<String, String> notYet) {
    this.noun = noun;
    this.allowed = allowed;
    this.notYet = notYet;
  }

  static FieldNames of(String... allowed) {
    return new FieldNames("a field of the spec", List.of(allowed), Map.of());
  }

  /** The same with more fields behind them. */
  FieldNames and(Collection<String> more) {
    List<String> all = new ArrayList<>(allowed);
    all.addAll(more);
    return new FieldNames(noun, List.copyOf(all), notYet);
  }

  /** The same, called otherwise in messages. */
  FieldNames called(String newNoun) {
    return new FieldNames(newNoun, allowed, notYet);
  }

  /**
   * The same with a field that the spec format has and this version of Mortise does not.
   *
   * @param why the sentences to say so
   */
  FieldNames notYet(String name, String why) {
    return notYet(List.of(name), why);
  }

  /** The same with several such fields. */
  FieldNames notYet(Collection<String> names, String why) {
    Map<String, String> more = new HashMap<>(notYet);
    names.forEach(name -> more.put(name, why));
    return new FieldNames(noun, allowed, Map.copyOf(more));
  }

  /** All of them, for a message. */
  String list() {
    return Names.list(allowed);
  }

  /** The field that a misspelt one was meant to be; the name itself if none is near. */
  String nearest(String name) {
    String near = Names.nearest(name, allowed);
    return near == null ? name : near;
  }

  /** What is wrong with a field of this name; null if nothing is. */
  @Nullable String complaintAbout(String name) {
    if (allowed.contains(name)) {
      return null;
    }
    String why = notYet.get(name);
    if (why != null) {
      return why;
    }
    if (name.equals("<<")) {
      return "YAML merge keys are not supported. Write the fields out, or use an alias for a whole"
          + " value.";
    }
    return "is not "
        + noun
        + "."
        + Names.didYouMean(name, allowed)
        + " Allowed here: "
        + list()
        + ".";
  }
}
