package io.lychgate.gateway.auth;

import io.netty.util.AsciiString;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Name and password of a request (RFC 7617 section 2). */
record BasicCredentials(String user, String password) {
  /** Characters of the field. bcrypt uses 72 bytes of a password; a hash of a longer text costs more. */
  static final int MAX_LENGTH = 1024;

  private static final String SCHEME = "Basic ";

  /** Returns the credentials of an Authorization field; null if it has none of this scheme, or malformed ones. */
  static @Nullable BasicCredentials parse(CharSequence field) {
    if (field.length() > MAX_LENGTH
        || !AsciiString.regionMatches(field, true, 0, SCHEME, 0, SCHEME.length())) {
      return null;
    }
    try {
      byte[] bytes =
          Base64.getDecoder().decode(field.toString().substring(SCHEME.length()).strip());
      String text = StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .decode(ByteBuffer.wrap(bytes))
          .toString();
      int colon = text.indexOf(':');
      // RFC 7617 section 2: no control characters.
      return colon < 0 || text.chars().anyMatch(Character::isISOControl)
          ? null
          : new BasicCredentials(text.substring(0, colon), text.substring(colon + 1));
    } catch (IllegalArgumentException | CharacterCodingException e) {
      return null;
    }
  }

  @Override
  public String toString() {
    return "***";
  }
}
