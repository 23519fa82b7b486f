package io.lychgate.gateway.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The hash by which people and programs name the content of a manifest: SHA-256 of its canonical text. Canonical is UTF-8 without a
 * byte order mark, with LF as the line end and one LF at the end, so that another editor or file system does not change the hash.
 */
public final class ContentHash {
  private ContentHash() {}

  /** Returns the hash as 64 lower-case hexadecimal digits. */
  public static String of(String text) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256")
          .digest(canonical(text).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256 is part of every Java platform", e);
    }
  }

  private static String canonical(String text) {
    String lines = text.replace("\r\n", "\n").replace('\r', '\n');
    String content = lines.startsWith("\ufeff") ? lines.substring(1) : lines;
    int end = content.length();
    while (end > 0 && content.charAt(end - 1) == '\n') {
      end--;
    }
    return content.substring(0, end) + "\n";
  }
}
