package io.lychgate.gateway.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** One HTML file of the bench, with a policy that admits its own script and style by their hashes and nothing else. */
public final class BenchPage {
  /** The address of the page on every site that has it. */
  public static final String PATH = "/.well-known/lychgate/bench";

  private final byte[] content;
  private final String policy;

  private BenchPage(String text) {
    this.content = text.getBytes(StandardCharsets.UTF_8);
    this.policy = "default-src 'none'; script-src " + hash(text, "script") + "; style-src "
        + hash(text, "style") + "; connect-src 'self'; frame-src 'self'; base-uri 'none';"
        + " form-action 'none'; frame-ancestors 'none'";
  }

  /** Returns the page that measures. */
  public static BenchPage bench() {
    return new BenchPage(read("/bench/bench.html"));
  }

  /** Returns the page that exchanges the token of a link for a cookie. */
  public static BenchPage enter() {
    return new BenchPage(read("/bench/enter.html"));
  }

  /** Returns a copy of the content. */
  public byte[] content() {
    return content.clone();
  }

  /** Returns the Content-Security-Policy. */
  public String policy() {
    return policy;
  }

  /** Returns the source expression of the only element of this name (CSP level 3, section 2.3.1). */
  private static String hash(String text, String element) {
    String begin = "<" + element + ">";
    int from = text.indexOf(begin);
    int to = text.indexOf("</" + element + ">");
    if (from < 0 || to < from) {
      return "'none'";
    }
    byte[] own = text.substring(from + begin.length(), to).getBytes(StandardCharsets.UTF_8);
    try {
      return "'sha256-"
          + Base64.getEncoder()
              .encodeToString(MessageDigest.getInstance("SHA-256").digest(own))
          + "'";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256: missing (expected: in each JDK)", e);
    }
  }

  private static String read(String resource) {
    try (InputStream in = BenchPage.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException(resource + ": missing in the jar");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
