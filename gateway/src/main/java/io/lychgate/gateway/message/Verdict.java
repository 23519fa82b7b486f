package io.lychgate.gateway.message;

/** The result of a {@link RequestStep}. */
public sealed interface Verdict {
  /** The request continues with the next step. */
  Verdict CONTINUE = new Continue();

  /** The request continues with the next step: {@link #CONTINUE}. */
  record Continue() implements Verdict {}

  /** This responder responds in place of the route's own. */
  record Respond(ResponderFactory responder) implements Verdict {}

  /** The gateway responds with this failure. */
  record Fail(ExchangeFailure failure) implements Verdict {}
}
