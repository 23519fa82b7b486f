package io.lychgate.gateway.timing;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.ViewSample;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The two lanes of a page view on one clock. */
final class WaterfallTest {
  /** The browser sends its request at 40 ms and has the first byte at 100 ms; the gateway needs 20 ms of these. */
  private static final ViewSample VIEW = view(100, 60);

  private static ViewSample view(double ttfb, double request) {
    double[] times = new double[ViewSample.TIMES.size()];
    Arrays.fill(times, Double.NaN);
    times[ViewSample.TIMES.indexOf("ttfb")] = ttfb;
    times[ViewSample.TIMES.indexOf("request")] = request;
    times[ViewSample.TIMES.indexOf("response")] = 5;
    return new ViewSample(
        "v",
        0,
        "n",
        "shop.test",
        "r",
        "/a",
        0,
        "h2",
        "h2",
        "loaded",
        "cold",
        "desktop",
        "firefox",
        "4g",
        0,
        0,
        0,
        0,
        1,
        times,
        900,
        List.of());
  }

  private static BrowserLane.Row loaded(String path, double start, String cache) {
    return new BrowserLane.Row(
        path, start, start + 1, start + 30, start + 40, 11, "img", "h2", cache);
  }

  private static GatewayLane.Row served(
      String path, boolean isPage, boolean isPushed, String connection, double received) {
    return new GatewayLane.Row(
        path,
        isPage,
        isPushed,
        connection,
        200,
        received,
        received + 1,
        null,
        received + 15,
        received + 20,
        received + 25,
        99,
        0,
        0,
        true);
  }

  private static final GatewayLane.Row PAGE = served("/a", true, false, "1", 0);

  private static Waterfall join(List<BrowserLane.Row> browser, GatewayLane.Row... gateway) {
    return Waterfall.of(VIEW, new BrowserLane(0, browser), new GatewayLane(0, List.of(gateway)));
  }

  @Test
  void theWaysOfRequestAndResponseShareTheTimeBetween() {
    Waterfall waterfall = join(List.of(), PAGE);

    assertThat(waterfall.clock()).isEqualTo(new Waterfall.Clock(60, 20));
    Waterfall.Row page = waterfall.rows().get(0);
    assertThat(page.page()).isTrue();
    assertThat(Objects.requireNonNull(page.gateway()).received()).isEqualTo(60);
    assertThat(page.gateway().head()).isEqualTo(80);
    assertThat(Objects.requireNonNull(page.browser()).response()).isEqualTo(100);
    assertThat(page.browser().end()).isEqualTo(105);
  }

  @Test
  void aGatewayThatWasSlowerThanTheBrowserSawHasNoNegativeWay() {
    Waterfall waterfall = Waterfall.of(
        view(100, 10), new BrowserLane(0, List.of()), new GatewayLane(0, List.of(PAGE)));

    assertThat(waterfall.clock()).isEqualTo(new Waterfall.Clock(90, 0));
  }

  @Test
  void eachResourceHasTheRequestThatServedIt() {
    Waterfall waterfall = join(
        List.of(
            loaded("/b.png", 210, "network"),
            loaded("/b.png", 110, "network"),
            loaded("/c.png", 120, "stored")),
        PAGE,
        served("/b.png", false, false, "1", 160),
        served("/b.png", false, false, "1", 62));

    assertThat(waterfall.rows())
        .extracting(Waterfall.Row::path)
        .containsExactly("/a", "/b.png", "/c.png", "/b.png");
    assertThat(Objects.requireNonNull(waterfall.rows().get(1).gateway()).received())
        .isEqualTo(122);
    assertThat(waterfall.rows().get(2).gateway()).as("from the browser's cache").isNull();
    assertThat(Objects.requireNonNull(waterfall.rows().get(3).gateway()).received())
        .isEqualTo(220);
  }

  @Test
  void aHintedResourceIsInTheCacheWhenThePageWantsIt() {
    Waterfall waterfall = join(
        List.of(loaded("/b.png", 300, "stored"), loaded("/b.png", 90, "network")),
        PAGE,
        served("/b.png", false, false, "1", 35));
    Waterfall alone = join(
        List.of(loaded("/b.png", 300, "stored")),
        PAGE,
        served("/b.png", false, false, "1", 35),
        served("/b.png", false, false, "2", 35));

    assertThat(waterfall.rows().get(1).gateway()).isNotNull();
    assertThat(waterfall.rows().get(2).gateway()).as("was there already").isNull();
    assertThat(Objects.requireNonNull(alone.rows().get(1).gateway()).connection())
        .isEqualTo("1");
  }

  @Test
  void resourcesThatStartTogetherKeepTheOrderOfTheBrowser() {
    Waterfall waterfall =
        join(List.of(loaded("/b.png", 90, "stored"), loaded("/c.png", 90, "network")), PAGE);

    assertThat(waterfall.rows())
        .extracting(Waterfall.Row::path)
        .containsExactly("/a", "/b.png", "/c.png");
  }

  @Test
  void requestsOfOthersBehindTheSameAddressStayOut() {
    Waterfall waterfall = join(
        List.of(loaded("/b.png", 110, "network")),
        PAGE,
        served("/b.png", false, false, "2", 60),
        served("/b.png", false, false, "1", 64),
        served("/elsewhere", false, false, "2", 64),
        served("/unreported", false, false, "1", 90),
        served("/b.png", false, false, "2", 5000));

    assertThat(waterfall.rows())
        .extracting(Waterfall.Row::path)
        .containsExactly("/a", "/b.png", "/unreported");
    assertThat(Objects.requireNonNull(waterfall.rows().get(1).gateway()).connection())
        .isEqualTo("1");
  }

  @Test
  void aPushMayBeginLongBeforeTheBrowserWantsIt() {
    Waterfall waterfall = join(
        List.of(loaded("/b.png", 900, "network")), PAGE, served("/b.png", false, true, "1", 1));

    assertThat(Objects.requireNonNull(waterfall.rows().get(1).gateway()).pushed())
        .isTrue();
  }

  @Test
  void oneLaneAloneIsOnItsOwnClock() {
    Waterfall gateway = Waterfall.of(VIEW, null, new GatewayLane(3, List.of(PAGE)));
    Waterfall browser =
        Waterfall.of(VIEW, new BrowserLane(2, List.of(loaded("/b.png", 110, "network"))), null);

    assertThat(gateway.clock()).isNull();
    assertThat(Objects.requireNonNull(gateway.rows().get(0).gateway()).received())
        .isZero();
    assertThat(gateway.lostInGateway()).isEqualTo(3);
    assertThat(browser.clock()).isNull();
    assertThat(browser.rows()).hasSize(2);
    assertThat(browser.lostInBrowser()).isEqualTo(2);
    assertThat(Waterfall.of(view(Double.NaN, 0), null, null).rows()).isEmpty();
  }
}
