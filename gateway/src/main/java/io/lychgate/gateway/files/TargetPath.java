package io.lychgate.gateway.files;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The file that a request path names, below some root: segments without any that could lead elsewhere.
 *
 * <p>Escapes are decoded once. What decodes to a slash, a backslash or a control character names nothing: no file of
 * ours has such a name, and a client that sends one tries to make two programs disagree about where a segment ends.
 *
 * @param name relative to the root, without a slash in front; empty for the root itself
 * @param isFolder true when the path ends in a slash
 */
public record TargetPath(String name, boolean isFolder) {
  /** Octets of one name on the usual file systems. */
  private static final int MAX_SEGMENT = 255;

  /** RFC 8615: the one place whose name begins with a dot and that is meant to be seen. */
  private static final String WELL_KNOWN = ".well-known";

  /** The target of this path (with or without query); null when it can name no file that may be seen. */
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

  /** This folder's file of that name. */
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

  /** Without the first slash; null for what is no text of a path. */
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
    ByteBuffer octets = ByteBuffer.allocate(end);
    for (int i = 1; i < end; i++) {
      int octet = path.charAt(i);
      if (octet == '%') {
        octet = i + 2 < end ? hex(path.charAt(i + 1)) << 4 | hex(path.charAt(i + 2)) : -1;
        i += 2;
        if (octet < 0 || octet == '/') {
          return null;
        }
      } else if (octet >= 0x80) {
        return null;
      }
      if (!isPlain(octet)) {
        return null;
      }
      octets.put((byte) octet);
    }
    return utf8(octets.flip());
  }

  private static @Nullable String utf8(ByteBuffer octets) {
    try {
      // Reports overlong forms and halves of surrogates: %c0%af must not become a slash.
      return StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT)
          .decode(octets)
          .toString();
    } catch (CharacterCodingException malformed) {
      return null;
    }
  }

  private static boolean isPlain(int octet) {
    return octet >= 0x20 && octet != 0x7f && octet != '\\';
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

  /** Every name with a dot in front is out, "." and ".." among them; so is an empty segment. */
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
