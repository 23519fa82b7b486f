package io.lychgate.gateway.push;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;

/** By what a response differs from visitor to visitor (RFC 9110 section 12.5.5). */
final class Variants {
  private static final AsciiString VARY = FieldNames.canonical("vary");
  private static final AsciiString COOKIE = FieldNames.canonical("cookie");
  private static final AsciiString AUTHORIZATION = FieldNames.canonical("authorization");
  private static final AsciiString ANY = AsciiString.cached("*");

  /** The content is the same whatever these say: its coding, and who may read it. */
  private static final AsciiString[] HARMLESS = {
    AsciiString.cached("accept-encoding"), AsciiString.cached("origin")
  };

  private static final AsciiString[] ENDLESS = {ANY};

  /** By these a response may be one visitor's own. */
  private static final AsciiString[] PERSONAL = {COOKIE, AUTHORIZATION, ANY};

  private Variants() {}

  /** Whether the response differs by its coding at most. */
  static boolean areOfCodingOnly(Fields response) {
    return areAll(response, HARMLESS, true);
  }

  /** Whether the response differs by who the visitor is, or for an unknown reason. */
  static boolean areOfVisitors(Fields response) {
    return !areAll(response, PERSONAL, false);
  }

  /** {@code Vary: *}: no request ever gets a stored response (RFC 9111 section 4.1). */
  static boolean areEndless(Fields response) {
    return !areAll(response, ENDLESS, false);
  }

  /** Whether all that is named is one of these, or none of it is. */
  private static boolean areAll(Fields response, AsciiString[] names, boolean named) {
    for (int i = response.indexOf(VARY, 0); i >= 0; i = response.indexOf(VARY, i + 1)) {
      CharSequence list = response.value(i);
      int start = 0;
      while (start < list.length()) {
        int end = AsciiString.indexOf(list, ',', start);
        end = end < 0 ? list.length() : end;
        CharSequence name = AsciiString.trim(list.subSequence(start, end));
        if (name.length() > 0 && isOneOf(names, name) != named) {
          return false;
        }
        start = end + 1;
      }
    }
    return true;
  }

  private static boolean isOneOf(AsciiString[] names, CharSequence wanted) {
    for (AsciiString name : names) {
      if (name.contentEqualsIgnoreCase(wanted)) {
        return true;
      }
    }
    return false;
  }
}
