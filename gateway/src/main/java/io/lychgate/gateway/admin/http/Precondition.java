package io.lychgate.gateway.admin.http;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * If-Match of a change, and If-None-Match (RFC 9110 13.1). Entity tags of the API are version numbers.
 *
 * @param isAny true for {@code *}, which matches everything that exists
 * @param versions versions in the strong tags; empty for {@code *}
 */
public record Precondition(boolean isAny, Set<Long> versions) {
  private static final Pattern TAG = Pattern.compile("(W/)?(\"[\\x21\\x23-\\x7e\\x80-\\xff]*\")");
  private static final Pattern VERSION = Pattern.compile("\"(\\d{1,18})\"");
  private static final Pattern BETWEEN = Pattern.compile("[ \\t]*,[ \\t,]*|[ \\t]*");

  public Precondition {
    versions = Set.copyOf(versions);
  }

  /** Returns the entity tag of a version. */
  public static String etag(long version) {
    return "\"" + version + "\"";
  }

  /** Parses the field. Returns empty for a text that is neither {@code *} nor a list of entity tags. */
  static Optional<Precondition> ofIfMatch(String text) {
    if (text.strip().equals("*")) {
      return Optional.of(new Precondition(true, Set.of()));
    }
    Set<Long> versions = new HashSet<>();
    Matcher tag = TAG.matcher(text);
    Matcher between = BETWEEN.matcher(text);
    int at = 0;
    boolean any = false;
    while (at < text.length()) {
      if (between.region(at, text.length()).lookingAt()) {
        at = between.end();
      }
      if (at == text.length()) {
        break;
      }
      if (!tag.region(at, text.length()).lookingAt()) {
        return Optional.empty();
      }
      any = true;
      Matcher version = VERSION.matcher(tag.group(2));
      // A weak tag never matches by strong comparison (RFC 9110 8.8.3.2).
      if (tag.group(1) == null && version.matches()) {
        versions.add(Long.valueOf(version.group(1)));
      }
      at = tag.end();
    }
    return any ? Optional.of(new Precondition(false, versions)) : Optional.empty();
  }

  /** Returns true if the condition holds for an existing resource of this version. */
  public boolean matches(long version) {
    return isAny || versions.contains(version);
  }

  /** Refuses {@code *}, because an approval is for the one text that a person has read. */
  public void requireVersion() {
    if (isAny) {
      throw new ProblemException(
          ProblemCode.MALFORMED,
          "If-Match: * (expected: the ETag of the draft that was read, because an approval is for one text)");
    }
  }

  /** Returns true if If-None-Match has the current tag by weak comparison. The response is then 304, or 412 to a change. */
  public static boolean isNoneMatchFalse(@Nullable String ifNoneMatch, String currentTag) {
    if (ifNoneMatch == null) {
      return false;
    }
    if (ifNoneMatch.strip().equals("*")) {
      return true;
    }
    Matcher tag = TAG.matcher(ifNoneMatch);
    String bare = currentTag.startsWith("W/") ? currentTag.substring(2) : currentTag;
    while (tag.find()) {
      if (tag.group(2).equals(bare)) {
        return true;
      }
    }
    return false;
  }
}
