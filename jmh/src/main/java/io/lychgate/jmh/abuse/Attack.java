package io.lychgate.jmh.abuse;

/**
 * Kind of attack, as listed by the attacker.
 *
 * @param protocol {@code h1}, {@code h2}, {@code h3}, {@code tls} or {@code tcp}
 */
record Attack(String name, String about, String protocol) {
  boolean needsHttp3() {
    return "h3".equals(protocol);
  }
}
