package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Http3Client;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.gateway.testkit.OtherClients;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.TestCertificates;
import io.netty.handler.codec.http3.Http3Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The interop client and server of grpc-go through the gateway: over HTTP/2 with the client, over HTTP/3 with the messages of the
 * same service written here, because grpc-go has no HTTP/3.
 */
final class GrpcInteropIT {
  private static final List<String> CASES = List.of(
      "empty_unary",
      "large_unary",
      "client_streaming",
      "server_streaming",
      "ping_pong",
      "empty_stream",
      "timeout_on_sleeping_server",
      "cancel_after_begin",
      "cancel_after_first_response",
      "status_code_and_message",
      "special_status_message",
      "custom_metadata",
      "unimplemented_method",
      "unimplemented_service");

  private static final String SERVICE = "/grpc.testing.TestService/";

  @TempDir
  static Path directory;

  private static OtherClients.GrpcInterop programs;
  private static final List<Process> SERVERS = new ArrayList<>();
  private static final List<GatewayProcess> GATEWAYS = new ArrayList<>();

  /** The gateway before a server without TLS, and before one with TLS. */
  private static GatewayProcess toPlain;

  private static GatewayProcess toTls;

  @BeforeAll
  static void start() throws Exception {
    programs = OtherClients.grpcInterop(directory);
    TestCertificates.write(directory, "site", "localhost");
    toPlain = gateway("plain", "h2c://127.0.0.1:" + server("--use_tls=false"), "");
    String files = "--tls_cert_file=" + directory.resolve("site.pem");
    String key = "--tls_key_file=" + directory.resolve("site.key");
    toTls = gateway(
        "tls",
        "https://localhost:" + server("--use_tls=true", files, key),
        "tls: { protocols: [ h2 ], trust: ../site.pem }");
  }

