package io.lychgate.gateway.config.password;

import io.lychgate.gateway.config.UnreadableFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A file of breached passwords: one password a line; or one SHA-1 a line in ascending order, as Have I Been Pwned offers it, each with
 * an optional count after a colon.
 *
 * <p>Hashes are found by binary search, so their file may have any size. A file of passwords is read from the beginning each time, so
 * it has a limit. Nothing is kept in memory, and a changed file is in force at once. Call it from threads that may block.
 */
public final class BreachedList {

  /** Bytes of a file of passwords: read in a tenth of a second, and enough for the ten million most used ones. */
  public static final long MAX_PLAIN_BYTES = 128L << 20;

  /** Bytes of a line of hashes. */
  private static final int MAX_LINE = 80;

  /** Places at which the order of hashes is checked. */
  private static final int SAMPLES = 64;

  private static final Pattern SHA1 = Pattern.compile("[0-9A-Fa-f]{40}(:[0-9]{1,12})?\r?");
  private static final int SHA1_DIGITS = 40;

  private final Path file;

  public BreachedList(Path file) {
    this.file = file;
  }

  /** Returns the problem with the file in one line; empty if it can be used. */
  public String problem() {
    try {
      long size = Files.size(file);
      if (!Files.isRegularFile(file) || size == 0) {
        return file + ": empty or no file (expected: one password or SHA-1 a line)";
      }
      try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
        if (!isHash(lineAt(open, 0))) {
          return size > MAX_PLAIN_BYTES
              ? file + ": " + size + " bytes of passwords (expected: at most " + MAX_PLAIN_BYTES
                  + ", or SHA-1 in ascending order)"
              : "";
        }
        return orderProblem(open, size);
      }
    } catch (IOException e) {
      return file + ": " + UnreadableFile.reason(e) + " (expected: one password or SHA-1 a line)";
    }
  }

  private String orderProblem(RandomAccessFile open, long size) throws IOException {
    String before = "";
    for (int i = 0; i < SAMPLES; i++) {
      long at = size / SAMPLES * i;
      String line = lineAt(open, at);
      if (line.isEmpty() && at + 2 * MAX_LINE > size) {
        continue;
      }
      if (!isHash(line)) {
        return file + ": no SHA-1 near byte " + at + " (expected: 40 hexadecimal digits a line)";
      }
      String hash = digits(line);
      if (hash.compareTo(before) < 0) {
        return file + ": not in order near byte " + at + " (expected: ascending SHA-1)";
      }
      before = hash;
    }
    return "";
  }

  /** Returns true if the password is in the list. */
  public boolean contains(String password) throws IOException {
    try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "r")) {
      if (isHash(lineAt(open, 0))) {
        return containsHash(open, sha1(password));
      }
    }
    return containsLine(password);
  }

  private boolean containsHash(RandomAccessFile open, String hash) throws IOException {
    // Invariant: a line that begins before `low` is smaller than the hash; one that begins at
    // `high` or later is larger.
    long low = 0;
    long high = open.length();
    while (low < high) {
      long middle = (low + high) >>> 1;
      String line = lineAt(open, middle);
      int order = line.isEmpty() ? 1 : digits(line).compareTo(hash);
      if (order == 0) {
        return true;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return false;
  }

  private boolean containsLine(String password) throws IOException {
    if (Files.size(file) > MAX_PLAIN_BYTES) {
      throw new IOException(file + ": has grown beyond " + MAX_PLAIN_BYTES + " bytes");
    }
    // Compared by bytes, because collected lists are rarely valid UTF-8.
    String wanted =
        new String(password.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.equals(wanted)) {
          return true;
        }
      }
      return false;
    }
  }

  /** Returns the first whole line that begins at this byte or after it; empty at the end. */
  private static String lineAt(RandomAccessFile open, long at) throws IOException {
    byte[] bytes = new byte[2 * MAX_LINE];
    // A line begins here if the byte before ends one.
    long from = Math.max(0, at - 1);
    open.seek(from);
    int read = 0;
    for (int got = open.read(bytes); got > 0; got = open.read(bytes, read, bytes.length - read)) {
      read += got;
      if (read == bytes.length) {
        break;
      }
    }
    String text = new String(bytes, 0, read, StandardCharsets.ISO_8859_1);
    int start = at == 0 ? 0 : text.indexOf('\n') + 1;
    if (at > 0 && start == 0) {
      return "";
    }
    int end = text.indexOf('\n', start);
    return text.substring(start, end < 0 ? text.length() : end);
  }

  private static boolean isHash(String line) {
    return SHA1.matcher(line).matches();
  }

  private static String digits(String line) {
    return line.substring(0, Math.min(SHA1_DIGITS, line.length())).toUpperCase(Locale.ROOT);
  }

  /** The published lists have SHA-1; it protects nothing here. */
  private static String sha1(String password) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-1");
      return HexFormat.of()
          .withUpperCase()
          .formatHex(digest.digest(password.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-1", e);
    }
  }
}
