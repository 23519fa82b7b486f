package io.lychgate.gateway.simulate;

import java.net.InetAddress;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;

/** The address of a visitor, in a network of its own, and the way in which the gateway learns of it. */
record ClientAddress(InetAddress address, Mode mode) {
  /** The way in which the gateway learns of the address. */
  enum Mode {
    /** The source address of the socket: an address in 127.0.0.0/8, all of which Linux accepts. */
    LOOPBACK,
    /** X-Forwarded-For, from a trusted proxy. */
    FORWARDED,
    /** A PROXY header before the first byte, from a trusted address. */
    PROXY,
    /** All visitors have the address of this machine. */
    NONE
  }

  /** Networks that the modes can tell apart. */
  static final int MOST_NETWORKS = 60_000;

  private static final int LOOPBACK = 127;

  /** RFC 2544 section C.2.2 reserves 198.18.0.0/15 for tests, which is too small: RFC 1918's 10.0.0.0/8 is used. */
  private static final int PRIVATE = 10;

  /** Returns the address of a network. */
  static ClientAddress of(int network, Mode mode) {
    // 127.0.0.0/24 is left out: the gateway itself is there.
    int number = network % MOST_NETWORKS + 256;
    byte first = (byte) (mode == Mode.LOOPBACK ? LOOPBACK : PRIVATE);
    byte[] bytes = {first, (byte) (number >> 8), (byte) number, 9};
    try {
      return new ClientAddress(InetAddress.getByAddress(bytes), mode);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("address: " + bytes.length + " bytes (expected: 4)", e);
    }
  }

  /** Returns the address to which the socket is bound; null for any. */
  @Nullable
  InetAddress source() {
    return mode == Mode.LOOPBACK ? address : null;
  }
}
