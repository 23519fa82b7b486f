package io.lychgate.gateway.push.diff;

import java.util.Locale;

/**
 * One difference.
 *
 * @param rule which pages' rule it is in; empty for the manifest itself
 * @param subject what it is about: a host, a rule, an asset's URL, a key
 * @param detail what it was and what it is; empty where the subject says all
 */
public record Change(Kind kind, String rule, String subject, String detail) {

  /** What happened to the subject. */
  public enum Kind {
    ADDED("+"),
    REMOVED("-"),
    CHANGED("~");

    private final String sign;

    Kind(String sign) {
      this.sign = sign;
    }

    /** The word for machines. */
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
