package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.TimeoutConfig;
import io.lychgate.gateway.testkit.Aioquic;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Program;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

/** Requests in one packet with a request that closes the connection: they end with it. */
class LateStreamsIT extends Http3Story {
  private static final int CONNECTIONS = 4;
  private static final int STREAMS = 50;
  private static final String QPACK_DECOMPRESSION_FAILED = "closed 0x200";

  /** No timeout releases a stream during the test. */
  @Override
  GatewayConfig config() {
    return config(ListenerConfig.builder("public", "127.0.0.1", 0, tls())
        .timeouts(new TimeoutConfig(
            Limits.TLS_HANDSHAKE,
            Duration.ofMinutes(10),
            Limits.REQUEST_BODY_IDLE,
            Limits.RESPONSE_WRITE_IDLE,
            Limits.IDLE_CONNECTION,
            Limits.TUNNEL_IDLE,
            Limits.DRAIN))
        .build());
  }

  @Test
  void noStreamOutlivesItsConnection() throws Exception {
    Program.Ended played = Program.run(
        directory,
        Aioquic.python(),
        Aioquic.program("late_streams.py"),
        "https://127.0.0.1:" + gateway.port("public"),
        Integer.toString(CONNECTIONS),
        Integer.toString(STREAMS));

    played.expectGood();
    assertThat(played.output().lines().toList())
        .hasSize(CONNECTIONS)
        .containsOnly(QPACK_DECOMPRESSION_FAILED);
    Await.until(() -> assertThat(streamsInMemory()).isLessThan(STREAMS));
  }

  /** Counts the reachable streams, after a collection of the whole heap. */
  private static long streamsInMemory() throws JMException {
    Object histogram = ManagementFactory.getPlatformMBeanServer()
        .invoke(
            new ObjectName("com.sun.management:type=DiagnosticCommand"),
            "gcClassHistogram",
            new Object[] {new String[0]},
            new String[] {String[].class.getName()});
    return String.valueOf(histogram)
        .lines()
        .map(line -> line.strip().split("\\s+"))
        .filter(
            words -> words.length > 3 && words[3].equals("io.lychgate.gateway.http3.RequestStream"))
        .mapToLong(words -> Long.parseLong(words[1]))
        .sum();
  }
}
