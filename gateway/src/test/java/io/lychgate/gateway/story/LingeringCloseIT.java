package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that continue to send after the gateway has ended their connection. */
final class LingeringCloseIT {
  /** Capacity of the socket buffers, plus two seconds of reads of 64 KiB every ten milliseconds. */
  private static final long MOST_BYTES = 48L * 1024 * 1024;

  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\4\0\0\0\0\0";

  /** DATA on stream 0 (RFC 9113 section 6.1). */
  private static final String CONNECTION_ERROR = "\0\0\0\0\0\0\0\0\0";

  /** A body that gets a 404 before it is received. */
  private static final String REFUSED_UPLOAD =
      "POST /nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90000000000\r\n\r\n";

  /** Larger than what a client with a small receive buffer has when the gateway has written the end. */
  private static final int LARGE_BYTES = 400_000;

  /** More than one turn of a loop reads. */
  private static final int MUCH_INPUT_BYTES = 8 * 1024 * 1024;

  private static final int SMALL_BUFFER_BYTES = 4096;
  private static final int INITIAL_WINDOW_SIZE = 4;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("public/assets/site.css", "body {}")
      .file("public/assets/large.css", "x".repeat(LARGE_BYTES));

  @ParameterizedTest
  @ValueSource(strings = {PREFACE + CONNECTION_ERROR, REFUSED_UPLOAD})
  void floodAfterTheEndIsReadSlowlyAndThenReset(String beginning) throws IOException {
    byte[] piece = new byte[256 * 1024];
    try (Socket client = connect()) {
      client.getOutputStream().write(beginning.getBytes(StandardCharsets.ISO_8859_1));

      long sent = 0;
      try {
        while (sent <= MOST_BYTES) {
          client.getOutputStream().write(piece);
          sent += piece.length;
        }
      } catch (IOException reset) {
        assertThat(reset).hasMessageMatching("(?i).*(reset|broken pipe|closed).*");
      }

      assertThat(sent).isLessThan(MOST_BYTES);
    }
  }

  @Test
  void clientThatStillSendsReadsTheResponseToItsEnd() throws IOException {
    try (Socket client = connect()) {
      client.getOutputStream().write(REFUSED_UPLOAD.getBytes(StandardCharsets.ISO_8859_1));
      client.getOutputStream().write(new byte[64 * 1024]);

      InputStream in = client.getInputStream();
      String response = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);

      assertThat(response).startsWith("HTTP/1.1 413 ").contains("\r\n\r\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /x HTTP/1.1\r\nHost: localhost\r\nbroken field line\r\n\r\n",
        "GET /x HTTP/9.9\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\n folded\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nEndless: "
      })
  void clientThatSendsOnAfterAMalformedHeadReadsTheResponseToItsEnd(String head)
      throws IOException {
    try (Socket client = connect();
        Sending sending = new Sending(client, head, "x".repeat(1024))) {
      sending.start();

      String response =
          new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);

      assertThat(response).matches("(?s)HTTP/1.1 (400|431|505) .*\r\n\r\n.*");
    }
  }

  /** Requests behind the last one stay unread: the connection ends with the response to the first. */
  @Test
  void clientWithManyRequestsBehindTheLastReadsItsResponseToItsEnd() throws IOException {
    String last = "GET /assets/large.css HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    String next = "GET /assets/site.css HTTP/1.1\r\nHost: localhost\r\n\r\n";
    try (Socket client = connectNarrow();
        Sending sending = new Sending(client, last, next)) {
      sending.start();

      String response =
          new String(client.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);

      assertThat(response).startsWith("HTTP/1.1 200 ");
      assertThat(response.length() - response.indexOf("\r\n\r\n") - 4).isEqualTo(LARGE_BYTES);
    }
  }

  @Test
  void clientThatSendsOnAfterAConnectionErrorReadsGoAwayBehindAResponse() throws IOException {
    int port = GATEWAY.process().port("plain");
    int window = 2 * LARGE_BYTES;
    String ping =
        new String(Http2Peer.frame(Http2Peer.PING, 0, 0, new byte[8]), StandardCharsets.ISO_8859_1);
    try (Http2Peer client =
        Http2Peer.connectNarrow(port, SMALL_BUFFER_BYTES, INITIAL_WINDOW_SIZE, window)) {
      client.windowUpdate(0, window).get(1, "/assets/large.css");
      client.readUntil(frame -> frame.type() == Http2Peer.DATA);

      try (Sending sending = new Sending(client.socket(), CONNECTION_ERROR, ping)) {
        sending.start();

        Http2Peer.Frame end = client.readUntil(frame -> frame.type() == Http2Peer.GOAWAY);

        assertThat(end.errorCode()).isEqualTo(1);
      }
    }
  }

  /** A client's thread that sends until the gateway no longer takes it. */
  private static final class Sending implements AutoCloseable {
    private final Socket client;
    private final Thread thread;

    Sending(Socket client, String first, String repeated) {
      this.client = client;
      byte[] bytes = (first + repeated.repeat(MUCH_INPUT_BYTES / repeated.length()))
          .getBytes(StandardCharsets.ISO_8859_1);
      this.thread = new Thread(() -> send(bytes), "sending");
    }

    void start() {
      thread.start();
    }

    private void send(byte[] bytes) {
      try {
        client.getOutputStream().write(bytes);
      } catch (IOException ended) {
        // Expected: the gateway drops input for a limited time only.
      }
    }

    @Override
    public void close() throws IOException {
      client.close();
      try {
        thread.join();
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static Socket connect() throws IOException {
    Socket client =
        new Socket(InetAddress.getLoopbackAddress(), GATEWAY.process().port("plain"));
    client.setSoTimeout(15_000);
    return client;
  }

  private static Socket connectNarrow() throws IOException {
    Socket client = new Socket();
    client.setReceiveBufferSize(SMALL_BUFFER_BYTES);
    client.connect(new InetSocketAddress(
        InetAddress.getLoopbackAddress(), GATEWAY.process().port("plain")));
    client.setSoTimeout(15_000);
    return client;
  }
}
