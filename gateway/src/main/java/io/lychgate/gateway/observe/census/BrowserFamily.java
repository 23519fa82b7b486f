package io.lychgate.gateway.observe.census;

import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * The family of a browser by its engine, which decides how many connections it opens. All browsers of iOS have Safari's engine. A
 * client that calls itself a bot is {@link #OTHER}, also if it has the engine of a browser.
 */
public enum BrowserFamily {
  CHROMIUM("chromium", Measure.VIEWS_CHROMIUM),
  FIREFOX("firefox", Measure.VIEWS_FIREFOX),
  SAFARI("safari", Measure.VIEWS_SAFARI),
  OTHER("other", Measure.VIEWS_OTHER);

  private static final String[] BOTS = {"bot", "crawl", "spider", "headless"};

  private final String tag;
  private final Measure measure;

  BrowserFamily(String tag, Measure measure) {
    this.tag = tag;
    this.measure = measure;
  }

  /** Returns its name in metrics. */
  public String tag() {
    return tag;
  }

  public Measure measure() {
    return measure;
  }

  /**
   * Returns the family that a request names.
   *
   * @param userAgent {@code User-Agent}; null if absent
   * @param brands {@code Sec-CH-UA}; null if absent
   */
  public static BrowserFamily of(@Nullable CharSequence userAgent, @Nullable CharSequence brands) {
    if (userAgent == null || isBot(userAgent)) {
      return OTHER;
    }
    if (brands != null && has(brands, "Chromium")) {
      return CHROMIUM;
    }
    if (has(userAgent, "Firefox/")) {
      return FIREFOX;
    }
    if (has(userAgent, "Chrome/")) {
      return CHROMIUM;
    }
    // Chrome, Edge and Firefox of iOS also have this word.
    return has(userAgent, "Safari/") ? SAFARI : OTHER;
  }

  private static boolean isBot(CharSequence userAgent) {
    for (String bot : BOTS) {
      if (AsciiString.containsIgnoreCase(userAgent, bot)) {
        return true;
      }
    }
    return false;
  }

  private static boolean has(CharSequence value, String word) {
    return AsciiString.contains(value, word);
  }
}
