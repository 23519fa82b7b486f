package io.lychgate.gateway.message;

import io.lychgate.gateway.message.ExchangeFailure.Kind;

/** Refusals of a request by a policy that say why in Proxy-Status (RFC 9209 section 2.1.4). */
public final class Denial {
  private Denial() {}

  /**
   * Returns a 403.
   *
   * @param part beginning of the detail in the log
   * @param reason some words for the client, in ASCII, without quotes and backslashes
   */
  public static Verdict of(String part, String reason) {
    return new Verdict.Fail(
        new ExchangeFailure(Kind.FORBIDDEN, part + reason),
        new Fields(1)
            .add(
                FieldNames.PROXY_STATUS,
                "lychgate; error=" + Kind.FORBIDDEN.token() + "; details=\"" + reason + "\""));
  }
}
