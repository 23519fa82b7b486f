package io.lychgate.gateway.admin.history;

import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.history.HistoryQuestionException;

/** Questions without an answer as the API reports them. */
final class HistoryProblems {
  private HistoryProblems() {}

  static ProblemException of(HistoryQuestionException question) {
    return new ProblemException(ProblemCode.INVALID, question.field() + ": " + question.text());
  }
}
