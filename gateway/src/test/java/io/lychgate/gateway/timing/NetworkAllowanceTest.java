package io.lychgate.gateway.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class NetworkAllowanceTest {
  private static final String SITE = "shop.test";
  private static final long MINUTE = TimeUnit.MINUTES.toNanos(1);

  private final NetworkAllowance allowance = new NetworkAllowance();

  private static InetAddress client() throws UnknownHostException {
    return InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
  }

  @Test
  void eachMinuteBeginsAgain() throws UnknownHostException {
    assertThat(allowance.admits(client(), SITE, 1, 0)).isTrue();
    assertThat(allowance.admits(client(), SITE, 1, MINUTE - 1)).isFalse();
    assertThat(allowance.admits(client(), SITE, 1, MINUTE)).isTrue();
  }

  @Test
  void threadWithAnEarlierClockDoesNotResetTheMinute() throws UnknownHostException {
    assertThat(allowance.admits(client(), SITE, 1, MINUTE)).isTrue();
    assertThat(allowance.admits(client(), SITE, 1, MINUTE - 1)).isFalse();
    assertThat(allowance.admits(client(), SITE, 1, MINUTE)).isFalse();
  }

  @Test
  void eachSiteCountsAlone() throws UnknownHostException {
    for (int i = 0; i < 1000; i++) {
      assertThat(allowance.admits(client(), "busy.test", 10_000_000, 0)).isTrue();
    }
    assertThat(allowance.admits(client(), SITE, 1, 0)).isTrue();
    assertThat(allowance.admits(client(), SITE, 1, 0)).isFalse();
    assertThat(allowance.admits(client(), "busy.test", 10_000_000, 0)).isTrue();
  }
}
