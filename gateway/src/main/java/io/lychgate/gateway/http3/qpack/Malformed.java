package io.lychgate.gateway.http3.qpack;

/** What a client sent is not what RFC 9204 lets it send. */
public final class Malformed extends Exception {
  private static final long serialVersionUID = 1L;

  Malformed(String what) {
    // Any client can cause it as often as it likes: no stack trace.
    super(what, null, false, false);
  }
}
