package dev.mortise.pipeline.spec;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What must never be printed, and the one place that takes it out of what is.
 *
 * <p>A process learns its secrets where it reads them, from a spec or from the source or sink that
 * a runner has sent it, and masks them in all that it says from then on. What looks like a secret
 * is masked even if nobody has told of it.
 */
public final class Secrets {
  /** What stands in a secret's place. */
  public static final String MASK = "***";

  /** What there is to say of a secret that stands in a spec. */
  static final String WRITTEN =
      "holds a secret for all to read who can read the spec. Write ${NAME} in its place, and set"
          + " the environment variable.";

  // Less would mask half of every sentence, and protects nothing.
  private static final int SHORTEST = 4;
  private static final int SHORTEST_SUSPECT = 8;
  private static final int MOST = 10_000;

  private static final String NAME =
      "[\\w.-]*(?:passw(?:or)?d|passphrase|secret|token|credential|api[._-]?key|access[._-]?key"
          + "|private[._-]?key|jaas|user[._-]?info)[\\w.-]*";

  private static final Pattern SECRET_NAME = Pattern.compile(NAME, Pattern.CASE_INSENSITIVE);
  private static final Pattern KEY_MATERIAL =
      Pattern.compile("(?:.*[._-])?key", Pattern.CASE_INSENSITIVE);
  private static final Pattern HARMLESS_NAME =
      Pattern.compile(
          ".*[._-](?:url|location|class|classes|name|type|source|provider|ms|seconds)",
          Pattern.CASE_INSENSITIVE);

  /** A name that looks secret with its value, as in JAAS, properties, JSON and YAML. */
  private static final Pattern ASSIGNED =
      Pattern.compile(
          "\\b(" + NAME + ")([\"']?\\s*(?:=\\s*|:\\s*(?=[\"'])))(\"[^\"]*\"|'[^']*'|[^\\s,;&\"']+)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern USER_IN_URL = Pattern.compile("(?<=//)[^/\\s@\"']+(?=@)");

  // What properties are commonly set to by environment variables, and is no secret.
  private static final Pattern COMMONPLACE =
      Pattern.compile(
          "(?:SASL_)?(?:PLAINTEXT|SSL)|SCRAM-SHA-\\d+|OAUTHBEARER|[\\d.:]+|true|false|localhost:\\d+",
          Pattern.CASE_INSENSITIVE);

  /** Concurrent, since readers of many splits learn them at once. */
  private static final Set<String> KNOWN = ConcurrentHashMap.newKeySet();

  private Secrets() {}

  /** Whether a property of this name holds a secret, as far as its name tells. */
  public static boolean isSecretName(String property) {
    return (SECRET_NAME.matcher(property).matches() || KEY_MATERIAL.matcher(property).matches())
        && !HARMLESS_NAME.matcher(property).matches();
  }

  /** Learns the secrets among a client's properties. */
  public static void learn(Map<String, String> properties) {
    properties.forEach(Secrets::learn);
  }

  /** Learns a property's value if its name looks secret, and the secrets that stand in it. */
  static void learn(String property, String value) {
    if (isSecretName(property)) {
      know(value);
      if (property.contains("user.info") && value.contains(":")) {
        know(value.substring(value.indexOf(':') + 1));
      }
    }
    Matcher assigned = ASSIGNED.matcher(value);
    while (assigned.find()) {
      know(unquoted(assigned.group(3)));
    }
    learnFromUrl(value);
  }

  /** Learns the user and password of a URL, if it has them. */
  static void learnFromUrl(String url) {
    Matcher user = USER_IN_URL.matcher(url);
    while (user.find()) {
      know(user.group());
      know(user.group().substring(user.group().indexOf(':') + 1));
    }
  }

  /** Masks a value in this process from now on, unless it is too short to be a secret. */
  public static void know(String value) {
    String secret = value.strip();
    if (secret.length() >= SHORTEST && KNOWN.size() < MOST) {
      KNOWN.add(secret);
      // How JSON, and a JAAS text, writes it.
      KNOWN.add(secret.replace("\\", "\\\\").replace("\"", "\\\""));
    }
  }

  /** The same for a value that need not be one: an environment variable's, in any property. */
  static void suspect(String value) {
    if (value.strip().length() >= SHORTEST_SUSPECT && !COMMONPLACE.matcher(value).matches()) {
      know(value);
    }
  }

  /** Whether a secret stands in a property as the spec has it, not in the environment. */
  static boolean isWritten(String property, String typed) {
    Matcher assigned = ASSIGNED.matcher(typed);
    while (assigned.find()) {
      if (isSecretName(assigned.group(1)) && isLiteral(unquoted(assigned.group(3)))) {
        return true;
      }
    }
    Matcher user = USER_IN_URL.matcher(typed);
    if (user.find() && isLiteral(user.group())) {
      return true;
    }
    // A login's text may well hold none.
    return isSecretName(property) && !property.contains("jaas") && isLiteral(typed);
  }

  private static boolean isLiteral(String typed) {
    return !typed.replace("$${", "").contains("${") || typed.contains(":-");
  }

  private static String unquoted(String text) {
    boolean quoted = text.length() >= 2 && (text.charAt(0) == '"' || text.charAt(0) == '\'');
    return quoted ? text.substring(1, text.length() - 1) : text;
  }

  /** A text as it may be printed. */
  public static String mask(String text) {
    String masked = text;
    // The longest first: one secret may be part of another.
    List<String> known =
        KNOWN.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
    for (String secret : known) {
      masked = masked.replace(secret, MASK);
    }
    if (masked.indexOf('=') >= 0 || masked.indexOf(':') >= 0) {
      masked = ASSIGNED.matcher(masked).replaceAll(Secrets::masked);
    }
    return maskUrls(masked);
  }

  private static String masked(MatchResult assigned) {
    String name = assigned.group(1);
    String shown = isSecretName(name) ? MASK : assigned.group(3);
    return Matcher.quoteReplacement(name + assigned.group(2) + shown);
  }

  /** A text without the user and password of its URLs. */
  static String maskUrls(String text) {
    return text.contains("//") ? USER_IN_URL.matcher(text).replaceAll(MASK) : text;
  }
}
