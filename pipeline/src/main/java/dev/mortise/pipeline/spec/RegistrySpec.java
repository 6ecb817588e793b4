package dev.mortise.pipeline.spec;

import java.io.Serializable;
import java.util.Map;

/**
 * A schema registry that speaks Confluent's REST interface.
 *
 * @param url its address; may hold a user and a password, which are never printed
 * @param properties how to log in, by Confluent's names. Their values are never printed
 */
public record RegistrySpec(String url, Map<String, String> properties) implements Serializable {
  /** {@code user:password} for HTTP's basic authentication. */
  public static final String USER_INFO = "basic.auth.user.info";

  /** A token for HTTP's bearer authentication. */
  public static final String TOKEN = "bearer.auth.token";

  /** Every process that gets to know a registry, a worker too, knows what not to print. */
  public RegistrySpec {
    Secrets.learn(properties);
    Secrets.learnFromUrl(url);
  }

  /** Says the names of the properties, and none of their values. */
  @Override
  public String toString() {
    return "RegistrySpec[" + Secrets.maskUrls(url) + ", properties " + properties.keySet() + "]";
  }
}
