package io.lychgate.gateway.auth.jwt;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.count.PolicyOutcome;
import io.netty.handler.codec.http.HttpHeaderNames;
import org.jspecify.annotations.Nullable;

/** The reasons why a token is not accepted, each with its response (RFC 6750 section 3.1). */
@SuppressWarnings("ImmutableEnumChecker") // The fields of a verdict are shared and never changed.
enum Refusal {
  MISSING(PolicyOutcome.MISSING, Kind.UNAUTHORIZED, null, "no token"),
  SEVERAL(
      PolicyOutcome.REFUSED,
      Kind.BAD_REQUEST,
      "invalid_request",
      "several tokens, or several fields Authorization"),
  TOO_LARGE(PolicyOutcome.REFUSED, Kind.UNAUTHORIZED, "invalid_token", "the token is too large"),
  MALFORMED(PolicyOutcome.REFUSED, Kind.UNAUTHORIZED, "invalid_token", "the token is malformed"),
  TYPE(PolicyOutcome.REFUSED, Kind.UNAUTHORIZED, "invalid_token", "the token has another purpose"),
  ISSUER(PolicyOutcome.REFUSED, Kind.UNAUTHORIZED, "invalid_token", "the issuer is not trusted"),
  AUDIENCE(
      PolicyOutcome.REFUSED,
      Kind.UNAUTHORIZED,
      "invalid_token",
      "the token is for another audience"),
  ALGORITHM(
      PolicyOutcome.REFUSED, Kind.UNAUTHORIZED, "invalid_token", "the algorithm is not accepted"),
  EXPIRED(PolicyOutcome.REFUSED, Kind.UNAUTHORIZED, "invalid_token", "the token has expired"),
  NO_EXPIRY(PolicyOutcome.REFUSED, Kind.UNAUTHORIZED, "invalid_token", "the token has no expiry"),
  NOT_YET(PolicyOutcome.REFUSED, Kind.UNAUTHORIZED, "invalid_token", "the token is not yet valid"),
  UNKNOWN_KEY(
      PolicyOutcome.REFUSED, Kind.UNAUTHORIZED, "invalid_token", "the issuer has no such key"),
  SIGNATURE(PolicyOutcome.REFUSED, Kind.UNAUTHORIZED, "invalid_token", "the signature is wrong"),
  INSUFFICIENT(
      PolicyOutcome.FORBIDDEN,
      Kind.FORBIDDEN,
      "insufficient_scope",
      "the claims do not allow the request"),
  /** No keys of the issuer are known yet, and their URL fails. */
  NO_KEYS(PolicyOutcome.FAILED, Kind.DESTINATION_UNAVAILABLE, null, "jwks: no keys of the issuer"),
  /** Too many tokens wait for their verification. */
  BUSY(PolicyOutcome.BUSY, Kind.OVERLOADED, null, "jwt: too many tokens wait for verification");

  private final PolicyOutcome outcome;
  private final Verdict verdict;

  Refusal(PolicyOutcome outcome, Kind kind, @Nullable String error, String text) {
    this.outcome = outcome;
    Fields fields = new Fields(1);
    if (kind == Kind.UNAUTHORIZED || error != null) {
      fields.add(
          HttpHeaderNames.WWW_AUTHENTICATE,
          error == null
              ? "Bearer"
              : "Bearer error=\"" + error + "\", error_description=\"" + text + "\"");
    }
    this.verdict = new Verdict.Fail(new ExchangeFailure(kind, "jwt: " + text), fields);
  }

  PolicyOutcome outcome() {
    return outcome;
  }

  Verdict verdict() {
    return verdict;
  }
}
