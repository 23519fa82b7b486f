package io.lychgate.gateway.config;

import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One block of a PEM file (RFC 7468): what stands after BEGIN, and the text of its octets. */
record PemBlock(String type, String base64) {
  private static final Pattern BEGIN = Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,64})-----");

  /** Blocks without an end are left out; text between blocks is too. */
  static List<PemBlock> of(String text) {
    List<PemBlock> blocks = new ArrayList<>();
    Matcher begin = BEGIN.matcher(text);
    int from = 0;
    while (begin.find(from)) {
      String type = begin.group(1);
      int end = text.indexOf("-----END " + type + "-----", begin.end());
      if (end < 0) {
        return blocks;
      }
      blocks.add(new PemBlock(type, text.substring(begin.end(), end)));
      from = end;
    }
    return blocks;
  }

  /** Whether it is of the older form that says so in a header of its own (RFC 1421 section 4.6.1.1). */
  boolean isEncrypted() {
    return base64.contains("Proc-Type: 4,ENCRYPTED");
  }

  byte[] content() throws GeneralSecurityException {
    try {
      return Base64.getMimeDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      throw new GeneralSecurityException("base64 between BEGIN and END", e);
    }
  }
}
