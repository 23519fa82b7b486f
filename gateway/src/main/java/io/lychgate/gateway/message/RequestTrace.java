package io.lychgate.gateway.message;

import org.jspecify.annotations.Nullable;

/** The part of the gateway in the distributed trace of a request (W3C Trace Context): its span, recorded or not. Event loop only. */
public interface RequestTrace {
  /** The trace, 32 hexadecimal digits in lower case. */
  String traceId();

  /** The gateway's own span, 16 hexadecimal digits in lower case. */
  String spanId();

  /** Returns false if only the context is passed on. */
  boolean isRecorded();

  /** Sets a value of the span. */
  void set(String name, String value);

  /** Sets a number of the span. */
  void set(String name, long value);

  /** Adds the time at which a phase of the gateway ended. */
  void event(String name);

  /** Adds one decision on a hint or a push. Those beyond a bound are dropped. */
  void decided(String decision, CharSequence target);

  /**
   * Begins the span of one try at an upstream.
   *
   * @param earlier number of tries before
   * @return null if nothing is recorded
   */
  @Nullable
  ClientSpan beginTry(RequestHead request, String upstream, int earlier);

  /** The span of one try at an upstream. */
  interface ClientSpan {
    /** The try has a connection to this server. */
    void connected(String address, int port, String url);

    /** Puts the context of this try into the fields, which are about to be sent. */
    void sent(Fields fields);

    void responded(int status);

    /**
     * Ends the span. Further calls change nothing.
     *
     * @param error token of the failure; null for none
     */
    void end(@Nullable String error);
  }

  /**
   * Ends the span.
   *
   * @param name method and route
   * @param nanos duration since the head of the request arrived
   * @param error token of the failure, or status code of an error; null for none
   */
  void end(String name, long nanos, @Nullable String error);
}
