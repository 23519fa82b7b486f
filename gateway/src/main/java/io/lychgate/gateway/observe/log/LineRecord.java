package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.observe.otlp.OtlpExporters;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.common.AttributesBuilder;
import io.opentelemetry.api.common.Value;
import io.opentelemetry.api.logs.Severity;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.logs.data.Body;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.resources.Resource;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One line of an access log as a log record of OpenTelemetry. */
final class LineRecord implements LogRecordData {
  private static final int SERVER_ERRORS = 500;
  private static final int CLIENT_ERRORS = 400;

  private final String line;
  private final Resource resource;
  private final Attributes attributes;
  private final Severity severity;
  private final SpanContext span;
  private final long timeNanos;
  private final long observedNanos = nanosOf(Instant.now());

  private LineRecord(
      String line,
      Resource resource,
      Attributes attributes,
      Severity severity,
      SpanContext span,
      long timeNanos) {
    this.line = line;
    this.resource = resource;
    this.attributes = attributes;
    this.severity = severity;
    this.span = span;
    this.timeNanos = timeNanos;
  }

  static LineRecord ofText(String line, Resource resource) {
    return new LineRecord(
        line,
        resource,
        Attributes.empty(),
        Severity.INFO,
        SpanContext.getInvalid(),
        nanosOf(Instant.now()));
  }

  static LineRecord ofJson(String line, Resource resource) {
    JsonNode json = JsonMapper.shared().readTree(line);
    AttributesBuilder attributes = Attributes.builder();
    json.properties().forEach(value -> put(attributes, value.getKey(), value.getValue()));
    int status = json.path("status").asInt(0);
    Severity severity = status >= SERVER_ERRORS
        ? Severity.ERROR
        : status >= CLIENT_ERRORS ? Severity.WARN : Severity.INFO;
    return new LineRecord(line, resource, attributes.build(), severity, spanOf(json), timeOf(json));
  }

  private static void put(AttributesBuilder attributes, String name, JsonNode value) {
    if (value.isNumber()) {
      attributes.put(AttributeKey.longKey(name), value.asLong());
    } else if (value.isBoolean()) {
      attributes.put(AttributeKey.booleanKey(name), value.asBoolean());
    } else if (value.isString()) {
      attributes.put(AttributeKey.stringKey(name), value.asString());
    } else {
      value
          .properties()
          .forEach(inner -> put(attributes, name + "." + inner.getKey(), inner.getValue()));
    }
  }

  private static SpanContext spanOf(JsonNode json) {
    // Both are hexadecimal digits, or the context is invalid.
    return SpanContext.create(
        json.path("trace_id").asString(""),
        json.path("span_id").asString(""),
        TraceFlags.getDefault(),
        TraceState.getDefault());
  }

  private static long timeOf(JsonNode json) {
    try {
      return nanosOf(Instant.parse(json.path("time").asString("")));
    } catch (DateTimeParseException without) {
      return nanosOf(Instant.now());
    }
  }

  private static long nanosOf(Instant time) {
    return TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
  }

  @Override
  public Resource getResource() {
    return resource;
  }

  @Override
  public InstrumentationScopeInfo getInstrumentationScopeInfo() {
    return OtlpExporters.SCOPE;
  }

  @Override
  public long getTimestampEpochNanos() {
    return timeNanos;
  }

  @Override
  public long getObservedTimestampEpochNanos() {
    return observedNanos;
  }

  @Override
  public SpanContext getSpanContext() {
    return span;
  }

  @Override
  public Severity getSeverity() {
    return severity;
  }

  @Override
  public String getSeverityText() {
    return severity.name();
  }

  @Override
  @SuppressWarnings("deprecation") // The interface requires it.
  public Body getBody() {
    return Body.string(line);
  }

  @Override
  public Value<?> getBodyValue() {
    return Value.of(line);
  }

  @Override
  public Attributes getAttributes() {
    return attributes;
  }

  @Override
  public int getTotalAttributeCount() {
    return attributes.size();
  }
}
