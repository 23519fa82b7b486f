package io.lychgate.gateway.auth.oidc;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The content of a session's sealed cookies.
 *
 * @param id random, the same from the login to the end
 * @param loginMillis wall clock of the login
 * @param refreshMillis wall clock; the tokens are refreshed from then on. 0 for never
 * @param expiryMillis wall clock of the end of the access token; 0 if it is unknown
 * @param refreshToken empty for none
 * @param idToken the ID token of the login or the last refresh. Without its signature if it was too large; it is no hint then
 * @param userInfo claims of the UserInfo endpoint as JSON; empty for none
 */
record SessionContent(
    String id,
    long loginMillis,
    long refreshMillis,
    long expiryMillis,
    String refreshToken,
    String idToken,
    String userInfo) {
  private static final int VERSION = 1;

  byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(
        128 + refreshToken.length() + idToken.length() + userInfo.length());
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      out.writeLong(loginMillis);
      out.writeLong(refreshMillis);
      out.writeLong(expiryMillis);
      for (String text : new String[] {id, refreshToken, idToken, userInfo}) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(encoded.length);
        out.write(encoded);
      }
    } catch (IOException e) {
      throw new IllegalStateException("session: not written (expected: memory never fails)", e);
    }
    return bytes.toByteArray();
  }

  /** Returns null for bytes of another version. */
  static @Nullable SessionContent decode(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (in.readByte() != VERSION) {
        return null;
      }
      long login = in.readLong();
      long refresh = in.readLong();
      long expiry = in.readLong();
      return new SessionContent(text(in), login, refresh, expiry, text(in), text(in), text(in));
    } catch (IOException e) {
      return null;
    }
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException("length: " + length);
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }

  /** Returns the same session without what only a logout at the provider needs. */
  SessionContent withoutHint() {
    int signature = idToken.lastIndexOf('.') + 1;
    return new SessionContent(
        id,
        loginMillis,
        refreshMillis,
        expiryMillis,
        refreshToken,
        idToken.substring(0, signature),
        userInfo);
  }

  /** Returns the ID token as a hint for a logout; empty if it is not whole. */
  String idTokenHint() {
    return idToken.endsWith(".") ? "" : idToken;
  }

  /** A session holds tokens, which never go to logs. */
  @Override
  public String toString() {
    return "session";
  }
}
