package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
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

  @RegisterExtension
  static final GatewayExtension GATEWAY =
      new GatewayExtension().file("public/assets/site.css", "body {}");

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

  private static Socket connect() throws IOException {
    Socket client =
        new Socket(InetAddress.getLoopbackAddress(), GATEWAY.process().port("plain"));
    client.setSoTimeout(15_000);
    return client;
  }
}
