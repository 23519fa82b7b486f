package io.lychgate.gateway.admin.http;

import com.linecorp.armeria.common.RequestHeaders;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * If-Match and If-None-Match of a change (RFC 9110 13.1). Entity tags of the API are version numbers.
 *
 * @param isAny true for {@code *}, which matches everything that exists
 * @param versions versions in the strong tags; empty for {@code *}
 * @param noneMatch If-None-Match; null if absent
 */
public record Precondition(
    boolean isAny, Set<Long> versions, @Nullable String noneMatch) {
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

  /**
   * Returns the value of a list field, of all its lines (RFC 9110 5.3); null if it is absent.
   *
   * @param name in lower case
   */
  static @Nullable String list(RequestHeaders request, String name) {
    List<String> lines = request.getAll(name);
    return lines.isEmpty() ? null : String.join(", ", lines);
  }

  /** Parses If-Match. Returns empty for a text that is neither {@code *} nor a list of entity tags. */
  static Optional<Precondition> of(String text, @Nullable String noneMatch) {
    if (isAny(text)) {
      return Optional.of(new Precondition(true, Set.of(), noneMatch));
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
    return any ? Optional.of(new Precondition(false, versions, noneMatch)) : Optional.empty();
  }

  static boolean isAny(@Nullable String field) {
    return field != null && field.strip().equals("*");
  }

  /** Returns true if the conditions hold for an existing resource of this version. */
  public boolean matches(long version) {
    return (isAny || versions.contains(version)) && !isNoneMatchFalse(noneMatch, etag(version));
  }

  /** Refuses {@code *}, because an approval is for the one text that a person has read. */
  public void requireVersion() {
    if (isAny) {
      throw new ProblemException(
          ProblemCode.MALFORMED,
          "If-Match: * (expected: the ETag of the draft that was read, because an approval is for one text)");
    }
  }

  /** Returns true if If-Match lacks the current tag by strong comparison. The response is then 412. */
  static boolean isMatchFalse(@Nullable String ifMatch, String currentTag) {
    return ifMatch != null && !isAny(ifMatch) && !hasTag(ifMatch, currentTag, true);
  }

  /** Returns true if If-None-Match has the current tag by weak comparison. The response is then 304, or 412 to a change. */
  public static boolean isNoneMatchFalse(@Nullable String ifNoneMatch, String currentTag) {
    return isAny(ifNoneMatch) || (ifNoneMatch != null && hasTag(ifNoneMatch, currentTag, false));
  }

  private static boolean hasTag(String list, String currentTag, boolean isStrong) {
    Matcher tag = TAG.matcher(list);
    boolean isWeak = currentTag.startsWith("W/");
    String bare = isWeak ? currentTag.substring(2) : currentTag;
    while (tag.find()) {
      boolean isComparable = !isStrong || (!isWeak && tag.group(1) == null);
      if (isComparable && tag.group(2).equals(bare)) {
        return true;
      }
    }
    return false;
  }
}
