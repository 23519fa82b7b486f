package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.config.observe.LogConfig;
import io.lychgate.gateway.config.observe.LogField;
import io.lychgate.gateway.config.observe.LogField.Property;
import io.lychgate.gateway.config.observe.LogField.Source;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.TagValues;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Writes the chosen values of an entry, as a JSON object or as {@code name=value} pairs. One per log and event loop.
 *
 * <p>Texts have the same escapes in both forms, see {@link JsonLine}: no client can end a line, a text or a pair.
 */
final class FieldsLine implements LineFormat {
  /** The values of the default line, without those of header fields. */
  static final List<LogField> DEFAULT = List.of(Property.values()).stream()
      .filter(property -> property != Property.LISTENER
          && property != Property.SCHEME
          && property != Property.SPAN_ID)
      .map(LogField::of)
      .toList();

  private static final byte[] TRUE = {'t', 'r', 'u', 'e'};

  private final TagValues reasons;
  private final Redactor redactor;
  private final boolean isJson;
  private final List<Column> columns;
  private final LogTime time = new LogTime();
  private final JsonLine json = new JsonLine();
  private boolean isFirst;

  /** One value of a line with its encoded name: as the first one, and behind others. */
  private static final class Column {
    private final LogField field;
    private final byte[] first;
    private final byte[] next;

    Column(LogField field, byte[] first, byte[] next) {
      this.field = field;
      this.first = first;
      this.next = next;
    }
  }

  FieldsLine(LogConfig config, TagValues reasons, Redactor redactor) {
    this.reasons = reasons;
    this.redactor = redactor;
    this.isJson = config.format() == LogConfig.Format.JSON;
    List<LogField> fields = config.fields().isEmpty() ? DEFAULT : config.fields();
    this.columns = fields.stream().map(this::column).toList();
  }

