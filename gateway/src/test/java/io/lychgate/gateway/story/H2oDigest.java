package io.lychgate.gateway.story;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code cache-digest} fields of the recording. It holds only notes of their content. */
final class H2oDigest {
  private static final Map<String, String> HELD = Map.of("N04", "/a.css", "N07", "/a.css");

  private H2oDigest() {}

  static @Nullable String of(H2oStep step) {
    String path = HELD.get(step.id());
    return path == null
        ? null
        : of(step.text("scheme") + "://" + step.text("authority") + path) + "; complete";
  }

  /** Returns a digest of one URL with N = 2^5 and P = 2^7: the top twelve bits of its hash as one gap. */
  static String of(String url) {
    int value = hash(url) >>> 20;
    StringBuilder bits = new StringBuilder("00101").append("00111");
    bits.append("0".repeat(value >>> 7)).append('1');
    for (int bit = 6; bit >= 0; bit--) {
      bits.append((value >>> bit) & 1);
    }
    bits.append("0".repeat((8 - bits.length() % 8) % 8));
    byte[] bytes = new byte[bits.length() / 8];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt(bits.substring(8 * i, 8 * i + 8), 2);
    }
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  private static int hash(String url) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(url.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(digest).getInt();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
