package io.lychgate.gateway.testkit;

import com.google.protobuf.InvalidProtocolBufferException;
import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpHeaders;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest;
import io.opentelemetry.proto.collector.logs.v1.ExportLogsServiceResponse;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.logs.v1.LogRecord;
import io.opentelemetry.proto.resource.v1.Resource;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** A collector of OpenTelemetry that speaks OTLP over HTTP and over gRPC on one port. */
public final class OtlpCollector implements AutoCloseable {
  private static final int PREFIX_BYTES = 5;
  private static final String GRPC = "/opentelemetry.proto.collector.";

  private final Server server;
  private final List<Span> spans = new CopyOnWriteArrayList<>();
  private final List<LogRecord> logs = new CopyOnWriteArrayList<>();
  private final List<String> protocols = new CopyOnWriteArrayList<>();
  private final List<HttpHeaders> heads = new CopyOnWriteArrayList<>();
  private final List<Resource> resources = new CopyOnWriteArrayList<>();
  private volatile boolean isFailing;

  private OtlpCollector(ServerBuilder builder) {
    server = builder
        .gracefulShutdownTimeout(Duration.ZERO, Duration.ZERO)
        .connectionDrainDuration(Duration.ZERO)
        .service("/v1/traces", (context, request) -> whole(context, request.aggregate()))
        .service("/v1/logs", (context, request) -> whole(context, request.aggregate()))
        .service(
            GRPC + "trace.v1.TraceService/Export",
            (context, request) -> whole(context, request.aggregate()))
        .service(
            GRPC + "logs.v1.LogsService/Export",
            (context, request) -> whole(context, request.aggregate()))
        .build();
    server.start().join();
  }

  public static OtlpCollector start() {
    return new OtlpCollector(Server.builder().http(loopback()));
  }

  /** Starts a collector behind TLS. */
  public static OtlpCollector startTls(Path chain, Path key) {
    return new OtlpCollector(
        Server.builder().https(loopback()).tls(TlsKeyPair.of(key.toFile(), chain.toFile())));
  }

  private static InetSocketAddress loopback() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  public int port() {
    return server.activeLocalPort();
  }

  public String url() {
    return "http://127.0.0.1:" + port();
  }

  /** Refuses each request from now on, or takes them again. */
  public void failing(boolean isOn) {
    isFailing = isOn;
  }

  private HttpResponse whole(
      ServiceRequestContext context, CompletableFuture<AggregatedHttpRequest> request) {
    return HttpResponse.of(request.thenApply(received -> take(context, received)));
  }

  private HttpResponse take(ServiceRequestContext context, AggregatedHttpRequest request) {
    boolean isGrpc = request.path().startsWith(GRPC);
    protocols.add(context.sessionProtocol().uriText() + " " + request.path());
    heads.add(request.headers());
    if (isFailing) {
      return isGrpc
          ? HttpResponse.of(ResponseHeaders.builder(HttpStatus.OK)
              .add("content-type", "application/grpc")
              .add("grpc-status", "14")
              .build())
          : HttpResponse.of(HttpStatus.SERVICE_UNAVAILABLE);
    }
    try {
      byte[] body = request.content().array();
      byte[] response = store(
          request.path(), isGrpc ? Arrays.copyOfRange(body, PREFIX_BYTES, body.length) : body);
      return isGrpc
          ? grpc(response)
          : HttpResponse.of(HttpStatus.OK, MediaType.PROTOBUF, HttpData.wrap(response));
    } catch (IOException e) {
      return HttpResponse.of(HttpStatus.BAD_REQUEST);
    }
  }

  private static HttpResponse grpc(byte[] message) {
    byte[] framed = new byte[PREFIX_BYTES + message.length];
    framed[PREFIX_BYTES - 1] = (byte) message.length;
    System.arraycopy(message, 0, framed, PREFIX_BYTES, message.length);
    return HttpResponse.of(
        ResponseHeaders.builder(HttpStatus.OK)
            .add("content-type", "application/grpc")
            .build(),
        HttpData.wrap(framed),
        HttpHeaders.of("grpc-status", "0"));
  }

  private byte[] store(String path, byte[] message) throws InvalidProtocolBufferException {
    if (path.contains("trace")) {
      ExportTraceServiceRequest.parseFrom(message).getResourceSpansList().forEach(of -> {
        resources.add(of.getResource());
        of.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList()));
      });
      return ExportTraceServiceResponse.getDefaultInstance().toByteArray();
    }
    ExportLogsServiceRequest.parseFrom(message).getResourceLogsList().forEach(of -> {
      resources.add(of.getResource());
      of.getScopeLogsList().forEach(scope -> logs.addAll(scope.getLogRecordsList()));
    });
    return ExportLogsServiceResponse.getDefaultInstance().toByteArray();
  }

  public List<Span> spans() {
    return List.copyOf(spans);
  }

  public List<LogRecord> logs() {
    return List.copyOf(logs);
  }

  /** Returns the protocol and the path of each request. */
  public List<String> protocols() {
    return List.copyOf(protocols);
  }

  /** Returns the header fields of each request. */
  public List<HttpHeaders> heads() {
    return List.copyOf(heads);
  }

  public List<Resource> resources() {
    return List.copyOf(resources);
  }

  /** Returns the spans of one trace, by its id in hexadecimal digits. */
  public List<Span> spansOf(String trace) {
    return spans.stream()
        .filter(span -> hex(span.getTraceId().toByteArray()).equals(trace))
        .toList();
  }

  /** Returns bytes as hexadecimal digits. */
  public static String hex(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      text.append(Character.forDigit((b >> 4) & 15, 16)).append(Character.forDigit(b & 15, 16));
    }
    return text.toString();
  }

  /** Returns attributes as texts. */
  public static Map<String, String> texts(List<KeyValue> attributes) {
    Map<String, String> texts = new LinkedHashMap<>();
    attributes.forEach(attribute -> texts.put(attribute.getKey(), text(attribute.getValue())));
    return texts;
  }

  private static String text(AnyValue value) {
    return switch (value.getValueCase()) {
      case STRING_VALUE -> value.getStringValue();
      case INT_VALUE -> Long.toString(value.getIntValue());
      case BOOL_VALUE -> Boolean.toString(value.getBoolValue());
      case ARRAY_VALUE ->
        value.getArrayValue().getValuesList().stream()
            .map(OtlpCollector::text)
            .toList()
            .toString();
      default -> value.toString();
    };
  }

  @Override
  public void close() {
    server.stop().join();
  }
}