  private Column column(LogField field) {
    String name = field.toString();
    return isJson
        ? new Column(field, JsonLine.name(name, true), JsonLine.name(name, false))
        : new Column(field, ascii(name + "="), ascii(" " + name + "="));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public void write(AccessLogEntry entry, LineBuffer buffer) {
    json.begin(buffer);
    isFirst = true;
    if (isJson) {
      json.ascii('{');
    }
    for (int i = 0; i < columns.size(); i++) {
      write(columns.get(i), entry);
    }
    if (isJson) {
      json.ascii('}');
    }
    json.end();
  }

  private void write(Column column, AccessLogEntry entry) {
    LogField field = column.field;
    if (field.source() == Source.REQUEST) {
      header(column, entry.requestFields);
    } else if (field.source() == Source.RESPONSE) {
      header(column, entry.responseFields);
    } else {
      property(column, Objects.requireNonNull(field.property()), entry);
    }
  }

  private void header(Column column, @Nullable ChosenFields fields) {
    CharSequence value = fields == null ? null : fields.get(column.field.name());
    if (value != null) {
      text(column, redactor.field(column.field.name(), cut(value)));
    }
  }

  private void property(Column column, Property property, AccessLogEntry entry) {
    ConnectionRecord connection = entry.connection;
    switch (property) {
      case TIME -> time(column, entry.timeMillis);
      case LISTENER -> text(column, entry.listener);
      case CLIENT -> text(column, clientOf(entry));
      case PEER -> text(column, peerOf(entry));
      case CONNECTION -> {
        if (connection != null) {
          json.number(name(column), connection.id());
        }
      }
      case PROTOCOL -> text(column, protocolOf(entry));
      case TLS -> text(column, entry.tlsVersion);
      case METHOD -> request(column, entry.method);
      case SCHEME -> text(column, entry.scheme);
      case HOST -> text(column, entry.host);
      case PATH -> request(column, redactor.target(cut(entry.path)));
      case STATUS -> {
        if (!entry.isPassedThrough) {
          json.number(name(column), entry.status);
        }
      }
      case BYTES -> json.number(name(column), entry.bytesOut);
      case BYTES_IN -> ifAny(column, entry.bytesIn);
      case DURATION_US -> json.number(name(column), entry.durationNanos / 1000);
      case ROUTE -> text(column, entry.route);
      case REQUEST_ID -> text(column, entry.requestId);
      case TRACE_ID -> text(column, entry.traceId);
      case SPAN_ID -> text(column, entry.spanId);
      case USER -> text(column, entry.user);
      case UPSTREAM -> text(column, entry.upstream);
      case UPSTREAM_US -> {
        if (entry.upstream != null) {
          json.number(name(column), entry.upstreamNanos / 1000);
        }
      }
      case ATTEMPTS -> ifAny(column, entry.attempts > 1 ? entry.attempts : 0);
      case PROXY_STATUS -> text(column, entry.proxyStatus);
      case EARLY_DATA -> {
        if (entry.earlyData) {
          put(name(column));
          put(TRUE);
        }
      }
      case PUSHES -> ifAny(column, entry.pushes);
      case HINTS -> ifAny(column, entry.hints);
      case SKIPPED -> skipped(column, entry);
      case REVISION -> ifAny(column, entry.revision);
    }
  }

  private static @Nullable String clientOf(AccessLogEntry entry) {
    ConnectionRecord connection = entry.connection;
    return entry.client != null || connection == null ? entry.client : connection.client();
  }

  /** Returns the peer of the connection if it is not the client. */
  private static @Nullable String peerOf(AccessLogEntry entry) {
    ConnectionRecord connection = entry.connection;
    String peer = connection == null ? null : connection.client();
    return peer == null || peer.equals(clientOf(entry)) ? null : peer;
  }

  private static @Nullable String protocolOf(AccessLogEntry entry) {
    if (entry.isPassedThrough) {
      return AccessLogLine.PASSTHROUGH;
    }
    ConnectionRecord connection = entry.connection;
    return connection == null ? null : connection.protocol().tag();
  }

  /** JSON has an object of numbers by reason; pairs have a text of {@code reason:number}. */
  private void skipped(Column column, AccessLogEntry entry) {
    if (entry.skips == 0) {
      return;
    }
    put(name(column));
    json.ascii(isJson ? '{' : '"');
    boolean isFirstReason = true;
    for (int reason = 0; reason < entry.skipsByReason.length; reason++) {
      if (entry.skipsByReason[reason] > 0) {
        String name = reasons.name(reason);
        json.number(
            isJson
                ? JsonLine.name(name, isFirstReason)
                : ascii((isFirstReason ? "" : ",") + name + ":"),
            entry.skipsByReason[reason]);
        isFirstReason = false;
      }
    }
    json.ascii(isJson ? '}' : '"');
  }

  private void time(Column column, long millis) {
    put(name(column));
    json.ascii('"');
    json.bytes(time.format(millis), LogTime.LENGTH);
    json.ascii('"');
  }

  /** Writes a value that an entry without a request does not have. */
  private void request(Column column, CharSequence value) {
    if (!value.isEmpty()) {
      text(column, value);
    }
  }

  /** Cuts a text before it is searched for values to redact, so that a long one costs no more than it shows. */
  private static CharSequence cut(CharSequence value) {
    return value.length() > AccessLogLine.MAX_TEXT
        ? value.subSequence(0, AccessLogLine.MAX_TEXT)
        : value;
  }

  private void text(Column column, @Nullable CharSequence value) {
    if (value != null) {
      json.text(name(column), value, Math.min(value.length(), AccessLogLine.MAX_TEXT));
    }
  }

  private void ifAny(Column column, long value) {
    if (value != 0) {
      json.number(name(column), value);
    }
  }

  private byte[] name(Column column) {
    byte[] name = isFirst ? column.first : column.next;
    isFirst = false;
    return name;
  }

  private void put(byte[] bytes) {
    json.bytes(bytes, bytes.length);
  }
}
