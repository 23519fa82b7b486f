package io.lychgate.gateway.http3.qpack;

/** Thrown for data of a client that violates RFC 9204. */
public final class Malformed extends Exception {
  private static final long serialVersionUID = 1L;

  Malformed(String what) {
    // Any client can cause it as often as it likes, so it has no stack trace.
    super(what, null, false, false);
  }
}
