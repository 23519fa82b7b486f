package io.lychgate.gateway.history;

/** A question that has no answer, with the field that is wrong. The text has the value and what is expected. */
public final class HistoryQuestionException extends RuntimeException {
  private final String field;

  HistoryQuestionException(String field, String text) {
    super(text);
    this.field = field;
  }

  /** Returns the name of the parameter, such as {@code from}. */
  public String field() {
    return field;
  }

  /** Returns the fault for people, without the name of the field. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
