package io.lychgate.gateway.push.priority;

import io.lychgate.casper.Destination;
import io.lychgate.scheduler.PriorityOverride;
import org.jspecify.annotations.Nullable;

/** Maps destinations and media types to values of Sec-Fetch-Dest (Fetch Standard 2.2.5). */
final class FetchDestination {
  private static final TypePattern CSS = TypePattern.of("text/css");
  private static final TypePattern HTML = TypePattern.of("text/html");
  private static final TypePattern IMAGES = TypePattern.of("image/*");
  private static final TypePattern FONTS = TypePattern.of("font/*");

  private FetchDestination() {}

  /** Returns the value for a destination; null for one that causes no request. */
  static @Nullable String of(Destination as) {
    return switch (as) {
      case STYLE, SCRIPT, FONT, IMAGE, DOCUMENT -> as.token();
      case MODULE -> "script";
      case FETCH -> "empty";
      case CONNECT -> null;
    };
  }

  /** Returns the most common destination of responses of a type; null if there is none. */
  static @Nullable String ofType(CharSequence type) {
    if (CSS.matches(type)) {
      return "style";
    }
    if (PriorityOverride.isBlocking(type)) {
      return "script";
    }
    if (IMAGES.matches(type)) {
      return "image";
    }
    if (FONTS.matches(type)) {
      return "font";
    }
    return HTML.matches(type) ? "document" : null;
  }
}
