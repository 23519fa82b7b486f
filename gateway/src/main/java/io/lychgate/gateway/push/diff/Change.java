package io.lychgate.gateway.push.diff;

import java.util.Locale;

/**
 * One difference between two manifests.
 *
 * @param rule pages of the rule that contains it; empty for the manifest itself
 * @param subject the changed part: a host, a rule, an asset's URL, a key
 * @param detail old and new value; empty if the subject states all
 */
public record Change(Kind kind, String rule, String subject, String detail) {

  /** The kind of a change. */
  public enum Kind {
    ADDED("+"),
    REMOVED("-"),
    CHANGED("~");

    private final String sign;

    Kind(String sign) {
      this.sign = sign;
    }

    /** Returns the word for programs. */
    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Override
  public String toString() {
    String where = rule.isEmpty() ? "" : rule + ": ";
    return kind.sign + " " + where + subject + (detail.isEmpty() ? "" : ": " + detail);
  }
}
