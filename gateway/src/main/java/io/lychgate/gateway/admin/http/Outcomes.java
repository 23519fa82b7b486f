package io.lychgate.gateway.admin.http;

import io.lychgate.gateway.store.Outcome;

/** Results of writes as the API reports them. */
public final class Outcomes {

  private Outcomes() {}

  /** Returns the written value. Every other outcome ends the call with a problem. */
  public static <T> T value(Outcome<T> outcome) {
    if (outcome instanceof Outcome.Done<T> done) {
      return done.value();
    }
    if (outcome instanceof Outcome.Stale<T> stale) {
      throw ProblemException.stale(Precondition.etag(stale.currentVersion()));
    }
    if (outcome instanceof Outcome.Missing<T> missing) {
      throw new ProblemException(ProblemCode.NOT_FOUND, missing.sentence());
    }
    throw new ProblemException(ProblemCode.CONFLICT, ((Outcome.Conflict<T>) outcome).sentence());
  }
}
