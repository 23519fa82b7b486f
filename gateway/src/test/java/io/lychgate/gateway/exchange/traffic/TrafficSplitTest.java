package io.lychgate.gateway.exchange.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.config.site.SplitConfig;
import io.lychgate.gateway.config.site.SplitConfig.Side;
import io.lychgate.gateway.config.site.SplitConfig.Source;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.testkit.LoneRequest;
import io.netty.util.AsciiString;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TrafficSplitTest {
  private static final int VISITORS = 20_000;

  private static TrafficSplit split(SplitConfig.Key key, Side... sides) {
    return new TrafficSplit(
        new SplitConfig(List.of(sides), key),
        name ->
            UpstreamConfig.of(name, List.of(new ServerConfig(ServerConfig.Scheme.HTTP, "a", 80))),
        name -> 0);
  }

  private static Side side(String name, int weight) {
    return new Side(name, weight, null);
  }

  private static String sideOf(TrafficSplit split, String client, String... fields) {
    return split.choose(new Visit(client, head(fields))).upstream().name();
  }

  private static RequestHead head(String... fields) {
    Fields all = new Fields();
    for (int i = 0; i < fields.length; i += 2) {
      all.add(AsciiString.of(fields[i]), fields[i + 1]);
    }
    return new RequestHead(AsciiString.of("GET"), true, "localhost", "/", all, 0);
  }

  private static String address(int visitor) {
    return "10." + (visitor >> 16) + "." + (visitor >> 8 & 255) + "." + (visitor & 255);
  }

  @Test
  void visitorsAreSharedByWeight() {
    TrafficSplit split = split(SplitConfig.Key.CLIENT, side("a", 90), side("b", 10), side("c", 0));
    int b = 0;
    for (int i = 0; i < VISITORS; i++) {
      String side = sideOf(split, address(i));
      assertThat(side).isNotEqualTo("c");
      b += side.equals("b") ? 1 : 0;
    }
    assertThat(b / (double) VISITORS).isCloseTo(0.1, within(0.01));
  }

  @Test
  void otherWeightMovesOnlyVisitorsToTheSideThatGrows() {
    TrafficSplit before =
        split(SplitConfig.Key.CLIENT, side("a", 60), side("b", 30), side("c", 10));
    // Shares: 0.6, 0.3, 0.1 before; 0.5, 0.25, 0.25 after. In another order of the file.
    TrafficSplit after = split(SplitConfig.Key.CLIENT, side("c", 30), side("a", 60), side("b", 30));
    int moved = 0;
    for (int i = 0; i < VISITORS; i++) {
      String old = sideOf(before, address(i));
      String now = sideOf(after, address(i));
      if (!old.equals(now)) {
        moved++;
        assertThat(now).isEqualTo("c");
      }
    }
    assertThat(moved / (double) VISITORS).isCloseTo(0.15, within(0.01));
  }

  @Test
  void visitorKeepsHisSideInAnotherGateway() {
    // Literals: a restart, another process and another version must find the same sides.
    TrafficSplit split = split(SplitConfig.Key.CLIENT, side("blue", 1), side("green", 1));
    StringBuilder sides = new StringBuilder();
    for (int i = 0; i < 16; i++) {
      sides.append(sideOf(split, address(i)).charAt(0));
    }
    assertThat(sides).hasToString("gggbgggggbggbgbg");
  }

  @Test
  void addressesOfOneNetworkHaveOneSide() {
    TrafficSplit split = split(SplitConfig.Key.CLIENT, side("a", 1), side("b", 1));
    for (int network = 0; network < 100; network++) {
      String prefix = "2001:db8:0:" + Integer.toHexString(network) + "::";
      assertThat(sideOf(split, prefix + "1")).isEqualTo(sideOf(split, prefix + "beef:2"));
    }
  }

  @Test
  void keyMayBeAFieldOrACookie() {
    TrafficSplit byUser =
        split(new SplitConfig.Key(Source.HEADER, "X-User"), side("a", 1), side("b", 1));
    TrafficSplit bySession =
        split(new SplitConfig.Key(Source.COOKIE, "session"), side("a", 1), side("b", 1));
    int differences = 0;
    for (int i = 0; i < 200; i++) {
      String user = "user" + i;
      String side = sideOf(byUser, address(i), "x-user", user);
      assertThat(sideOf(byUser, "192.0.2.1", "x-user", user)).isEqualTo(side);
      assertThat(sideOf(bySession, address(i), "cookie", "session=" + user)).isEqualTo(side);
      differences += side.equals(sideOf(byUser, address(i))) ? 0 : 1;
    }
    assertThat(differences).isBetween(60, 140);
  }

  @Test
  void newVisitorGetsACookieThatKeepsHisSide() {
    TrafficSplit split = split(new SplitConfig.Key(Source.VISITOR, ""), side("a", 1), side("b", 1));
    for (int i = 0; i < 100; i++) {
      TrafficSplit.Chosen first = split.choose(new Visit("192.0.2.1", head()));
      assertThat(first.newVisitor()).matches("[0-9a-f]{16}");

      TrafficSplit.Chosen next = split.choose(
          new Visit("192.0.2.99", head("cookie", VisitorKey.COOKIE + "=" + first.newVisitor())));
      assertThat(next.newVisitor()).isNull();
      assertThat(next.upstream()).isEqualTo(first.upstream());
    }
  }

  @Test
  void firstTestThatAcceptsWins() {
    TrafficSplit split = split(
        SplitConfig.Key.CLIENT,
        side("rest", 1),
        new Side("beta", 1, new SplitConfig.Test.Header("x-beta", "1")),
        new Side("staff", 1, new SplitConfig.Test.Cookie("staff", null)),
        new Side(
            "old",
            1,
            new SplitConfig.Test.Expression("headers[\"user-agent\"].contains(\"MSIE\")")));

    assertThat(sideOf(split, "192.0.2.1")).isEqualTo("rest");
    assertThat(sideOf(split, "192.0.2.1", "x-beta", "1", "cookie", "staff=x")).isEqualTo("beta");
    assertThat(sideOf(split, "192.0.2.1", "x-beta", "2", "cookie", "staff=x")).isEqualTo("staff");
    assertThat(sideOf(split, "192.0.2.1", "user-agent", "MSIE 6")).isEqualTo("old");
    assertThat(sideOf(split, "192.0.2.1", "user-agent", "Firefox")).isEqualTo("rest");
  }

  /** A request outside an exchange. */
  private record Visit(String client, RequestHead request) implements LoneRequest {}
}
