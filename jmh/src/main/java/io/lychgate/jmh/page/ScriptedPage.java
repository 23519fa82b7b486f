package io.lychgate.jmh.page;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/**
 * The sample page with or without a script, each at a site of its own.
 *
 * @param name first label of its host, and part of the names of its files
 * @param title names the script in results
 */
record ScriptedPage(String name, @JsonValue String title) {
  static final ScriptedPage NONE = new ScriptedPage("without", "none");

  /** A comment in the place of the script: the cost of any script of this size to the browser. */
  static final ScriptedPage INERT = new ScriptedPage("inert", "a comment of the same size");

  /** The gateway adds the script. */
  static final ScriptedPage TIMINGS = new ScriptedPage("with", "timings");

  /** Part of the addresses of all measured scripts, and of no other one. */
  static final String MARK = "/timings";

  private static final String HEAD = "<head>";

  /** Returns the page with another script in the place of the gateway's. */
  static ScriptedPage of(int number, Path script) {
    return new ScriptedPage("other" + number, script.getFileName().toString());
  }

  String host() {
    return name + ".test";
  }

  boolean hasScript() {
    return !equals(NONE);
  }

  /** Writes the page with this script beside the sample page, and returns its file. */
  Path write(Path site, byte[] script) throws IOException {
    String path = "/assets" + MARK + '-' + name + ".js";
    Files.write(site.resolve(path.substring(1)), script);
    String element = "<script async src=\"" + path + "\" integrity=\"sha384-"
        + Base64.getEncoder().encodeToString(sha384(script)) + "\"></script>";
    String page = Files.readString(site.resolve("index.html"));
    return Files.writeString(site.resolve(name + ".html"), page.replace(HEAD, HEAD + element));
  }

  /** Returns a comment with the text of a script, of the same size. */
  static byte[] inert(byte[] script) {
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
