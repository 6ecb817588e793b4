package dev.mortise.pipeline.spec;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;

/**
 * What must never be printed, and the one place that takes it out of what is.
 *
 * <p>A process learns its secrets where it reads them, from a spec or from the source that a runner
 * has sent it, and masks them in all that it says from then on. What looks like a secret is masked
 * even if nobody has told of it.
 */
public final class Secrets {
  /** What stands in a secret's place. */
  public static final String MASK = "***";

  // Less would mask half of every sentence, and protects nothing.
  private static final int SHORTEST = 4;
  private static final int MOST = 10_000;

  private static final String NAME =
      "[\\w.-]*(?:passw(?:or)?d|passphrase|secret|token|credential|api[._-]?key|access[._-]?key"
          + "|private[._-]?key|jaas|user[._-]?info)[\\w.-]*";

  private static final Pattern SECRET_NAME = Pattern.compile(NAME, Pattern.CASE_INSENSITIVE);
  private static final Pattern KEY_MATERIAL =
      Pattern.compile("(?:.*[._-])?key(?:store[._-]key)?", Pattern.CASE_INSENSITIVE);

  /** A name that looks secret with its value, as in JAAS, properties, JSON and YAML. */
  private static final Pattern ASSIGNED =
      Pattern.compile(
          "(\\b" + NAME + "[\"']?\\s*[=:]\\s*)(\"[^\"]*\"|'[^']*'|[^\\s,;&\"'{}\\[\\]]+)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern USER_IN_URL = Pattern.compile("(?<=//)[^/\\s@\"']+(?=@)");

  /** By value; concurrent, since readers of many splits learn them at once. */
  private static final Set<String> KNOWN = ConcurrentHashMap.newKeySet();

  private Secrets() {}

  /** Whether a property of this name holds a secret, as far as its name tells. */
  public static boolean isSecretName(String property) {
    return SECRET_NAME.matcher(property).matches() || KEY_MATERIAL.matcher(property).matches();
  }

  /** Masks a value in this process from now on, unless it is too short to be a secret. */
  public static void know(String value) {
    if (value.strip().length() >= SHORTEST && KNOWN.size() < MOST) {
      KNOWN.add(value.strip());
    }
  }

  /** A text that may be printed. */
  public static String mask(String text) {
    String masked = text;
    // The longest first: one secret may be part of another.
    List<String> known =
        KNOWN.stream().sorted(Comparator.comparingInt(String::length).reversed()).toList();
    for (String secret : known) {
      masked = masked.replace(secret, MASK);
    }
    return maskUrls(masked);
  }

  /** A text of our own making or another's, with all that looks like a secret masked too. */
  public static String maskStrictly(String text) {
    return ASSIGNED.matcher(mask(text)).replaceAll("$1" + MASK.replace("$", "\\$"));
  }

  /** A text without the user and password of its URLs. */
  static String maskUrls(String text) {
    return text.contains("//") ? USER_IN_URL.matcher(text).replaceAll(MASK) : text;
  }
}
