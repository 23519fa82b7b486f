package io.lychgate.gateway.exchange.traffic;

import io.lychgate.gateway.message.KeyHash;
import io.netty.util.NetUtil;

/** A number of a client's address that is the same on each gateway and after each restart. It is no secret. */
public final class AddressKey {
  /** Bytes of an IPv6 address that name a network (RFC 4291 section 2.5.4). One customer can use all addresses of his network. */
  private static final int NETWORK_BYTES = 8;

  private AddressKey() {}

  /** Returns the number of an IPv4 address or an IPv6 network. */
  public static long of(String address) {
    byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
    if (bytes == null) {
      return KeyHash.of(address);
    }
    long hash = KeyHash.GOLDEN;
    for (int i = 0; i < Math.min(bytes.length, NETWORK_BYTES); i++) {
      hash = (hash ^ bytes[i]) * KeyHash.GOLDEN;
    }
    return KeyHash.mix(hash);
  }
}
