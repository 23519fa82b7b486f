package io.lychgate.jmh.page;

import io.lychgate.gateway.timing.TimingScript;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** The sample page with or without a script, each at a site of its own. */
enum ScriptedPage {
  NONE("without.test", "none"),

  /** A comment in the place of the script: the cost of any script of this size to the browser. */
  INERT("inert.test", "a comment of the same size"),

  TIMINGS("with.test", "timings");

  /** Part of the addresses of both scripts, and of no other one. */
  static final String MARK = "/timings";

  private static final String INERT_PATH = "/assets" + MARK + "-inert.js";
  private static final String HEAD = "<head>";

  private final String host;
  private final String title;

  ScriptedPage(String host, String title) {
    this.host = host;
    this.title = title;
  }

  String host() {
    return host;
  }

  String title() {
    return title;
  }

  boolean hasScript() {
    return this != NONE;
  }

  /** Writes the inert script and its page beside the sample page, and returns the file of the page. */
  static Path writeInert(Path site) throws IOException {
    byte[] script = inert(TimingScript.get().content());
    Files.write(site.resolve(INERT_PATH.substring(1)), script);
    String element = "<script async src=\"" + INERT_PATH + "\" integrity=\"sha384-"
        + Base64.getEncoder().encodeToString(sha384(script)) + "\"></script>";
    String page = Files.readString(site.resolve("index.html"));
    return Files.writeString(site.resolve("inert.html"), page.replace(HEAD, HEAD + element));
  }

  /** Returns a comment with the text of a script, of the same size. */
  private static byte[] inert(byte[] script) {
    byte[] text = new String(script, StandardCharsets.UTF_8)
        .replace("*/", "  ")
        .replace('\n', ' ')
        .getBytes(StandardCharsets.UTF_8);
    text[0] = '/';
    text[1] = '*';
    text[text.length - 2] = '*';
    text[text.length - 1] = '/';
    return text;
  }

  private static byte[] sha384(byte[] content) {
    try {
      return MessageDigest.getInstance("SHA-384").digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-384: missing (expected: in each JDK)", e);
    }
  }
}
