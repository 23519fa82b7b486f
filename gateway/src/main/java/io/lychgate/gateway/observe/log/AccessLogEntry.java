package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.observe.ConnectionRecord;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The access log's values of one exchange. Each event loop reuses one object.
 *
 * <p>It holds no header field values other than the host and those that a log chooses, so that cookies and credentials cannot get into
 * a log by mistake.
 */
public final class AccessLogEntry {
  long timeMillis;

  @Nullable
  ConnectionRecord connection;

  @Nullable
  String client;

  @Nullable
  String tlsVersion;

  /** True for a TLS connection that was passed through: it has no request. */
  boolean isPassedThrough;

  CharSequence method = "";
  CharSequence host = "";
  CharSequence path = "";
  int status;
  long bytesIn;
  long bytesOut;
  long durationNanos;

  @Nullable
  String route;

  @Nullable
  CharSequence requestId;

  @Nullable
  CharSequence traceId;

  @Nullable
  CharSequence spanId;

  @Nullable
  String user;

  @Nullable
  String listener;

  @Nullable
  String scheme;

  @Nullable
  ChosenFields requestFields;

  @Nullable
  ChosenFields responseFields;

  @Nullable
  String upstream;

  long upstreamNanos;
  int attempts;

  @Nullable
  String proxyStatus;

  boolean earlyData;
  int pushes;
  int hints;
  int skips;
  final int[] skipsByReason;
  long revision;

  AccessLogEntry(int reasons) {
    skipsByReason = new int[reasons];
  }

  /** Clears the values of the previous exchange. */
  void clear() {
    timeMillis = 0;
    connection = null;
    client = null;
    tlsVersion = null;
    isPassedThrough = false;
    method = "";
    host = "";
    path = "";
    status = 0;
    bytesIn = 0;
    bytesOut = 0;
    durationNanos = 0;
    route = null;
    requestId = null;
    traceId = null;
    spanId = null;
    user = null;
    listener = null;
    scheme = null;
    requestFields = null;
    responseFields = null;
    upstream = null;
    upstreamNanos = 0;
    attempts = 0;
    proxyStatus = null;
    earlyData = false;
    pushes = 0;
    hints = 0;
    revision = 0;
    if (skips > 0) {
      skips = 0;
      Arrays.fill(skipsByReason, 0);
    }
  }

  /** Sets the time at which the request head arrived. */
  public AccessLogEntry time(long wallMillis) {
    timeMillis = wallMillis;
    return this;
  }

  public AccessLogEntry connection(ConnectionRecord record) {
    connection = record;
    return this;
  }

  /** Sets the address of the client as text. It differs from the peer of the connection behind a trusted proxy. */
  public AccessLogEntry client(String address) {
    client = address;
    return this;
  }

  /**
   * Makes it the entry of a TLS connection that was passed on without termination.
   *
   * @param address the client's address as text
   * @param serverName the name that the client requested
   */
  public AccessLogEntry passedThrough(String address, String serverName) {
    isPassedThrough = true;
    client = address;
    host = serverName;
    return this;
  }

  /** Sets the TLS version, for example {@code TLSv1.3}; null on a connection without TLS. */
  public AccessLogEntry tlsVersion(@Nullable String version) {
    tlsVersion = version;
    return this;
  }

  /**
   * Sets the request.
   *
   * @param path path with its query; the log cuts the query off if it is configured so
   */
  public AccessLogEntry request(CharSequence method, CharSequence host, CharSequence path) {
    this.method = method;
    this.host = host;
    this.path = path;
    return this;
  }

  /**
   * Sets the response.
   *
   * @param status the final status code; 0 if none was sent
   */
  public AccessLogEntry response(int status, long bodyBytes, long durationNanos) {
    this.status = status;
    this.bytesOut = bodyBytes;
    this.durationNanos = durationNanos;
    return this;
  }

  public AccessLogEntry requestBytes(long bodyBytes) {
    bytesIn = bodyBytes;
    return this;
  }

  public AccessLogEntry route(@Nullable String id) {
    route = id;
    return this;
  }

  /** Sets the id of the request that servers and clients know, too. */
  public AccessLogEntry requestId(CharSequence id) {
    requestId = id;
    return this;
  }

  /** Sets the trace of the request and the gateway's own span in it, both as hexadecimal digits. */
  public AccessLogEntry trace(CharSequence trace, CharSequence span) {
    traceId = trace;
    spanId = span;
    return this;
  }

  /** Sets the name of the listener, and the scheme of the request. */
  public AccessLogEntry listener(String name, String requestScheme) {
    listener = name;
    scheme = requestScheme;
    return this;
  }

  /** Sets the header fields that logs show. */
  public AccessLogEntry fields(
      @Nullable ChosenFields ofRequest, @Nullable ChosenFields ofResponse) {
    requestFields = ofRequest;
    responseFields = ofResponse;
    return this;
  }

  /** Sets the name of the authenticated sender. */
  public AccessLogEntry user(@Nullable String name) {
    user = name;
    return this;
  }

  /**
   * Sets the upstream that responded.
   *
   * @param nanos nanoseconds from the assignment of the request to the head of its response
   */
  public AccessLogEntry upstream(@Nullable String name, long nanos) {
    upstream = name;
    upstreamNanos = nanos;
    return this;
  }

  /** Sets how often the request was sent to servers. */
  public AccessLogEntry attempts(int number) {
    attempts = number;
    return this;
  }

  /** Sets the error token of RFC 9209 2.3, for an exchange that failed. */
  public AccessLogEntry proxyStatus(@Nullable String token) {
    proxyStatus = token;
    return this;
  }

  public AccessLogEntry early(int pushes, int hints) {
    this.pushes = pushes;
    this.hints = hints;
    return this;
  }

  /** Sets true if it was served before the client's handshake was complete. */
  public AccessLogEntry earlyData(boolean isEarly) {
    earlyData = isEarly;
    return this;
  }

  /** Counts a candidate that was neither pushed nor hinted. */
  public AccessLogEntry skipped(int reason) {
    skips++;
    if (reason < skipsByReason.length) {
      skipsByReason[reason]++;
    }
    return this;
  }

  public AccessLogEntry revision(long number) {
    revision = number;
    return this;
  }
}
