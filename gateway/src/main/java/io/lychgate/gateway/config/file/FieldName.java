package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.site.HeaderEditConfig;
import java.util.Locale;
import java.util.Set;

/** Reads the name of a header field that a policy sets. */
final class FieldName {
  /** Fields with a meaning of their own, which the name of a sender would destroy. */
  private static final Set<String> TAKEN =
      Set.of("authorization", "cookie", "set-cookie", "client-cert", "client-cert-chain");

  private FieldName() {}

  /** Returns the name in lower case; the other one if the key is absent. A name that the gateway cannot set adds a problem. */
  static String read(Section section, String key, String otherwise) {
    String name = section.text(key, otherwise);
    String problem = HeaderEditConfig.problemOf(name);
    if (!problem.isEmpty()) {
      section.problem(key, problem);
    } else if (TAKEN.contains(name.toLowerCase(Locale.ROOT))) {
      section.problem(key, name + " (expected: a field without a meaning of its own)");
    }
    return name.toLowerCase(Locale.ROOT);
  }
}
