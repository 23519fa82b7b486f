package io.lychgate.gateway.files;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The file that a request path names below a root. It has no segment that could lead outside.
 *
 * <p>Escapes are decoded once. A path with an escaped slash, backslash or control character names no file. No served file has such
 * a name, and a client that sends one tries to make two programs disagree about the end of a segment.
 *
 * @param name relative to the root, without a leading slash; empty for the root itself
 * @param isFolder true if the path ends in a slash
 */
record TargetPath(String name, boolean isFolder) {
  /** Maximum bytes of one name on the usual file systems. */
  private static final int MAX_SEGMENT = 255;

  /** RFC 8615: the only served name with a leading dot. */
  private static final String WELL_KNOWN = ".well-known";

  /** Returns the target of this path (with or without query); null if the path cannot name a file that may be served. */
  public static @Nullable TargetPath of(CharSequence path) {
    int end = endOfPath(path);
    if (end == 0 || path.charAt(0) != '/') {
      return null;
    }
    String name = decode(path, end);
    if (name == null || !mayBeSeen(name)) {
      return null;
    }
    boolean isFolder = name.isEmpty() || name.charAt(name.length() - 1) == '/';
    return new TargetPath(
        isFolder && !name.isEmpty() ? name.substring(0, name.length() - 1) : name, isFolder);
  }

  /** Returns the target of a file in this folder. */
  TargetPath child(String file) {
    return new TargetPath(name.isEmpty() ? file : name + '/' + file, false);
  }

  private static int endOfPath(CharSequence path) {
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (c == '?' || c == '#') {
        return i;
      }
    }
    return path.length();
  }

  /** Returns the decoded path without its first slash; null if it is invalid. */
  private static @Nullable String decode(CharSequence path, int end) {
    for (int i = 1; i < end; i++) {
      char c = path.charAt(i);
      if (c == '%') {
        return decodeEscapes(path, end);
      }
      if (!isPlain(c) || c >= 0x80) {
        return null;
      }
    }
    return path.subSequence(1, end).toString();
  }

  private static @Nullable String decodeEscapes(CharSequence path, int end) {
    ByteBuffer bytes = ByteBuffer.allocate(end);
    for (int i = 1; i < end; i++) {
      int value = path.charAt(i);
      if (value == '%') {
        value = i + 2 < end ? hex(path.charAt(i + 1)) << 4 | hex(path.charAt(i + 2)) : -1;
        i += 2;
        if (value < 0 || value == '/') {
          return null;
        }
      } else if (value >= 0x80) {
        return null;
      }
      if (!isPlain(value)) {
        return null;
      }
      bytes.put((byte) value);
    }
    return utf8(bytes.flip());
  }

  private static @Nullable String utf8(ByteBuffer bytes) {
    try {
      // Rejects overlong forms and lone surrogates: %c0%af must not become a slash.
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(bytes)
          .toString();
    } catch (CharacterCodingException malformed) {
      return null;
    }
  }

  private static boolean isPlain(int value) {
    return value >= 0x20 && value != 0x7f && value != '\\';
  }

  private static int hex(char c) {
    int digit = Character.digit(c, 16);
    return c < 0x80 ? digit : -1;
  }

  private static boolean mayBeSeen(String name) {
    int start = 0;
    while (start < name.length()) {
      int slash = name.indexOf('/', start);
      int end = slash < 0 ? name.length() : slash;
      if (!segmentMayBeSeen(name, start, end)) {
        return false;
      }
      start = end + 1;
    }
    return true;
  }

  /** Returns false for an empty segment, and for every name with a leading dot, including "." and "..". */
  private static boolean segmentMayBeSeen(String name, int start, int end) {
    int length = end - start;
    if (length == 0 || length > MAX_SEGMENT) {
      return false;
    }
    boolean isWellKnown =
        start == 0 && length == WELL_KNOWN.length() && name.startsWith(WELL_KNOWN);
    return name.charAt(start) != '.' || isWellKnown;
  }
}
