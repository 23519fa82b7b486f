package io.lychgate.gateway.timing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The page views that take requests: their bounds, and when they end. */
final class ViewLanesTest {
  private static final long SECOND = 1_000_000_000;

  private final ViewLanes lanes = new ViewLanes();

  private static OpenLane lane(String id) {
    return new OpenLane(id, "shop.test", 1, "shop.test:8443", 0);
  }

  private static LaneRequest request(String path, boolean isPage) {
    return new LaneRequest(
        path,
        isPage,
        false,
        35,
        200,
        new LaneRequest.Times(
            2_000_000, 2_500_000, LaneRequest.NEVER, LaneRequest.NEVER, 3_000_000, 4_000_000),
        10,
        0,
        0,
        true);
  }

  @Test
  void aViewEndsAfterItsReportOrItsWindow() {
    lanes.open(7, lane("one"));
    lanes.open(8, lane("two"));
    lanes.reported("one", SECOND);
    lanes.reported("unknown", SECOND);

    assertThat(lanes.takeOver(SECOND)).isEmpty();
    assertThat(lanes.takeOver(2 * SECOND)).extracting(OpenLane::id).containsExactly("one");
    assertThat(lanes.of(7)).isNull();
    assertThat(lanes.of(8)).isNotNull();
    assertThat(lanes.takeOver(30 * SECOND)).extracting(OpenLane::id).containsExactly("two");
    assertThat(lanes.isIdle()).isTrue();
  }

  @Test
  void theNextPageOfAVisitorTakesItsRequests() {
    OpenLane first = lanes.open(7, lane("one"));
    OpenLane second = lanes.open(7, lane("two"));

    assertThat(lanes.of(7)).isSameAs(second);
    lanes.leave(7);
    assertThat(lanes.of(7)).isNull();
    assertThat(lanes.takeOver(30 * SECOND)).containsExactlyInAnyOrder(first, second);
  }

  @Test
  void aViewThatDoesNotCountIsForgotten() {
    lanes.open(7, lane("one"));
    lanes.drop("one");
    lanes.drop("one");

    assertThat(lanes.isIdle()).isTrue();
    assertThat(lanes.of(7)).isNull();
  }

  @Test
  void boundsTheViewsAndTheirRequests() {
    for (int i = 0; i < ViewLanes.MAX_OPEN / 2; i++) {
      assertThat(lanes.hasRoom("shop.test")).isTrue();
      lanes.open(i, lane("v" + i));
    }
    assertThat(lanes.hasRoom("shop.test")).isFalse();

    OpenLane lane = lane("full");
    for (int i = 0; i < OpenLane.MAX_REQUESTS + 5; i++) {
      lane.add(request("/" + i, false));
    }
    lane.add(request("/page", true));
    assertThat(lane.toLane().rows()).hasSize(OpenLane.MAX_REQUESTS + 1);
    assertThat(lane.toLane().lost()).isEqualTo(5);
  }

  @Test
  void busySiteLeavesRoomForTheOthers() {
    int opened = 0;
    for (String site : new String[] {"busy.test", "shop.test", "blog.test"}) {
      int before = opened;
      while (lanes.hasRoom(site)) {
        lanes.open(opened, new OpenLane("v" + opened++, site, 1, site, 0));
      }
      assertThat(opened).as(site).isGreaterThan(before);
    }
    assertThat(lanes.hasRoom("other.test")).isTrue();
    assertThat(opened).isLessThan(ViewLanes.MAX_OPEN);

    lanes.takeOver(30 * SECOND);
    assertThat(lanes.hasRoom("busy.test")).isTrue();
    assertThat(lanes.isIdle()).isTrue();
  }

  @Test
  void aLaneInTheStoreIsTheSame() {
    OpenLane lane = lane("one");
    lane.add(request("/a", true));

    GatewayLane read = Objects.requireNonNull(LaneText.gateway(LaneText.of(lane.toLane())));

    assertThat(read).isEqualTo(lane.toLane());
    assertThat(read.rows())
        .isEqualTo(List.of(new GatewayLane.Row(
            "/a", true, false, "z", 200, 2, 2.5, null, null, 3.0, 4, 10, 0, 0, true)));
  }

  @Test
  void keepsNoQueriesAndNoLongPaths() {
    assertThat(LaneRequest.pathOf("/a?token=secret")).isEqualTo("/a");
    assertThat(LaneRequest.pathOf("/" + "a".repeat(500))).hasSize(LaneRequest.MAX_PATH);
  }
}
