package io.lychgate.gateway.ledger;

import io.lychgate.gateway.message.SipHash;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Keyed hashes of client addresses: {@link SipHash} with a key of this process, so that no client can choose addresses that collide,
 * and addresses are not kept. An IPv6 client is its /64 network, because one customer can use all of its addresses.
 */
public final class ClientHash {
  /** Bytes of an IPv6 address that name a network (RFC 4291 section 2.5.4). */
  private static final int NETWORK_BYTES = 8;

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long KEY_LOW = RANDOM.nextLong();
  private static final long KEY_HIGH = RANDOM.nextLong();

  private ClientHash() {}

  /** Returns the hash of a peer's address, without its port. */
  public static long of(SocketAddress peer) {
    InetAddress address = peer instanceof InetSocketAddress inet ? inet.getAddress() : null;
    if (address == null) {
      return hash(KEY_LOW, KEY_HIGH, peer.toString().getBytes(StandardCharsets.UTF_8));
    }
    byte[] bytes = address.getAddress();
    return hash(
        KEY_LOW,
        KEY_HIGH,
        address instanceof Inet6Address ? Arrays.copyOf(bytes, NETWORK_BYTES) : bytes);
  }

  static long hash(long low, long high, byte[] message) {
    return SipHash.hash(low, high, message);
  }
}
