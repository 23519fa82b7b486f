package io.lychgate.gateway.push.priority;

import io.lychgate.casper.Destination;
import io.lychgate.scheduler.PriorityOverride;
import org.jspecify.annotations.Nullable;

/** The words of Sec-Fetch-Dest (Fetch Standard 2.2.5) for what we know by other words. */
final class FetchDestination {
  private static final TypePattern CSS = TypePattern.of("text/css");
  private static final TypePattern HTML = TypePattern.of("text/html");
  private static final TypePattern IMAGES = TypePattern.of("image/*");
  private static final TypePattern FONTS = TypePattern.of("font/*");

  private FetchDestination() {}

  /** Null for what is no request. */
  static @Nullable String of(Destination as) {
    return switch (as) {
      case STYLE, SCRIPT, FONT, IMAGE, DOCUMENT -> as.token();
      case MODULE -> "script";
      case FETCH -> "empty";
      case CONNECT -> null;
    };
  }

  /** What responses of a type are mostly for. */
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
