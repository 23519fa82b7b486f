package io.lychgate.gateway.timing;

/** Signals a body that is not a report. It has no stack trace, because any client may cause it. */
public final class MalformedReportException extends Exception {
  private static final long serialVersionUID = 1;

  MalformedReportException(String message) {
    super(message, null, false, false);
  }
}
