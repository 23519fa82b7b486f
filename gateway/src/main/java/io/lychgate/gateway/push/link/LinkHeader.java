package io.lychgate.gateway.push.link;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringTokenizer;
import org.jspecify.annotations.Nullable;

/**
 * One link of a Link field (RFC 8288) that asks for an early action: a preload, modulepreload or preconnect.
 *
 * @param target the text between the angle brackets, unchanged
 * @param as the {@code as} parameter in lower case, empty if absent
 * @param type media type, empty if absent
 * @param isNoPush the upstream wants no push of it
 * @param isPushOnly the upstream wants it pushed and the link not passed on ({@code x-http2-push-only}, as in H2O)
 * @param more all other parameters, from the first semicolon on: {@code media}, {@code integrity} and others for the client
 */
public record LinkHeader(
    String target,
    Relation relation,
    String as,
    Crossorigin crossorigin,
    String type,
    boolean isNoPush,
    boolean isPushOnly,
    String more) {
  /** Maximum number of characters parsed of one field. */
  public static final int MAX_LENGTH = Limits.LINK_FIELD_CHARACTERS;
  /** Maximum number of links parsed of one field. */
  public static final int MAX_LINKS = Limits.LINK_FIELD_LINKS;

  private static final Map<String, Relation> RELATIONS = Map.of(
      "preload",
      Relation.PRELOAD,
      "modulepreload",
      Relation.MODULEPRELOAD,
      "preconnect",
      Relation.PRECONNECT);

  /** Parameters that the other components hold. */
  private static final Set<String> UNDERSTOOD =
      Set.of("rel", "as", "crossorigin", "type", "nopush", "x-http2-push-only");

  /** The relations on which a browser acts early. */
  public enum Relation {
    PRELOAD,
    MODULEPRELOAD,
    PRECONNECT
  }

  /**
   * Returns the early links of one field value. Supports quoted strings, several relations in one {@code rel} and several links in
   * one field. Skips malformed text up to the next link. Never throws.
   */
  public static List<LinkHeader> parse(CharSequence value) {
    List<LinkHeader> links = new ArrayList<>();
    LinkScanner scanner = new LinkScanner(value);
    while (scanner.next()) {
      LinkHeader link = of(scanner);
      if (link != null) {
        links.add(link);
      }
    }
    return links;
  }

  /** Removes the push-only links from a response, and each field of which nothing is left. */
  public static void removePushOnly(Fields response) {
    int at = response.indexOf(FieldNames.LINK, 0);
    while (at >= 0) {
      CharSequence passedOn = withoutPushOnly(response.value(at));
      if (passedOn == null) {
        response.removeAt(at);
        at = response.indexOf(FieldNames.LINK, at);
      } else {
        response.setValue(at, passedOn);
        at = response.indexOf(FieldNames.LINK, at + 1);
      }
    }
  }

  /**
   * Returns the field value without the push-only links, to be passed on: the same object if there are none, null if nothing is
   * left.
   */
  public static @Nullable CharSequence withoutPushOnly(CharSequence value) {
    StringBuilder kept = null;
    int from = 0;
    LinkScanner scanner = new LinkScanner(value);
    while (scanner.next()) {
      LinkHeader link = of(scanner);
      if (link != null && link.isPushOnly()) {
        kept = kept == null ? new StringBuilder(value.length()) : kept;
        appendElements(kept, value, from, withoutSeparator(value, from, scanner.start()));
        from = scanner.end();
      }
    }
    if (kept == null) {
      return value;
    }
    appendElements(kept, value, from, value.length());
    return kept.isEmpty() ? null : kept.toString();
  }

  /** RFC 9110 5.6.1: empty list elements are allowed but are not worth forwarding. */
  private static void appendElements(StringBuilder list, CharSequence value, int from, int to) {
    int start = from;
    while (start < to && isBetweenElements(value.charAt(start))) {
      start++;
    }
    if (start < to) {
      list.append(list.isEmpty() ? "" : ", ").append(value, start, to);
    }
  }

  private static int withoutSeparator(CharSequence value, int from, int to) {
    int end = to;
    while (end > from && isBetweenElements(value.charAt(end - 1))) {
      end--;
    }
    return end;
  }

  private static boolean isBetweenElements(char c) {
    return c == ',' || c == ' ' || c == '\t';
  }

  private static @Nullable LinkHeader of(LinkScanner scanner) {
    Relation relation = relation(scanner.parameter("rel"));
    // RFC 8288 3.2: an anchor makes it a link of another resource than the page.
    if (relation == null || scanner.target().isEmpty() || scanner.parameter("anchor") != null) {
      return null;
    }
    return new LinkHeader(
        scanner.target(),
        relation,
        lower(scanner.parameter("as")),
        crossorigin(scanner.parameter("crossorigin")),
        lower(scanner.parameter("type")),
        scanner.parameter("nopush") != null,
        scanner.parameter("x-http2-push-only") != null,
        scanner.othersThan(UNDERSTOOD));
  }

  private static @Nullable Relation relation(@Nullable String rel) {
    if (rel == null) {
      return null;
    }
    StringTokenizer tokens = new StringTokenizer(rel.toLowerCase(Locale.ROOT), " \t");
    while (tokens.hasMoreTokens()) {
      Relation relation = RELATIONS.get(tokens.nextToken());
      if (relation != null) {
        return relation;
      }
    }
    return null;
  }

  private static Crossorigin crossorigin(@Nullable String value) {
    if (value == null) {
      return Crossorigin.NONE;
    }
    // HTML 2.5.4: every other value, the empty one included, means anonymous.
    return value.equalsIgnoreCase("use-credentials")
        ? Crossorigin.USE_CREDENTIALS
        : Crossorigin.ANONYMOUS;
  }

  private static String lower(@Nullable String value) {
    return value == null ? "" : value.toLowerCase(Locale.ROOT);
  }
}
