package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.config.LimitSharingConfig.Redis;
import io.lychgate.gateway.testkit.Await;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.exceptions.JedisException;

/** Servers that do not speak the Redis protocol as they should. */
final class RedisMessagesTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 400 Bad Request\r\n\r\n",
        ":1\r\n",
        "$-1\r\n",
        "*1\r\n$1\r\na\r\n",
        "-ERR unknown command\r\n",
        "$3\r\na b\r\n",
        "+OK\r\n"
      })
  void otherResponsesAreAFailureThatLeavesNoConnection(String response) throws IOException {
    AtomicInteger open = new AtomicInteger();
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread thread = new Thread(() -> serve(server, response, open), "no-redis");
      thread.setDaemon(true);
      thread.start();

      assertThatThrownBy(() -> RedisMessages.open(
              new Redis("127.0.0.1", server.getLocalPort(), false, null, "", null), "limits"))
          .isInstanceOf(JedisException.class);
      Await.until(() -> assertThat(open.get()).isZero());
    }
  }

  private static void serve(ServerSocket server, String response, AtomicInteger open) {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        open.incrementAndGet();
        Thread thread = new Thread(() -> respond(client, response, open), "no-redis");
        thread.setDaemon(true);
        thread.start();
      } catch (IOException closed) {
        return;
      }
    }
  }

  /** Responds to each command until the client closes the connection. */
  private static void respond(Socket client, String response, AtomicInteger open) {
    byte[] buffer = new byte[1024];
    try (client) {
      InputStream in = client.getInputStream();
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        // Each command is an array of the protocol.
        for (int i = 0; i < read; i++) {
          if (buffer[i] == '*') {
            client.getOutputStream().write(response.getBytes(StandardCharsets.US_ASCII));
          }
        }
      }
    } catch (IOException reset) {
      // The client does not wait for the rest.
    } finally {
      open.decrementAndGet();
    }
  }
}
