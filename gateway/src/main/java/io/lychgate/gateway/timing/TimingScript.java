package io.lychgate.gateway.timing;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/**
 * The script that measures a page: built from admin-ui/timings and web-vitals, with a test of its size. Its name has a hash of its content,
 * so that browsers may keep it for ever.
 */
public final class TimingScript {
  /** The address of reports on every site. */
  public static final String PATH = "/.well-known/lychgate/timings";

  private static final String RESOURCE = "/timing/timings.js";

  /** Bytes of a hash in the name. */
  private static final int NAME_BYTES = 8;

  private static final TimingScript INSTANCE = new TimingScript(read());

  private final byte[] content;
  private final String path;
  private final String integrity;

  private TimingScript(byte[] content) {
    this.content = content;
    this.path =
        PATH + '-' + HexFormat.of().formatHex(digest("SHA-256", content), 0, NAME_BYTES) + ".js";
    this.integrity = "sha384-" + Base64.getEncoder().encodeToString(digest("SHA-384", content));
  }

  /** Returns the script of this build. */
  public static TimingScript get() {
    return INSTANCE;
  }

  /** Returns a copy of the content. */
  public byte[] content() {
    return content.clone();
  }

  /** Returns the path that changes with the content. */
  public String path() {
    return path;
  }

  /** Returns the hash for Subresource Integrity. */
  public String integrity() {
    return integrity;
  }

  /** Returns the element that loads the script, with this nonce; without one if it is empty. */
  String element(String nonce) {
    return "<script async src=\"" + path + "\" integrity=\"" + integrity + '"'
        + (nonce.isEmpty() ? "" : " nonce=\"" + nonce + '"') + "></script>";
  }

  private static byte[] read() {
    try (InputStream in = TimingScript.class.getResourceAsStream(RESOURCE)) {
      if (in == null) {
        throw new IllegalStateException(RESOURCE + ": missing in the jar");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] digest(String algorithm, byte[] content) {
    try {
      return MessageDigest.getInstance(algorithm).digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(algorithm + ": missing (expected: in each JDK)", e);
    }
  }
}
