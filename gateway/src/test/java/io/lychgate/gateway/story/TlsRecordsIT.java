package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Alone;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Sizes of the TLS records sent to a client. */
@Alone
final class TlsRecordsIT {
  private static final int SIZE = 300_000;

  /** RFC 8446 section 5.1. */
  private static final int APPLICATION_DATA = 23;

  /** One segment of 1500 bytes. */
  private static final int PACKET = 1460;

  private static final int WHOLE_RECORD = 16 * 1024;

  @RegisterExtension
  static final GatewayExtension GATEWAY =
      new GatewayExtension().file("public/assets/big.bin", new byte[SIZE]);

  @Test
  void recordsFitPacketsAtFirstGrowForBulkDataAndShrinkAfterAPause() throws Exception {
    RecordedSocket wire = new RecordedSocket(GATEWAY.process().port("tls"));
    try (SSLSocket client = (SSLSocket) TestCertificates.trustingAll()
        .getSocketFactory()
        .createSocket(wire, "localhost", wire.getPort(), true)) {
      load(client);
      List<Integer> cold = wire.records();
      assertThat(cold.subList(4, 20)).allMatch(length -> length <= PACKET);
      assertThat(cold.get(cold.size() - 3)).isGreaterThanOrEqualTo(WHOLE_RECORD);

      load(client);
      assertThat(wire.records()).anyMatch(length -> length >= WHOLE_RECORD);

      Thread.sleep(1_100);
      load(client);
      assertThat(wire.records().subList(0, 16)).allMatch(length -> length <= PACKET);
    }
  }

  private static void load(SSLSocket client) throws IOException {
    client
        .getOutputStream()
        .write("GET /assets/big.bin HTTP/1.1\r\nHost: localhost\r\n\r\n"
            .getBytes(StandardCharsets.US_ASCII));
    InputStream in = client.getInputStream();
    int read = 0;
    while (in.read() != '\n' || in.read() != '\r') {
      // Reads up to the empty line after the head.
    }
    in.read();
    while (read < SIZE) {
      read += in.read(new byte[SIZE - read]);
    }
  }

  /** Records the bytes received over the wire. */
  private static final class RecordedSocket extends Socket {
    private final ByteArrayOutputStream wire = new ByteArrayOutputStream();

    RecordedSocket(int port) throws IOException {
      super(InetAddress.getLoopbackAddress(), port);
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(super.getInputStream()) {
        @Override
        public int read() throws IOException {
          int value = super.read();
          wire.write(value);
          return value;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
          int count = super.read(into, offset, length);
          wire.write(into, offset, Math.max(0, count));
          return count;
        }
      };
    }

    /** Returns the lengths of the application data records since the last call. */
    List<Integer> records() {
      byte[] bytes = wire.toByteArray();
      wire.reset();
      List<Integer> lengths = new ArrayList<>();
      for (int at = 0; at + 5 <= bytes.length; ) {
        int length = (bytes[at + 3] & 0xff) << 8 | (bytes[at + 4] & 0xff);
        if (bytes[at] == APPLICATION_DATA) {
          lengths.add(length);
        }
        at += 5 + length;
      }
      return lengths;
    }
  }
}
