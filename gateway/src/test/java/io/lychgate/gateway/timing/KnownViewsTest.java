package io.lychgate.gateway.timing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.ResponseEnd;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Views without a report: their bound, which sites share, and their end. */
final class KnownViewsTest {
  private final KnownViews known = new KnownViews();

  private static MeasuredView view(String site, int number) {
    return new MeasuredView(
        site + number, number, site, "pages", "/", 1, "h2", 0, 0, -1, false, List.of());
  }

  private void send(String site, int from, int count) {
    for (int i = from; i < from + count; i++) {
      known.sent(new TimingEvent.Sent(view(site, i), ResponseEnd.WHOLE, 9));
    }
  }

  private List<String> expire(long before) {
    List<String> expired = new ArrayList<>();
    known.expire(before, page -> expired.add(page.view().id()));
    return expired;
  }

  @Test
  void aBusySitePushesOutItsOwnOldestViewsOnly() {
    send("shop.test", 0, 100);
    send("busy.test", 0, KnownViews.MAX_OPEN);

    assertThat(known.take(view("busy.test", 99))).as("beyond the bound").isNull();
    assertThat(known.take(view("busy.test", 100))).isNotNull();
    assertThat(known.take(view("shop.test", 0))).isNotNull();

    send("blog.test", 0, 50);
    assertThat(expire(Long.MAX_VALUE))
        .hasSize(KnownViews.MAX_OPEN)
        .contains("shop.test1", "shop.test99", "blog.test0");
    send("shop.test", 0, KnownViews.MAX_OPEN);
    assertThat(expire(Long.MAX_VALUE)).as("alone, a site has all").hasSize(KnownViews.MAX_OPEN);
  }

  @Test
  void aViewExpiresOnceInTheOrderOfItsSite() {
    send("shop.test", 0, 3);
    send("blog.test", 1, 1);

    assertThat(expire(2)).containsExactlyInAnyOrder("shop.test0", "shop.test1", "blog.test1");
    assertThat(expire(2)).isEmpty();
    assertThat(known.take(view("shop.test", 1))).isNull();
    assertThat(known.take(view("shop.test", 2))).isNotNull();
    assertThat(known.take(view("shop.test", 2))).isNull();
  }
}
