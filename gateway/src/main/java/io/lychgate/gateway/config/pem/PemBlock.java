package io.lychgate.gateway.config.pem;

import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One block of a PEM file (RFC 7468): its label, and its content in base64. */
record PemBlock(String type, String base64) {
  private static final Pattern BEGIN = Pattern.compile("-----BEGIN ([A-Z0-9 ]{1,64})-----");

  /** Returns the blocks of a text. Omits a block without an end, and text between blocks. */
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

  /** Returns true if a header of the block marks it as encrypted, the older form (RFC 1421 section 4.6.1.1). */
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
