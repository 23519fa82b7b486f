package io.lychgate.gateway.observe.otlp;

import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.observe.OtlpConfig;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.common.ComponentLoader;
import io.opentelemetry.exporter.otlp.http.logs.OtlpHttpLogRecordExporter;
import io.opentelemetry.exporter.otlp.http.logs.OtlpHttpLogRecordExporterBuilder;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporterBuilder;
import io.opentelemetry.exporter.otlp.logs.OtlpGrpcLogRecordExporter;
import io.opentelemetry.exporter.otlp.logs.OtlpGrpcLogRecordExporterBuilder;
import io.opentelemetry.exporter.otlp.trace.OtlpGrpcSpanExporter;
import io.opentelemetry.exporter.otlp.trace.OtlpGrpcSpanExporterBuilder;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.common.export.GrpcSenderProvider;
import io.opentelemetry.sdk.logs.export.LogRecordExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Makes exporters. They keep no queue and repeat nothing: their users do, and count what is lost. Over HTTP the JDK's client sends, over
 * gRPC Armeria's.
 */
public final class OtlpExporters {
  /** The parts of the gateway that make spans and log records. */
  public static final InstrumentationScopeInfo SCOPE = InstrumentationScopeInfo.create("lychgate");

  private static final AttributeKey<String> SERVICE_NAME = AttributeKey.stringKey("service.name");
  private static final AttributeKey<String> SERVICE_VERSION =
      AttributeKey.stringKey("service.version");
  private static final AttributeKey<String> HOST_NAME = AttributeKey.stringKey("host.name");
  private static final AttributeKey<Long> PID = AttributeKey.longKey("process.pid");

  private static final Duration CONNECT = Duration.ofSeconds(2);

  /** The exporters report each failure to it. The gateway reports failures itself, at most one in 30 seconds. */
  private static final Logger QUIET = Logger.getLogger("io.opentelemetry");

  static {
    QUIET.setLevel(Level.OFF);
  }

  private OtlpExporters() {}

  /** Returns the description of this gateway in what it sends. */
  public static Resource resource(String service) {
    Package own = OtlpExporters.class.getPackage();
    String version = own == null ? null : own.getImplementationVersion();
    String host = System.getenv().getOrDefault("HOSTNAME", "");
    var attributes = Attributes.builder()
        .put(SERVICE_NAME, service)
        .put(PID, ProcessHandle.current().pid());
    if (version != null) {
      attributes.put(SERVICE_VERSION, version);
    }
    if (!host.isEmpty()) {
      attributes.put(HOST_NAME, host);
    }
    return Resource.create(attributes.build());
  }

  public static SpanExporter spans(OtlpConfig to) throws IOException {
    if (to.protocol() == OtlpConfig.Protocol.GRPC) {
      OtlpGrpcSpanExporterBuilder builder = OtlpGrpcSpanExporter.builder()
          .setEndpoint(to.url("traces"))
          .setTimeout(to.timeout())
          .setConnectTimeout(CONNECT)
          .setRetryPolicy(null)
          .setComponentLoader(new GrpcByArmeria(to));
      addHeaders(to, builder::addHeader);
      return builder.build();
    }
    OtlpHttpSpanExporterBuilder builder = OtlpHttpSpanExporter.builder()
        .setEndpoint(to.url("traces"))
        .setTimeout(to.timeout())
        .setConnectTimeout(CONNECT)
        .setRetryPolicy(null);
    addHeaders(to, builder::addHeader);
    if (to.ca() != null) {
      builder.setTrustedCertificates(certificates(to.ca()));
    }
    return builder.build();
  }

  public static LogRecordExporter logs(OtlpConfig to) throws IOException {
    if (to.protocol() == OtlpConfig.Protocol.GRPC) {
      OtlpGrpcLogRecordExporterBuilder builder = OtlpGrpcLogRecordExporter.builder()
          .setEndpoint(to.url("logs"))
          .setTimeout(to.timeout())
          .setConnectTimeout(CONNECT)
          .setRetryPolicy(null)
          .setComponentLoader(new GrpcByArmeria(to));
      addHeaders(to, builder::addHeader);
      return builder.build();
    }
    OtlpHttpLogRecordExporterBuilder builder = OtlpHttpLogRecordExporter.builder()
        .setEndpoint(to.url("logs"))
        .setTimeout(to.timeout())
        .setConnectTimeout(CONNECT)
        .setRetryPolicy(null);
    addHeaders(to, builder::addHeader);
    if (to.ca() != null) {
      builder.setTrustedCertificates(certificates(to.ca()));
    }
    return builder.build();
  }

  private static void addHeaders(OtlpConfig to, BiConsumer<String, String> headers) {
    for (Map.Entry<String, Secret> header : to.headers().entrySet()) {
      headers.accept(header.getKey(), header.getValue().reveal());
    }
  }

  private static byte[] certificates(Path file) throws IOException {
    return Files.readAllBytes(file);
  }

  /** Gives the exporters the gateway's own sender for gRPC, and their libraries' for all else. */
  private static final class GrpcByArmeria implements ComponentLoader {
    private final OtlpConfig to;
    private final ComponentLoader others =
        ComponentLoader.forClassLoader(OtlpExporters.class.getClassLoader());

    GrpcByArmeria(OtlpConfig to) {
      this.to = to;
    }

    @Override
    public <T> Iterable<T> load(Class<T> service) {
      if (service == GrpcSenderProvider.class) {
        GrpcSenderProvider own = sender -> new ArmeriaGrpcSender(to, sender);
        return List.of(service.cast(own));
      }
      return others.load(service);
    }
  }
}
