package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Aioquic;
import io.lychgate.gateway.testkit.Program;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Each QUIC handshake with one protocol violation ends with CONNECTION_CLOSE and the code of RFC 9000 section 20.1, before the
 * client must repeat a packet.
 */
class QuicHandshakeErrorsIT extends Http3Story {
  private static final String NO_APPLICATION_PROTOCOL = "transport 0x178";
  private static final String MISSING_CIPHER = "transport 0x128";
  private static final String PROTOCOL_VERSION = "transport 0x146";
  private static final String DECODE_ERROR = "transport 0x132";
  private static final String UNEXPECTED_MESSAGE = "transport 0x10a";
  private static final String TRANSPORT_PARAMETER = "transport 0x8";
  private static final String PROTOCOL_VIOLATION = "transport 0xa";
  private static final String FRAME_ENCODING = "transport 0x7";
  private static final String CRYPTO_BUFFER_EXCEEDED = "transport 0xd";
  private static final String COMPLETE = "complete";

  /** Datagrams of a client up to the first wrong packet of its connection. A repeated packet would be one more. */
  private static final int MAX_SENT = 4;

  private static final Map<String, String> EXPECTED = Map.ofEntries(
      Map.entry("version-unknown", "negotiation"),
      Map.entry("well-formed", COMPLETE),
      Map.entry("alpn-unknown", NO_APPLICATION_PROTOCOL),
      Map.entry("alpn-missing", NO_APPLICATION_PROTOCOL),
      Map.entry("alpn-unknown-large-hello", NO_APPLICATION_PROTOCOL),
      Map.entry("parameters-duplicate", TRANSPORT_PARAMETER),
      Map.entry("parameters-payload-below-1200", TRANSPORT_PARAMETER),
      Map.entry("parameters-ack-delay-exponent-21", TRANSPORT_PARAMETER),
      Map.entry("parameters-of-servers-only", TRANSPORT_PARAMETER),
      Map.entry("parameters-cut", TRANSPORT_PARAMETER),
      Map.entry("parameters-without-source-id", TRANSPORT_PARAMETER),
      Map.entry("parameters-with-other-source-id", TRANSPORT_PARAMETER),
      Map.entry("parameters-duplicate-large-hello", TRANSPORT_PARAMETER),
      Map.entry("reserved-bits-initial", PROTOCOL_VIOLATION),
      Map.entry("reserved-bits-initial-second", PROTOCOL_VIOLATION),
      Map.entry("reserved-bits-handshake", PROTOCOL_VIOLATION),
      Map.entry("reserved-bits-1rtt", PROTOCOL_VIOLATION),
      Map.entry("ack-never-sent-initial", PROTOCOL_VIOLATION),
      Map.entry("ack-never-sent-initial-second", PROTOCOL_VIOLATION),
      Map.entry("ack-never-sent-handshake", PROTOCOL_VIOLATION),
      Map.entry("ack-never-sent-1rtt", PROTOCOL_VIOLATION),
      Map.entry("forged-reserved-bits-handshake", COMPLETE),
      Map.entry("forged-reserved-bits-1rtt", COMPLETE),
      Map.entry("frame-unknown-initial", FRAME_ENCODING),
      Map.entry("frame-stream-in-initial", PROTOCOL_VIOLATION),
      Map.entry("frame-done-from-client", PROTOCOL_VIOLATION),
      Map.entry("frame-done-in-initial", PROTOCOL_VIOLATION),
      Map.entry("frame-cut-initial", FRAME_ENCODING),
      Map.entry("frame-new-token-1rtt", PROTOCOL_VIOLATION),
      Map.entry("crypto-far-away", CRYPTO_BUFFER_EXCEEDED),
      Map.entry("hello-garbage", DECODE_ERROR),
      Map.entry("hello-no-hello", UNEXPECTED_MESSAGE),
      Map.entry("tls-no-shared-cipher", MISSING_CIPHER),
      Map.entry("tls-1.2-only", PROTOCOL_VERSION));

  @Test
  void brokenHandshakesEndWithTheirCode() throws Exception {
    Program.Ended played = Program.run(
        directory,
        Aioquic.python(),
        Aioquic.program("handshake_errors.py"),
        "127.0.0.1",
        Integer.toString(gateway.port("public")));

    played.expectGood();
    Map<String, String> outcomes = new TreeMap<>();
    for (String line : played.output().lines().toList()) {
      String[] words = line.split(" ", -1);
      boolean isClosed = words.length == 4;
      outcomes.put(words[0], isClosed ? words[1] + " " + words[2] : words[1]);
      if (isClosed) {
        assertThat(Integer.parseInt(words[3])).as(line).isLessThanOrEqualTo(MAX_SENT);
      }
    }
    assertThat(outcomes).containsExactlyInAnyOrderEntriesOf(EXPECTED);
    assertThat(client.isOpen()).isTrue();
    try (Handshakes counted = new Handshakes(gateway)) {
      assertThat(counted.failed("public")).isGreaterThan(20);
      assertThat(counted.quicErrors("crypto_error")).isGreaterThanOrEqualTo(5);
      assertThat(counted.quicErrors("transport_parameter_error")).isEqualTo(8);
      assertThat(counted.quicErrors("frame_encoding_error")).isEqualTo(2);
      assertThat(counted.quicErrors("protocol_violation")).isGreaterThanOrEqualTo(8);
    }
  }
}
