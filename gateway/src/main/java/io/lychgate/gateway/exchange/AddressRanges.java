package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.pattern.AddressRange;
import io.netty.handler.ipfilter.IpFilterRuleType;
import io.netty.handler.ipfilter.IpSubnetFilterRule;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;

/** Ranges of addresses, ready to be matched. Immutable. */
public final class AddressRanges {
  private final List<AddressRange> source;
  private final List<IpSubnetFilterRule> rules;

  private AddressRanges(List<AddressRange> source) {
    this.source = source;
    this.rules = source.stream()
        .map(range ->
            new IpSubnetFilterRule(range.network(), range.prefixBits(), IpFilterRuleType.ACCEPT))
        .toList();
  }

  public static AddressRanges of(List<AddressRange> ranges) {
    return new AddressRanges(ranges);
  }

  /** Returns this object if it has these ranges, else a new one. */
  @SuppressWarnings("ReferenceEquality") // An equal list in another object is only compiled again.
  public AddressRanges as(List<AddressRange> ranges) {
    return ranges == source ? this : new AddressRanges(ranges);
  }

  public boolean isEmpty() {
    return rules.isEmpty();
  }

  /** Returns true for an address of one of the ranges; false for one that is not of IP. */
  public boolean contains(SocketAddress address) {
    if (rules.isEmpty()
        || !(address instanceof InetSocketAddress inet)
        || inet.getAddress() == null) {
      return false;
    }
    for (int i = 0; i < rules.size(); i++) {
      if (rules.get(i).matches(inet)) {
        return true;
      }
    }
    return false;
  }
}
