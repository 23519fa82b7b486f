package io.lychgate.gateway.observe.otlp;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.ClientFactoryBuilder;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.RequestHeadersBuilder;
import io.lychgate.gateway.config.observe.OtlpConfig;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.common.export.GrpcResponse;
import io.opentelemetry.sdk.common.export.GrpcSender;
import io.opentelemetry.sdk.common.export.GrpcSenderConfig;
import io.opentelemetry.sdk.common.export.GrpcStatusCode;
import io.opentelemetry.sdk.common.export.MessageWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends messages of OTLP as unary calls of gRPC over HTTP/2. The libraries' own senders need gRPC-Java or OkHttp; the admin plane has
 * Armeria.
 */
final class ArmeriaGrpcSender implements GrpcSender {
  /** Bytes. The response has a count and an error message. */
  private static final int MAX_RESPONSE = 64 * 1024;

  /** One byte for the compression, four for the length (gRPC over HTTP/2, Length-Prefixed-Message). */
  private static final int PREFIX_BYTES = 5;

  private static final int HTTPS_PORT = 443;
  private static final int GRPC_PORT = 4317;

  private final GrpcSenderConfig config;
  private final ClientFactory factory;
  private final WebClient client;
  private final String path;

  ArmeriaGrpcSender(OtlpConfig to, GrpcSenderConfig config) {
    this.config = config;
    this.path = "/" + config.getFullMethodName();
    ClientFactoryBuilder builder = ClientFactory.builder()
        .workerGroup(1)
        .connectTimeout(config.getConnectTimeout())
        // The preface would be an upgrade of HTTP/1.1 otherwise, which servers of gRPC do not know.
        .useHttp2Preface(true);
    Path ca = to.ca();
    if (ca != null) {
      builder.tlsCustomizer(tls -> tls.trustManager(ca.toFile()));
    }
    this.factory = builder.build();
    this.client = WebClient.builder(url(to.endpoint()))
        .factory(factory)
        .responseTimeout(config.getTimeout())
        .writeTimeout(config.getTimeout())
        .maxResponseLength(MAX_RESPONSE)
        .build();
  }

  private static String url(URI endpoint) {
    boolean isSecure = "https".equals(endpoint.getScheme());
    int port = endpoint.getPort();
    int chosen = port >= 0 ? port : isSecure ? HTTPS_PORT : GRPC_PORT;
    return (isSecure ? "h2://" : "h2c://") + endpoint.getHost() + ":" + chosen;
  }

  @Override
  public void send(
      MessageWriter message, Consumer<GrpcResponse> whenAnswered, Consumer<Throwable> whenFailed) {
    try {
      client
          .execute(HttpRequest.of(headers(), HttpData.wrap(framed(message))))
          .aggregate()
          .thenApply(ArmeriaGrpcSender::answer)
          .whenComplete((answer, failure) -> {
            if (failure == null) {
              whenAnswered.accept(answer);
            } else {
              whenFailed.accept(failure);
            }
          });
    } catch (IOException | RuntimeException e) {
      whenFailed.accept(e);
    }
  }

  private RequestHeaders headers() {
    RequestHeadersBuilder headers = RequestHeaders.builder(HttpMethod.POST, path)
        .add("content-type", "application/grpc+proto")
        .add("te", "trailers")
        .add("grpc-timeout", config.getTimeout().toMillis() + "m");
    var more = config.getHeadersSupplier().get();
    if (more != null) {
      more.forEach((name, values) -> values.forEach(value -> headers.add(name, value)));
    }
    return headers.build();
  }

  private static byte[] framed(MessageWriter message) throws IOException {
    ByteArrayOutputStream bytes =
        new ByteArrayOutputStream(PREFIX_BYTES + Math.max(0, message.getContentLength()));
    bytes.writeBytes(new byte[PREFIX_BYTES]);
    message.writeMessage(bytes);
    byte[] framed = bytes.toByteArray();
    ByteBuffer.wrap(framed).putInt(1, framed.length - PREFIX_BYTES);
    return framed;
  }

  private static GrpcResponse answer(AggregatedHttpResponse response) {
    String status = last(response, "grpc-status");
    String text = last(response, "grpc-message");
    byte[] content = response.content().array();
    byte[] message = content.length <= PREFIX_BYTES
        ? new byte[0]
        : Arrays.copyOfRange(content, PREFIX_BYTES, content.length);
    if (status == null) {
      boolean isOk = response.status().equals(HttpStatus.OK);
      return new Answer(
          GrpcStatusCode.UNKNOWN,
          isOk ? "no grpc-status" : "HTTP status " + response.status().code(),
          message);
    }
    return new Answer(codeOf(status), Objects.requireNonNullElse(text, ""), message);
  }

  /** Returns a field of the trailers. A response without a message has it among the header fields. */
  private static @Nullable String last(AggregatedHttpResponse response, String name) {
    String value = response.trailers().get(name);
    return value == null ? response.headers().get(name) : value;
  }

  private static GrpcStatusCode codeOf(String status) {
    try {
      return GrpcStatusCode.fromValue(Integer.parseInt(status));
    } catch (NumberFormatException e) {
      return GrpcStatusCode.UNKNOWN;
    }
  }

  @Override
  public CompletableResultCode shutdown() {
    factory.closeAsync();
    return CompletableResultCode.ofSuccess();
  }

  /** The end of a call. */
  private static final class Answer implements GrpcResponse {
    private final GrpcStatusCode code;
    private final String description;
    private final byte[] message;

    Answer(GrpcStatusCode code, String description, byte[] message) {
      this.code = code;
      this.description = description;
      this.message = message;
    }

    @Override
    public GrpcStatusCode getStatusCode() {
      return code;
    }

    @Override
    public @Nullable String getStatusDescription() {
      return description;
    }

    @Override
    public byte[] getResponseMessage() {
      return message;
    }
  }
}
