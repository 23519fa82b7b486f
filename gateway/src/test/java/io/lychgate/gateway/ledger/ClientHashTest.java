package io.lychgate.gateway.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

/** Addresses that count as one client. */
final class ClientHashTest {
  @Test
  void hashesLikeTheReference() {
    byte[] message = new byte[15];
    for (byte i = 0; i < message.length; i++) {
      message[i] = i;
    }

    // The example of the paper's appendix A: key 00 01 … 0f, message 00 01 … 0e.
    assertThat(ClientHash.hash(0x0706050403020100L, 0x0f0e0d0c0b0a0908L, message))
        .isEqualTo(0xa129ca6149be45e5L);
  }

  @Test
  void clientIsAnAddressWithoutItsPort() throws UnknownHostException {
    assertThat(hash("192.0.2.1", 1)).isEqualTo(hash("192.0.2.1", 2));
    assertThat(hash("192.0.2.1", 1)).isNotEqualTo(hash("192.0.2.2", 1));
    assertThat(hash("::ffff:192.0.2.1", 1)).isEqualTo(hash("192.0.2.1", 1));
  }

  @Test
  void ipv6ClientIsItsNetwork() throws UnknownHostException {
    assertThat(hash("2001:db8::1", 1)).isEqualTo(hash("2001:db8::ffff:ffff:ffff:ffff", 1));
    assertThat(hash("2001:db8::1", 1)).isNotEqualTo(hash("2001:db8:0:1::1", 1));
  }

  private static long hash(String address, int port) throws UnknownHostException {
    return ClientHash.of(new InetSocketAddress(InetAddress.getByName(address), port));
  }
}
