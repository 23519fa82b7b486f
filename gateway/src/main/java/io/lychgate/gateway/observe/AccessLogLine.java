package io.lychgate.gateway.observe;

import io.netty.util.AsciiString;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.SerializableString;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.io.CharacterEscapes;
import tools.jackson.core.io.SerializedString;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * Writes entries as lines of JSON. One per event loop; its generator lives as long.
 *
 * <p>The text of a client cannot break out of its line: JSON escapes all control characters, and everything outside
 * ASCII is escaped as well, so that no terminal sees a character that a stranger chose.
 */
final class AccessLogLine {
  /** Characters of one text; longer ones are cut. Escaped six-fold it still fits into the reserve of a buffer. */
  static final int MAX_TEXT = 4096;

  private static final JsonFactory JSON = JsonFactory.builder()
      .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
      .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
      .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
      .rootValueSeparator((String) null)
      .characterEscapes(new ControlEscapes())
      .build();

  private static final SerializedString TIME = new SerializedString("time");
  private static final SerializedString CLIENT = new SerializedString("client");
  private static final SerializedString PROTOCOL = new SerializedString("protocol");
  private static final SerializedString TLS = new SerializedString("tls");
  private static final SerializedString METHOD = new SerializedString("method");
  private static final SerializedString HOST = new SerializedString("host");
  private static final SerializedString PATH = new SerializedString("path");
  private static final SerializedString STATUS = new SerializedString("status");
  private static final SerializedString BYTES = new SerializedString("bytes");
  private static final SerializedString BYTES_IN = new SerializedString("bytes_in");
  private static final SerializedString DURATION = new SerializedString("duration_us");
  private static final SerializedString ROUTE = new SerializedString("route");
  private static final SerializedString UPSTREAM = new SerializedString("upstream");
  private static final SerializedString UPSTREAM_TIME = new SerializedString("upstream_us");
  private static final SerializedString PROXY_STATUS = new SerializedString("proxy_status");
  private static final SerializedString PUSHES = new SerializedString("pushes");
  private static final SerializedString HINTS = new SerializedString("hints");
  private static final SerializedString SKIPPED = new SerializedString("skipped");
  private static final SerializedString CONNECTION = new SerializedString("connection");
  private static final SerializedString REVISION = new SerializedString("revision");

  private final TagValues reasons;
  private final boolean keepQuery;
  private final LogTime time = new LogTime();
  private final char[] text = new char[MAX_TEXT];
  private final Target target = new Target();
  private JsonGenerator json = newGenerator();

  AccessLogLine(TagValues reasons, boolean keepQuery) {
    this.reasons = reasons;
    this.keepQuery = keepQuery;
  }

  void write(AccessLogEntry entry, LineBuffer buffer) {
    int start = buffer.length();
    target.buffer = buffer;
    try {
      writeObject(entry);
      json.flush();
      buffer.endLine();
    } catch (RuntimeException broken) {
      // A generator that failed within an object would write on within it for ever.
      json = newGenerator();
      buffer.truncate(start);
      throw broken;
    }
  }

  private void writeObject(AccessLogEntry entry) {
    json.writeStartObject();
    json.writeName(TIME);
    json.writeString(time.format(entry.timeMillis), 0, LogTime.LENGTH);
    writeConnection(entry);
    writeText(METHOD, entry.method, entry.method.length());
    writeText(HOST, entry.host, entry.host.length());
    writeText(PATH, entry.path, pathLength(entry.path));
    writeNumber(STATUS, entry.status);
    writeNumber(BYTES, entry.bytesOut);
    writeIfAny(BYTES_IN, entry.bytesIn);
    writeNumber(DURATION, entry.durationNanos / 1000);
    writeRoute(entry);
    writeEarly(entry);
    writeNumber(REVISION, entry.revision);
    json.writeEndObject();
  }

  private void writeConnection(AccessLogEntry entry) {
    ConnectionRecord connection = entry.connection;
    if (connection != null) {
      writeString(CLIENT, connection.client());
      writeNumber(CONNECTION, connection.id());
      writeString(PROTOCOL, connection.protocol().tag());
    }
    writeString(TLS, entry.tlsVersion);
  }

  private void writeRoute(AccessLogEntry entry) {
    writeString(ROUTE, entry.route);
    if (entry.upstream != null) {
      writeString(UPSTREAM, entry.upstream);
      writeNumber(UPSTREAM_TIME, entry.upstreamNanos / 1000);
    }
    writeString(PROXY_STATUS, entry.proxyStatus);
  }

  private void writeEarly(AccessLogEntry entry) {
    writeIfAny(PUSHES, entry.pushes);
    writeIfAny(HINTS, entry.hints);
    if (entry.skips == 0) {
      return;
    }
    json.writeName(SKIPPED);
    json.writeStartObject();
    for (int reason = 0; reason < entry.skipsByReason.length; reason++) {
      if (entry.skipsByReason[reason] > 0) {
        json.writeName(reasons.name(reason));
        json.writeNumber(entry.skipsByReason[reason]);
      }
    }
    json.writeEndObject();
  }

  private int pathLength(CharSequence path) {
    if (keepQuery) {
      return path.length();
    }
    int query = AsciiString.indexOf(path, '?', 0);
    return query < 0 ? path.length() : query;
  }

  private void writeText(SerializedString name, CharSequence value, int length) {
    int end = Math.min(length, MAX_TEXT);
    if (value instanceof String string) {
      string.getChars(0, end, text, 0);
    } else {
      for (int i = 0; i < end; i++) {
        text[i] = value.charAt(i);
      }
    }
    json.writeName(name);
    json.writeString(text, 0, end);
  }

  private void writeString(SerializedString name, @Nullable String value) {
    if (value != null) {
      json.writeName(name);
      json.writeString(value);
    }
  }

  private void writeNumber(SerializedString name, long value) {
    json.writeName(name);
    json.writeNumber(value);
  }

  private void writeIfAny(SerializedString name, long value) {
    if (value != 0) {
      writeNumber(name, value);
    }
  }

  private JsonGenerator newGenerator() {
    return JSON.createGenerator(ObjectWriteContext.empty(), target);
  }

  /** Escapes DEL as well, which JSON would let through to a terminal. */
  private static final class ControlEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1;
    private static final int DEL = 127;
    private final int[] codes = standardAsciiEscapesForJSON();

    ControlEscapes() {
      codes[DEL] = ESCAPE_STANDARD;
    }

    @Override
    public int[] getEscapeCodesForAscii() {
      return codes;
    }

    @Override
    public @Nullable SerializableString getEscapeSequence(int character) {
      return null;
    }
  }

  /** Passes the generator's bytes on to the buffer of the moment. */
  private static final class Target extends OutputStream {
    private @Nullable LineBuffer buffer;

    @Override
    public void write(int octet) {
      if (buffer != null) {
        buffer.append((byte) octet);
      }
    }

    @Override
    public void write(byte[] source, int offset, int count) {
      if (buffer != null) {
        buffer.append(source, offset, count);
      }
    }
  }
}
