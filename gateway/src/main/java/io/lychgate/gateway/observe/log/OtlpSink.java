package io.lychgate.gateway.observe.log;

import io.lychgate.gateway.config.observe.LogConfig;
import io.lychgate.gateway.config.observe.OtlpConfig;
import io.lychgate.gateway.config.observe.TracingConfig;
import io.lychgate.gateway.observe.otlp.OtlpExporters;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.logs.data.LogRecordData;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import io.opentelemetry.sdk.resources.Resource;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Sends each line as a log record of OpenTelemetry: the line is the body, and its values are attributes. Writer thread only. */
final class OtlpSink implements LogSink {
  private final LogRecordExporter exporter;
  private final Resource resource = OtlpExporters.resource(TracingConfig.DEFAULT_SERVICE);
  private final boolean isJson;
  private final long patienceNanos;
  private final long pauseNanos = TimeUnit.SECONDS.toNanos(1);
  private long failedNanos = System.nanoTime() - pauseNanos;

  OtlpSink(OtlpConfig config, LogConfig.Format format) throws IOException {
    this(OtlpExporters.logs(config), format, config.timeout().toNanos());
  }

  OtlpSink(LogRecordExporter exporter, LogConfig.Format format, long patienceNanos) {
    this.exporter = exporter;
    this.isJson = format == LogConfig.Format.JSON;
    this.patienceNanos = patienceNanos;
  }

  @Override
  public void write(byte[] bytes, int length) throws IOException {
    if (System.nanoTime() - failedNanos < pauseNanos) {
      throw new IOException("the collector has failed a moment ago");
    }
    List<LogRecordData> records = new ArrayList<>();
    for (int at = 0; at < length; ) {
      int end = at;
      while (bytes[end] != '\n') {
        end++;
      }
      String line = new String(bytes, at, end - at, StandardCharsets.US_ASCII);
      records.add(isJson ? LineRecord.ofJson(line, resource) : LineRecord.ofText(line, resource));
      at = end + 1;
    }
    CompletableResultCode result = exporter.export(records);
    result.join(patienceNanos, TimeUnit.NANOSECONDS);
    if (!result.isSuccess()) {
      failedNanos = System.nanoTime();
      Throwable cause = result.getFailureThrowable();
      throw new IOException(
          "collector: " + (cause == null ? "no response within the timeout" : cause.toString()));
    }
  }

  @Override
  public long torn() {
    return 0;
  }

  @Override
  public void reopen(boolean force) {}

  @Override
  public void close() {
    exporter.shutdown();
  }
}
