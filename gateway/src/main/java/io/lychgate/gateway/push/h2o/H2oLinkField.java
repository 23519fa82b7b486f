package io.lychgate.gateway.push.h2o;

import io.lychgate.casper.FieldTokens;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One Link field as H2O reads it, which differs from RFC 8288. Quotes have no meaning, so commas and semicolons separate even
 * inside {@code <>} and strings. {@code rel} counts only with exactly the value {@code preload}. Parsing stops at the first element
 * that does not begin with {@code <...>}.
 *
 * @param targets texts between the angle brackets of the links to push, in order
 * @param passedOn the field without its push-only links; null if nothing is left of it
 */
record H2oLinkField(List<String> targets, @Nullable CharSequence passedOn) {
  /** Reads a field. Never throws. */
  public static H2oLinkField parse(CharSequence field) {
    return new Reading(field).read();
  }

  private static final class Reading {
    private final CharSequence field;
    private final FieldTokens tokens;
    private final List<String> targets = new ArrayList<>();
    /** Text to pass on; null until a link is left out. */
    private @Nullable StringBuilder kept;

    Reading(CharSequence field) {
      this.field = field;
      this.tokens = new FieldTokens(field, field.length());
    }

    H2oLinkField read() {
      boolean more = true;
      while (more && tokens.next()) {
        String link = tokens.token();
        if (link.length() < 2 || !link.startsWith("<") || !link.endsWith(">")) {
          keep(tokens.start(), field.length());
          break;
        }
        more = readParameters(link, tokens.start());
      }
      StringBuilder rest = kept;
      return new H2oLinkField(
          targets, rest == null ? field : rest.length() == 0 ? null : rest.toString());
    }

    /** Returns true if another link follows. */
    private boolean readParameters(String link, int start) {
      boolean isPreload = false;
      boolean isNoPush = false;
      boolean isPushOnly = false;
      boolean more = false;
      while (!more && tokens.nextParameter()) {
        if (tokens.isComma()) {
          more = true;
        } else if (tokens.is("rel") && "preload".equalsIgnoreCase(tokens.value())) {
          isPreload = true;
        } else if (tokens.is("nopush")) {
          isNoPush = true;
        } else if (tokens.is("x-http2-push-only")) {
          isPushOnly = true;
        }
      }
      if (isPreload && !isNoPush) {
        targets.add(link.substring(1, link.length() - 1));
      }
      if (isPushOnly) {
        leaveOut(start);
      } else {
        keep(start, more ? tokens.start() : field.length());
      }
      return more;
    }

    private void leaveOut(int start) {
      if (kept == null) {
        kept = new StringBuilder(field.length());
        int comma = start - 1;
        while (comma >= 0 && field.charAt(comma) != ',') {
          comma--;
        }
        keep(0, Math.max(0, comma));
      }
    }

    private void keep(int from, int to) {
      StringBuilder into = kept;
      if (into != null && to > from) {
        into.append(into.length() == 0 ? "" : ", ").append(field, from, to);
      }
    }
  }
}
