package io.lychgate.gateway.auth;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.pattern.AddressRange;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AddressSetTest {
  private static AddressSet set(String... ranges) {
    List<AddressRange> parsed = new ArrayList<>();
    for (String range : ranges) {
      parsed.add(AddressRange.parse(range).orElseThrow());
    }
    return AddressSet.of(parsed);
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.255.255, true",
    "10.0.0.0/8, 11.0.0.0, false",
    "10.0.0.0/8, 9.255.255.255, false",
    "192.0.2.7, 192.0.2.7, true",
    "192.0.2.7, 192.0.2.8, false",
    "0.0.0.0/0, 255.255.255.255, true",
    "0.0.0.0/0, ::1, false",
    "::/0, 192.0.2.1, false",
    "::/0, 2001:db8::1, true",
    "2001:db8::/32, 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff, true",
    "2001:db8::/32, 2001:db9::, false",
    "2001:db8::/65, 2001:db8::7fff:ffff:ffff:ffff, true",
    "2001:db8::/65, 2001:db8::8000:0:0:0, false",
    "ffff::/16, ffff::1, true",
    "::ffff:192.0.2.0/120, 192.0.2.9, true"
  })
  void rangeHasItsAddresses(String range, String address, boolean isIn) throws Exception {
    assertThat(set(range).contains(InetAddress.getByName(address))).isEqualTo(isIn);
  }

  @Test
  void mappedAddressIsTheAddressOfIpv4() throws UnknownHostException {
    byte[] mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 10, 1, 2, 3};
    InetAddress sixteenBytes = Inet6Address.getByAddress("client", mapped, 0);

    assertThat(sixteenBytes.getAddress()).hasSize(16);
    assertThat(set("10.0.0.0/8").contains(sixteenBytes)).isTrue();
    assertThat(set("11.0.0.0/8").contains(sixteenBytes)).isFalse();
  }

  @Test
  void clientWithoutAddressIsInNoRange() {
    assertThat(set("0.0.0.0/0", "::/0").contains(null)).isFalse();
  }

  @Test
  void overlappingRangesAreJoined() throws UnknownHostException {
    AddressSet joined = set("10.0.0.0/8", "10.1.0.0/16", "9.0.0.0/8", "10.255.255.255");

    assertThat(joined.contains(InetAddress.getByName("10.200.0.1"))).isTrue();
    assertThat(joined.contains(InetAddress.getByName("9.0.0.1"))).isTrue();
    assertThat(joined.contains(InetAddress.getByName("11.0.0.1"))).isFalse();
  }

  @Test
  void agreesWithAComparisonOfEachRange() throws UnknownHostException {
    Random random = new Random(7);
    List<AddressRange> ranges = new ArrayList<>();
    for (int i = 0; i < 3_000; i++) {
      byte[] network = new byte[random.nextBoolean() ? 4 : 16];
      random.nextBytes(network);
      ranges.add(new AddressRange(
          InetAddress.getByAddress(network), 1 + random.nextInt(8 * network.length)));
    }
    // Short prefixes would cover everything.
    ranges.removeIf(range -> range.prefixBits() < 10);
    AddressSet set = AddressSet.of(ranges);
    int inside = 0;
    for (int i = 0; i < 2_000; i++) {
      byte[] bytes = random.nextInt(3) == 0
          ? ranges.get(random.nextInt(ranges.size())).network().getAddress()
          : new byte[random.nextBoolean() ? 4 : 16];
      if (i % 2 == 0) {
        random.nextBytes(bytes);
      }
      InetAddress address = InetAddress.getByAddress(bytes);
      boolean expected = ranges.stream().anyMatch(range -> isIn(range, address));
      inside += expected ? 1 : 0;
      assertThat(set.contains(address)).as(address.toString()).isEqualTo(expected);
    }
    assertThat(inside).isBetween(100, 1_900);
  }

  private static boolean isIn(AddressRange range, InetAddress address) {
    byte[] a = range.network().getAddress();
    byte[] b = address.getAddress();
    if (a.length != b.length) {
      return false;
    }
    for (int bit = 0; bit < range.prefixBits(); bit++) {
      int mask = 0x80 >> (bit % 8);
      if ((a[bit / 8] & mask) != (b[bit / 8] & mask)) {
        return false;
      }
    }
    return true;
  }
}
