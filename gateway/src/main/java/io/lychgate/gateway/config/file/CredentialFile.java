package io.lychgate.gateway.config.file;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads a file with a line {@code name:value} for each user or key. Empty lines and lines that begin with {@code #} are comments. A
 * message never has the value.
 */
final class CredentialFile {
  /** Bytes: ten thousand users with hashes of Argon2id take one million. */
  private static final long MAX_BYTES = 4L * 1024 * 1024;

  /** Printable ASCII without colon, quote and backslash, because the name goes into header fields and logs. */
  private static final Pattern NAME = Pattern.compile("[!#-9;-\\[\\]-~]{1,128}");

  private CredentialFile() {}

  /** Returns true for the name of a user or key. */
  static boolean isName(String text) {
    return NAME.matcher(text).matches();
  }

  /**
   * Returns the values by name, in the order of the file. Adds a problem at the key for the first line that is not valid, and for a file
   * that cannot be read.
   *
   * @param problemOf returns the expected form of a value; empty if it is valid
   */
  static Map<String, String> read(
      Section section, String key, Path file, Function<String, String> problemOf) {
    Map<String, String> values = new LinkedHashMap<>();
    String problem = problem(file, values, problemOf);
    if (!problem.isEmpty()) {
      section.problem(key, file + problem);
      values.clear();
    }
    return values;
  }

  /** Reads the values. Returns the problem of the file, to follow its name; empty if there is none. */
  private static String problem(
      Path file, Map<String, String> values, Function<String, String> problemOf) {
    try {
      if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
        return " (expected: a file that exists, of at most " + (MAX_BYTES >> 20) + " MiB)";
      }
      List<String> lines = Files.readAllLines(file, StandardCharsets.UTF_8);
      for (int i = 0; i < lines.size(); i++) {
        String problem = add(lines.get(i).strip(), values, problemOf);
        if (!problem.isEmpty()) {
          return ":" + (i + 1) + ": " + problem;
        }
      }
      return values.isEmpty() ? ": no entry (expected: at least one line name:value)" : "";
    } catch (MalformedInputException e) {
      return " (expected: text in UTF-8)";
    } catch (IOException e) {
      return " (expected: a readable file; " + e.getMessage() + ")";
    }
  }

  private static String add(
      String line, Map<String, String> values, Function<String, String> problemOf) {
    if (line.isEmpty() || line.startsWith("#")) {
      return "";
    }
    int colon = line.indexOf(':');
    String name = colon < 0 ? "" : line.substring(0, colon);
    if (!isName(name)) {
      return "name (expected: 1-128 printable characters of ASCII before a colon)";
    }
    String value = line.substring(colon + 1);
    String problem = problemOf.apply(value);
    if (!problem.isEmpty()) {
      return name + " (expected: " + problem + ")";
    }
    return values.put(name, value) == null ? "" : name + " (expected: each name once)";
  }
}
