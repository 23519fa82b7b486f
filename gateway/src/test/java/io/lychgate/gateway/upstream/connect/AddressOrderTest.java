package io.lychgate.gateway.upstream.connect;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

final class AddressOrderTest {
  private static List<InetAddress> addresses(String... texts) {
    return Arrays.stream(texts)
        .map(NetUtil::createInetAddressFromIpAddressString)
        .toList();
  }

  @Test
  void familiesTakeTurnsAndIpv6IsFirst() {
    assertThat(AddressOrder.of(addresses("10.0.0.1", "10.0.0.2", "fd00::1", "fd00::2"), null, true))
        .containsExactlyElementsOf(addresses("fd00::1", "10.0.0.1", "fd00::2", "10.0.0.2"));
  }

  @Test
  void addressOfTheLastConnectionPrecedesItsFamily() {
    InetAddress last = addresses("10.0.0.2").get(0);

    assertThat(AddressOrder.of(addresses("fd00::1", "10.0.0.1", "10.0.0.2"), last, false))
        .containsExactlyElementsOf(addresses("10.0.0.2", "fd00::1", "10.0.0.1"));
  }

  @Test
  void oneFamilyKeepsItsOrder() {
    assertThat(AddressOrder.of(addresses("10.0.0.2", "10.0.0.1"), null, true))
        .containsExactlyElementsOf(addresses("10.0.0.2", "10.0.0.1"));
    assertThat(AddressOrder.of(List.of(), null, true)).isEmpty();
  }
}
