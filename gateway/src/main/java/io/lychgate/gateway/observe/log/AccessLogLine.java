package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.TagValues;
import io.netty.util.AsciiString;
import org.jspecify.annotations.Nullable;

/**
 * Writes entries as lines of JSON. One per event loop.
 *
 * <p>A client's text cannot break out of its line: {@link JsonLine} escapes all control characters and all characters outside
 * ASCII.
 */
final class AccessLogLine implements LineFormat {
  /**
   * The most characters of one text; longer ones are cut. Even with six bytes for each character it fits into the reserve of a
   * buffer.
   */
  static final int MAX_TEXT = 4096;

  private static final byte[] TIME = JsonLine.name("time", true);
  private static final byte[] CLIENT = JsonLine.name("client", false);
  private static final byte[] PEER = JsonLine.name("peer", false);
  private static final byte[] PROTOCOL = JsonLine.name("protocol", false);
  private static final byte[] TLS = JsonLine.name("tls", false);
  private static final byte[] METHOD = JsonLine.name("method", false);
  private static final byte[] HOST = JsonLine.name("host", false);
  private static final byte[] PATH = JsonLine.name("path", false);
  private static final byte[] STATUS = JsonLine.name("status", false);
  private static final byte[] BYTES = JsonLine.name("bytes", false);
  private static final byte[] BYTES_IN = JsonLine.name("bytes_in", false);
  private static final byte[] DURATION = JsonLine.name("duration_us", false);
  private static final byte[] ROUTE = JsonLine.name("route", false);
  private static final byte[] REQUEST_ID = JsonLine.name("request_id", false);
  private static final byte[] TRACE_ID = JsonLine.name("trace_id", false);
  private static final byte[] USER = JsonLine.name("user", false);
  private static final byte[] UPSTREAM = JsonLine.name("upstream", false);
  private static final byte[] UPSTREAM_TIME = JsonLine.name("upstream_us", false);
  private static final byte[] ATTEMPTS = JsonLine.name("attempts", false);
  private static final byte[] PROXY_STATUS = JsonLine.name("proxy_status", false);
  private static final byte[] EARLY_DATA = JsonLine.name("early_data", false);
  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};
  private static final byte[] PUSHES = JsonLine.name("pushes", false);
  private static final byte[] HINTS = JsonLine.name("hints", false);
  private static final byte[] SKIPPED = JsonLine.name("skipped", false);
  private static final byte[] CONNECTION = JsonLine.name("connection", false);
  private static final byte[] REVISION = JsonLine.name("revision", false);

  /** The value of {@code protocol} for a TLS connection that was passed on without termination. */
  static final String PASSTHROUGH = "passthrough";

  private final TagValues reasons;
  private final boolean keepQuery;
  private final LogTime time = new LogTime();
  private final JsonLine json = new JsonLine();

  /** The connection's part of the previous line. Responses leave in flushes, so most lines have the same part. */
  private byte[] connectionPart = {};

  private @Nullable ConnectionRecord partConnection;
  private @Nullable String partClient;
  private @Nullable String partTls;

  AccessLogLine(TagValues reasons, boolean keepQuery) {
    this.reasons = reasons;
    this.keepQuery = keepQuery;
  }

  @Override
  public void write(AccessLogEntry entry, LineBuffer buffer) {
    json.begin(buffer);
    json.ascii('{');
    json.bytes(TIME, TIME.length);
    json.ascii('"');
    json.bytes(time.format(entry.timeMillis), LogTime.LENGTH);
    json.ascii('"');
    if (entry.isPassedThrough) {
      writePassedThrough(entry);
      return;
    }
    writeConnection(entry);
    writeText(METHOD, entry.method, entry.method.length());
    writeText(HOST, entry.host, entry.host.length());
    writeText(PATH, entry.path, pathLength(entry.path));
    json.number(STATUS, entry.status);
    json.number(BYTES, entry.bytesOut);
    writeIfAny(BYTES_IN, entry.bytesIn);
    json.number(DURATION, entry.durationNanos / 1000);
    writeRoute(entry);
    writeEarly(entry);
    json.number(REVISION, entry.revision);
    json.ascii('}');
    json.end();
  }

  private void writePassedThrough(AccessLogEntry entry) {
    writeString(CLIENT, entry.client);
    json.text(PROTOCOL, PASSTHROUGH);
    writeText(HOST, entry.host, entry.host.length());
    json.number(BYTES, entry.bytesOut);
    writeIfAny(BYTES_IN, entry.bytesIn);
    json.number(DURATION, entry.durationNanos / 1000);
    writeString(UPSTREAM, entry.upstream);
    writeString(PROXY_STATUS, entry.proxyStatus);
    json.ascii('}');
    json.end();
  }

  @SuppressWarnings("ReferenceEquality") // An equal text in another object is only encoded again.
  private void writeConnection(AccessLogEntry entry) {
    ConnectionRecord connection = entry.connection;
    String peer = connection == null ? null : connection.client();
    String client = entry.client == null ? peer : entry.client;
    if (connection == partConnection && client == partClient && entry.tlsVersion == partTls) {
      json.bytes(connectionPart, connectionPart.length);
      return;
    }
    int start = json.position();
    if (connection != null && client != null) {
      json.text(CLIENT, client);
      if (peer != null && !client.equals(peer)) {
        json.text(PEER, peer);
      }
      json.number(CONNECTION, connection.id());
      json.text(PROTOCOL, connection.protocol().tag());
    }
    writeString(TLS, entry.tlsVersion);
    connectionPart = json.since(start);
    partConnection = connection;
    partClient = client;
    partTls = entry.tlsVersion;
  }

  private void writeRoute(AccessLogEntry entry) {
    writeString(ROUTE, entry.route);
    if (entry.requestId != null) {
      writeText(REQUEST_ID, entry.requestId, entry.requestId.length());
    }
    if (entry.traceId != null) {
      writeText(TRACE_ID, entry.traceId, entry.traceId.length());
    }
    if (entry.user != null) {
      writeText(USER, entry.user, entry.user.length());
    }
    if (entry.upstream != null) {
      writeString(UPSTREAM, entry.upstream);
      json.number(UPSTREAM_TIME, entry.upstreamNanos / 1000);
      if (entry.attempts > 1) {
        json.number(ATTEMPTS, entry.attempts);
      }
    }
    writeString(PROXY_STATUS, entry.proxyStatus);
  }

  private void writeEarly(AccessLogEntry entry) {
    if (entry.earlyData) {
      json.bytes(EARLY_DATA, EARLY_DATA.length);
      json.bytes(TRUE, TRUE.length);
    }
    writeIfAny(PUSHES, entry.pushes);
    writeIfAny(HINTS, entry.hints);
    if (entry.skips == 0) {
      return;
    }
    json.bytes(SKIPPED, SKIPPED.length);
    json.ascii('{');
    boolean isFirst = true;
    for (int reason = 0; reason < entry.skipsByReason.length; reason++) {
      if (entry.skipsByReason[reason] > 0) {
        json.number(JsonLine.name(reasons.name(reason), isFirst), entry.skipsByReason[reason]);
        isFirst = false;
      }
    }
    json.ascii('}');
  }

  private int pathLength(CharSequence path) {
    if (keepQuery) {
      return path.length();
    }
    int query = AsciiString.indexOf(path, '?', 0);
    return query < 0 ? path.length() : query;
  }

  private void writeText(byte[] name, CharSequence value, int length) {
    json.text(name, value, Math.min(length, MAX_TEXT));
  }

  private void writeString(byte[] name, @Nullable String value) {
    if (value != null) {
      json.text(name, value);
    }
  }

  private void writeIfAny(byte[] name, long value) {
    if (value != 0) {
      json.number(name, value);
    }
  }
}