  private static int server(String... arguments) throws Exception {
    int port = FreePort.find();
    List<String> command = new ArrayList<>(List.of(programs.server(), "--port=" + port));
    command.addAll(List.of(arguments));
    SERVERS.add(new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start());
    Await.until(() -> {
      try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
        assertThat(socket.isConnected()).isTrue();
      } catch (IOException e) {
        throw new AssertionError("server: " + e.getMessage());
      }
    });
    return port;
  }

  private static GatewayProcess gateway(String name, String server, String upstream)
      throws Exception {
    Path folder = Files.createDirectory(directory.resolve(name));
    GatewayProcess gateway =
        GatewayProcess.start(folder, """
        listeners:
          - name: plain
            address: 127.0.0.1:0
          - name: tls
            address: 127.0.0.1:0
            tls: { certificates: [ { chain: ../site.pem, key: ../site.key } ] }
        upstreams:
          app:
            servers: [ "%s" ]
            %s
        sites:
          - hosts: [ localhost ]
            routes:
              - { match: { path: "/*" }, proxy: { upstream: app } }
        admin: { enabled: false }
        """.formatted(server, upstream), Map.of());
    GATEWAYS.add(gateway);
    return gateway;
  }

  @AfterAll
  static void stop() {
    GATEWAYS.forEach(GatewayProcess::close);
    SERVERS.forEach(Process::destroyForcibly);
  }

  static Stream<String> cases() {
    return CASES.stream();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void passesInPlainText(String name) throws Exception {
    run(name, toPlain.port("plain"), "--use_tls=false");
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("cases")
  void passesOverTlsOnBothSides(String name) throws Exception {
    run(
        name,
        toTls.port("tls"),
        "--use_tls=true",
        "--use_test_ca=true",
        "--ca_file=" + directory.resolve("site.pem"),
        "--server_host_override=localhost");
  }

  private static void run(String name, int port, String... more) throws Exception {
    List<String> command = new ArrayList<>(List.of(
        programs.client(),
        "--server_host=localhost",
        "--server_port=" + port,
        "--test_case=" + name));
    command.addAll(List.of(more));

    Program.Ended ended = Program.run(directory, command.toArray(String[]::new));

    ended.expectGood();
  }

  // HTTP/3.

  private static Http3Headers call(String method) {
    return Http3Request.head("POST", SERVICE + method)
        .set("content-type", "application/grpc")
        .set("te", "trailers");
  }

  /** Returns a message with its length (doc/PROTOCOL-HTTP2.md). */
  private static byte[] message(byte[] encoded) {
    return ByteBuffer.allocate(5 + encoded.length)
        .put((byte) 0)
        .putInt(encoded.length)
        .put(encoded)
        .array();
  }

  /** Returns a field of Protocol Buffers with a number of its own. */
  private static byte[] number(int field, int value) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(field << 3);
    varint(out, value);
    return out.toByteArray();
  }

  /** Returns a field of Protocol Buffers that contains others. */
  private static byte[] nested(int field, byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write((field << 3) | 2);
    varint(out, all.size());
    out.writeBytes(all.toByteArray());
    return out.toByteArray();
  }

  private static void varint(ByteArrayOutputStream out, int value) {
    int rest = value;
    while (rest >= 0x80) {
      out.write((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    out.write(rest);
  }

  /** Returns the request of StreamingOutputCall for responses with these sizes. */
  private static byte[] output(int... sizes) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int size : sizes) {
      out.writeBytes(nested(2, number(1, size)));
    }
    return message(out.toByteArray());
  }

  /** Returns the lengths of the messages in a body. */
  private static List<Integer> lengths(byte[] body) {
    List<Integer> lengths = new ArrayList<>();
    ByteBuffer bytes = ByteBuffer.wrap(body);
    while (bytes.remaining() >= 5) {
      bytes.get();
      int length = bytes.getInt();
      lengths.add(length);
      bytes.position(Math.min(bytes.limit(), bytes.position() + length));
    }
    return lengths;
  }

  private static Http3Client connect() throws Exception {
    return Http3Client.connect(toPlain.port("tls"), "localhost");
  }

  @Test
  void unaryCallOverHttp3() throws Exception {
    try (Http3Client client = connect()) {
      Http3Request request = client.open();
      request.headers(call("UnaryCall"), false);
      request.data(message(number(2, 314_159)), true);

      request.await();

      assertThat(request.status()).isEqualTo(200);
      assertThat(request.field("content-type")).startsWith("application/grpc");
      assertThat(lengths(request.bytes())).singleElement().matches(length -> length > 314_159);
      assertThat(request.trailer("grpc-status")).isEqualTo("0");
    }
  }

  @Test
  void serverStreamsOverHttp3() throws Exception {
    try (Http3Client client = connect()) {
      Http3Request request = client.open();
      request.headers(call("StreamingOutputCall"), false);
      request.data(output(31_415, 9, 2_653, 58_979), true);

      request.await();

      assertThat(lengths(request.bytes())).hasSize(4);
      assertThat(request.trailer("grpc-status")).isEqualTo("0");
    }
  }

  @Test
  void bothSidesStreamOverHttp3() throws Exception {
    try (Http3Client client = connect()) {
      Http3Request request = client.open();
      request.headers(call("FullDuplexCall"), false);
      for (int i = 1; i <= 4; i++) {
        request.data(output(100 * i), false);
        int expected = i;
        Await.until(() -> assertThat(lengths(request.bytes())).hasSize(expected));
      }
      request.data(new byte[0], true);

      request.await();

      assertThat(request.trailer("grpc-status")).isEqualTo("0");
    }
  }

  @Test
  void statusWithoutMessagesOverHttp3() throws Exception {
    try (Http3Client client = connect()) {
      Http3Request request = client.open();
      request.headers(call("NoSuchMethod"), false);
      request.data(message(new byte[0]), true);

      request.await();

      assertThat(request.status()).isEqualTo(200);
      assertThat(request.bytes()).isEmpty();
      assertThat(request.field("grpc-status")).isEqualTo("12");
    }
  }

  @Test
  void deadlineEndsACallOverHttp3() throws Exception {
    try (Http3Client client = connect()) {
      Http3Request request = client.open();
      request.headers(call("FullDuplexCall").set("grpc-timeout", "300m"), false);

      request.await();

      assertThat(request.status()).isEqualTo(200);
      assertThat(request.field("grpc-status")).isEqualTo("4");
    }
  }

  @Test
  void cancelledCallLeavesTheConnectionUsableOverHttp3() throws Exception {
    try (Http3Client client = connect()) {
      Http3Request cancelled = client.open();
      cancelled.headers(call("FullDuplexCall"), false);
      cancelled.data(output(10), false);
      Await.until(() -> assertThat(lengths(cancelled.bytes())).hasSize(1));
      cancelled.reset(0x10c);

      Http3Request request = client.open();
      request.headers(call("EmptyCall"), false);
      request.data(message(new byte[0]), true);

      request.await();
      assertThat(request.trailer("grpc-status")).isEqualTo("0");
    }
  }
}
