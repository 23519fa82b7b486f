package io.lychgate.gateway.timing;

import io.lychgate.gateway.message.Fields;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;

/** The class of a visitor's device, by the names that browsers give. */
final class Device {
  private static final AsciiString IS_MOBILE = AsciiString.cached("sec-ch-ua-mobile");

  private Device() {}

  static String of(Fields request) {
    CharSequence agent = request.get(HttpHeaderNames.USER_AGENT);
    if (agent == null) {
      return "other";
    }
    boolean isAndroid = has(agent, "Android");
    boolean saysMobile = has(agent, "Mobi");
    if (has(agent, "iPad") || has(agent, "Tablet") || (isAndroid && !saysMobile)) {
      return "tablet";
    }
    CharSequence hint = request.get(IS_MOBILE);
    if (saysMobile || (hint != null && AsciiString.contentEquals(hint, "?1"))) {
      return "mobile";
    }
    return has(agent, "Windows")
            || has(agent, "Macintosh")
            || has(agent, "X11")
            || has(agent, "CrOS")
        ? "desktop"
        : "other";
  }

  private static boolean has(CharSequence agent, String word) {
    return AsciiString.contains(agent, word);
  }
}
