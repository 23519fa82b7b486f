package io.lychgate.gateway.message;

/** The result of a {@link RequestStep}. */
public sealed interface Verdict {
  /** The request continues with the next step. */
  Verdict CONTINUE = new Continue();

  /** The request continues with the next step: {@link #CONTINUE}. */
  record Continue() implements Verdict {}

  /** This responder responds in place of the route's own. */
  record Respond(ResponderFactory responder) implements Verdict {}

  /**
   * The gateway responds with this failure.
   *
   * @param fields additional header fields of the response, such as WWW-Authenticate. Shared by responses, so never changed.
   */
  record Fail(ExchangeFailure failure, Fields fields) implements Verdict {
    public Fail(ExchangeFailure failure) {
      this(failure, new Fields(0));
    }
  }
}
