package io.lychgate.gateway.push;

import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.netty.util.AsciiString;

/** By what a response differs from visitor to visitor (RFC 9110 section 12.5.5). */
final class Variants {
  private static final AsciiString VARY = FieldNames.canonical("vary");

  /** The content is the same whatever these say: its coding, and who may read it. */
  private static final AsciiString[] HARMLESS = {
    AsciiString.cached("accept-encoding"), AsciiString.cached("origin")
  };

  private Variants() {}

  static boolean areOfCodingOnly(Fields response) {
    for (int i = response.indexOf(VARY, 0); i >= 0; i = response.indexOf(VARY, i + 1)) {
      CharSequence list = response.value(i);
      int start = 0;
      while (start < list.length()) {
        int end = AsciiString.indexOf(list, ',', start);
        end = end < 0 ? list.length() : end;
        if (!isHarmless(AsciiString.trim(list.subSequence(start, end)))) {
          return false;
        }
        start = end + 1;
      }
    }
    return true;
  }

  private static boolean isHarmless(CharSequence name) {
    for (AsciiString harmless : HARMLESS) {
      if (harmless.contentEqualsIgnoreCase(name)) {
        return true;
      }
    }
    return name.length() == 0;
  }
}
