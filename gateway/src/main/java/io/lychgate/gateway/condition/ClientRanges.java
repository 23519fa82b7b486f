package io.lychgate.gateway.condition;

import io.lychgate.gateway.config.pattern.AddressRange;
import io.netty.util.NetUtil;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Ranges of addresses with which clients are compared. Immutable. */
public final class ClientRanges {
  /** The first bytes of an IPv4-mapped address (RFC 4291 section 2.5.5.2). */
  private static final int MAPPED_BYTES = 12;

  private final List<AddressRange> ranges;

  public ClientRanges(List<AddressRange> ranges) {
    this.ranges = List.copyOf(ranges);
  }

  /** Returns true if the address is in one of the ranges; false for a text that is no address. */
  public boolean contains(@Nullable String client) {
    byte[] address = client == null || ranges.isEmpty()
        ? null
        : NetUtil.createByteArrayFromIpAddressString(client);
    if (address == null) {
      return false;
    }
    byte[] compared = unmapped(address);
    for (int i = 0; i < ranges.size(); i++) {
      if (ranges.get(i).contains(compared)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the IPv4 address in an IPv4-mapped one; every other address as it is. */
  private static byte[] unmapped(byte[] address) {
    if (address.length <= MAPPED_BYTES) {
      return address;
    }
    for (int i = 0; i < MAPPED_BYTES - 2; i++) {
      if (address[i] != 0) {
        return address;
      }
    }
    return address[MAPPED_BYTES - 2] == -1 && address[MAPPED_BYTES - 1] == -1
        ? Arrays.copyOfRange(address, MAPPED_BYTES, address.length)
        : address;
  }

  @Override
  public String toString() {
    return ranges.stream().map(AddressRange::toString).collect(Collectors.joining(", "));
  }
}
