package io.lychgate.gateway.upstream.connect;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SocketErrorTest {
  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      finishConnect(..) failed with error(-111): Connection refused: /10.0.0.7:80 | connection refused: 10.0.0.7:80
      connect(..) failed with error(-101): Network is unreachable: /[0:0:0:0:0:0:0:1]:80 | network is unreachable: [0:0:0:0:0:0:0:1]:80
      finishConnect(..) failed with error(-111): Connection refused: app.test/10.0.0.7:80 | connection refused: app.test/10.0.0.7:80
      connect(..) failed with error(-111): Connection refused: /run/app.sock | connection refused: /run/app.sock
      recvAddress(..) failed with error(-104): Connection reset by peer | connection reset by peer
      Connection refused | connection refused
      SSL: bad record | SSL: bad record
      """)
  void namesOfSystemCallsAreRemoved(String message, String text) {
    assertThat(SocketError.text(new IOException(message))).isEqualTo(text);
  }

  @Test
  void exceptionWithoutAMessageIsNamed() {
    assertThat(SocketError.text(new FileNotFoundException())).isEqualTo("no such socket");
    assertThat(SocketError.text(new ConnectException())).isEqualTo("ConnectException");
  }
}
