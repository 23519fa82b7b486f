package io.lychgate.gateway.ledger;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * Keyed hashes of client addresses: SipHash-2-4 [1] with a key of this process, so that no client can choose addresses
 * that collide, and addresses are not kept. An IPv6 client is its /64 network, because one customer can use all of its addresses.
 *
 * <p>[1] Aumasson, Bernstein: SipHash: a fast short-input PRF, INDOCRYPT 2012.
 */
public final class ClientHash {
  /** Bytes of an IPv6 address that name a network (RFC 4291 section 2.5.4). */
  private static final int NETWORK_BYTES = 8;

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final long KEY_LOW = RANDOM.nextLong();
  private static final long KEY_HIGH = RANDOM.nextLong();

  private long v0;
  private long v1;
  private long v2;
  private long v3;

  private ClientHash(long low, long high) {
    v0 = low ^ 0x736f6d6570736575L;
    v1 = high ^ 0x646f72616e646f6dL;
    v2 = low ^ 0x6c7967656e657261L;
    v3 = high ^ 0x7465646279746573L;
  }

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
    ClientHash state = new ClientHash(low, high);
    ByteBuffer in = ByteBuffer.wrap(message).order(ByteOrder.LITTLE_ENDIAN);
    while (in.remaining() >= Long.BYTES) {
      state.block(in.getLong());
    }
    long last = (long) message.length << 56;
    for (int shift = 0; in.hasRemaining(); shift += Byte.SIZE) {
      last |= (in.get() & 0xffL) << shift;
    }
    state.block(last);
    state.v2 ^= 0xff;
    for (int i = 0; i < 4; i++) {
      state.round();
    }
    return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
  }

  private void block(long message) {
    v3 ^= message;
    round();
    round();
    v0 ^= message;
  }

  private void round() {
    v0 += v1;
    v2 += v3;
    v1 = Long.rotateLeft(v1, 13) ^ v0;
    v3 = Long.rotateLeft(v3, 16) ^ v2;
    v0 = Long.rotateLeft(v0, 32);
    v2 += v1;
    v0 += v3;
    v1 = Long.rotateLeft(v1, 17) ^ v2;
    v3 = Long.rotateLeft(v3, 21) ^ v0;
    v2 = Long.rotateLeft(v2, 32);
  }
}
