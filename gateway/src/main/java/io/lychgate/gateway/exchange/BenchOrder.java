package io.lychgate.gateway.exchange;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The wish of a bench page for its next load.
 *
 * @param clears true if the browser must empty its cache of the site
 * @param protocol {@code h1}, {@code h2} or {@code h3}; null for any
 */
record BenchOrder(boolean clears, @Nullable String protocol) {
  private static final List<String> PROTOCOLS = List.of("h1", "h2", "h3");

  /** Returns the wish; null if the text is none. */
  static @Nullable BenchOrder of(String text) {
    String[] words = text.split(" ", -1);
    boolean isKnown = words.length == 2
        && (words[0].equals("keep") || words[0].equals("clear"))
        && (words[1].equals("any") || PROTOCOLS.contains(words[1]));
    return isKnown
        ? new BenchOrder(words[0].equals("clear"), words[1].equals("any") ? null : words[1])
        : null;
  }
}
