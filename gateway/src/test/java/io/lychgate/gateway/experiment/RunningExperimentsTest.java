package io.lychgate.gateway.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.message.ArmAssignment;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class RunningExperimentsTest {
  private static final byte[] KEY =
      "a key of thirty-two bytes length".getBytes(StandardCharsets.US_ASCII);
  private static final int NETWORKS = 4000;

  private static RunningExperiments of(Experiment... all) {
    return new RunningExperiments(List.of(all), KEY, name -> 1);
  }

  private static InetAddress client(int number) {
    return address("10." + (number >> 8) + "." + (number & 255) + ".7");
  }

  private static InetAddress address(String text) {
    try {
      return InetAddress.getByName(text);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static List<ArmAssignment> arms(
      RunningExperiments running, String site, InetAddress client, long now) {
    return running.ofRequest(site, "page", client, client, null, now).arms();
  }

  /** Returns the number of networks in each arm, by experiment and arm. */
  private static Map<String, Integer> counts(RunningExperiments running, long now) {
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < NETWORKS; i++) {
      for (ArmAssignment arm : arms(running, "shop", client(i), now)) {
        counts.merge(arm.experiment() + ":" + arm.arm(), 1, Integer::sum);
      }
    }
    return counts;
  }

  private static void assertBinomial(int got, double share) {
    double deviation = Math.sqrt(NETWORKS * share * (1 - share));
    assertThat((double) got)
        .isBetween(NETWORKS * share - 4 * deviation, NETWORKS * share + 4 * deviation);
  }

  @Test
  void sharesAndWeightsAreThoseOfTheDesign() {
    Design design = Designs.with(
        Designs.hints("a", "one", 4000),
        Factor.HINTS,
        Unit.NETWORK,
        List.of(new Arm("control", "on", 1), new Arm("without", "off", 3)));

    Map<String, Integer> counts = counts(of(Designs.running(design, 500)), 0);

    assertBinomial(counts.getOrDefault("a:control", 0), 0.1);
    assertBinomial(counts.getOrDefault("a:without", 0), 0.3);
  }

  @Test
  void networkKeepsItsArmWhileItsAddressChanges() {
    RunningExperiments running = of(Designs.running(Designs.hints("a", "one", 10_000), 0));

    List<ArmAssignment> first = arms(running, "shop", address("192.0.2.1"), 0);

    assertThat(first).hasSize(1);
    assertThat(arms(running, "shop", address("192.0.2.254"), 99)).isEqualTo(first);
    assertThat(arms(
            of(Designs.running(Designs.hints("a", "one", 10_000), 0)),
            "shop",
            address("192.0.2.7"),
            0))
        .as("another process")
        .isEqualTo(first);
    assertThat(arms(running, "shop", address("2001:db8:0:1::1"), 0))
        .isEqualTo(arms(running, "shop", address("2001:db8:0:ff::2"), 0));
    assertThat(arms(running, "shop", address("192.0.3.1"), 0).get(0).unit())
        .isNotEqualTo(first.get(0).unit());
  }

  @Test
  void anotherKeyMakesOtherGroups() {
    Experiment experiment = Designs.running(Designs.hints("a", "one", 10_000), 0);
    RunningExperiments other = new RunningExperiments(List.of(experiment), new byte[32], name -> 1);
    RunningExperiments running = of(experiment);
    int same = 0;
    for (int i = 0; i < NETWORKS; i++) {
      String here = arms(running, "shop", client(i), 0).get(0).arm();
      same += here.equals(arms(other, "shop", client(i), 0).get(0).arm()) ? 1 : 0;
    }

    assertBinomial(same, 0.5);
  }

  @Test
  void rampAddsUnitsAndMovesNone() {
    RunningExperiments running = of(Designs.running(
        Designs.hints("a", "one", 1000, new RampStep(10, 3000), new RampStep(20, 8000)), 2000));
    Map<Integer, List<ArmAssignment>> before = new HashMap<>();
    for (long minute : new long[] {0, 9, 10, 20}) {
      int inside = 0;
      for (int i = 0; i < NETWORKS; i++) {
        List<ArmAssignment> now = arms(running, "shop", client(i), minute * 60_000);
        inside += now.size();
        List<ArmAssignment> then = before.put(i, now);
        if (then != null && !then.isEmpty()) {
          assertThat(now).isEqualTo(then);
        }
      }
      assertBinomial(inside, minute < 10 ? 0.1 : minute < 20 ? 0.3 : 0.8);
    }
  }

  @Test
  void experimentsOfOneLayerShareNoUnit() {
    Map<String, Integer> counts = new HashMap<>();
    RunningExperiments running = of(
        Designs.running(Designs.hints("a", "one", 5000), 0),
        Designs.running(Designs.hints("b", "one", 5000), 5000));
    for (int i = 0; i < NETWORKS; i++) {
      List<ArmAssignment> arms = arms(running, "shop", client(i), 0);
      assertThat(arms).hasSize(1);
      counts.merge(arms.get(0).experiment(), 1, Integer::sum);
    }

    assertBinomial(counts.getOrDefault("a", 0), 0.5);
  }

  @Test
  void layersAreIndependent() {
    Map<String, Integer> both = new HashMap<>();
    RunningExperiments running = of(
        Designs.running(Designs.hints("a", "one", 10_000), 0),
        Designs.running(Designs.hints("b", "two", 10_000), 0));
    for (int i = 0; i < NETWORKS; i++) {
      List<ArmAssignment> arms = arms(running, "shop", client(i), 0);
      both.merge(arms.get(0).arm() + " " + arms.get(1).arm(), 1, Integer::sum);
    }

    assertThat(both).hasSize(4);
    both.values().forEach(count -> assertBinomial(count, 0.25));
  }

  @Test
  void otherSitesAndRoutesAreUntouched() {
    Design base = Designs.hints("a", "one", 10_000);
    Design onRoute = new Design(
        "a",
        "t",
        "",
        List.of("shop"),
        List.of("page"),
        "one",
        Unit.NETWORK,
        base.factor(),
        base.arms(),
        10_000,
        List.of(),
        base.headline(),
        base.decision(),
        base.guardrails());
    RunningExperiments running = of(Designs.running(onRoute, 0));

    assertThat(arms(running, "shop", client(1), 0)).hasSize(1);
    assertThat(arms(running, "blog", client(1), 0)).isEmpty();
    assertThat(running.ofRequest("shop", "other", client(1), client(1), null, 0))
        .isEqualTo(Assigned.NONE);
  }

  @Test
  void plannedExperimentHasTheArmsOfItsRunAndChangesNothing() {
    Design design = Designs.hints("a", "one", 1_000, new RampStep(60, 5_000));
    Experiment planned =
        new Experiment(design, Life.DRAFT.planned(1_000, 700), "admin", Instant.EPOCH, 1);
    Experiment running =
        new Experiment(design, planned.life().started(2_000, 700), "admin", Instant.EPOCH, 2);
    RunningExperiments before = of(planned);

    assertThat(counts(before, 1_500))
        .as("all units that will be in it have a pre-period")
        .isEqualTo(counts(of(running), 2_000 + 60 * 60_000));
    for (int i = 0; i < 200; i++) {
      assertThat(before
              .ofRequest("shop", "page", client(i), client(i), null, 1_500)
              .treatment()
              .isNone())
          .isTrue();
    }
  }

  @Test
  void visitorsOfOneNetworkHaveOneNumberForGuardrails() {
    Design visitors = ofVisitors("a");
    RunningExperiments running = of(Designs.running(visitors, 0));
    Set<Long> networks = new HashSet<>();
    Set<Long> units = new HashSet<>();
    for (byte number = 0; number < 20; number++) {
      Assigned assigned = running.ofRequest(
          "shop", "page", client(1), client(1), new byte[] {number, 0, 0, 0, 0, 0, 0, 0}, 0);
      networks.add(assigned.network());
      units.add(assigned.arms().get(0).unit());
    }

    assertThat(units).hasSize(20);
    assertThat(networks).hasSize(1);
  }

  @Test
  void stoppedArmGetsTheConfigurationAndTheOthersStay() {
    Experiment experiment = Designs.running(Designs.hints("a", "one", 10_000), 0);
    Experiment without = new Experiment(
        experiment.design(),
        experiment.life().without("without", "5xx", 1),
        "admin",
        Instant.EPOCH,
        2);
    Set<String> left = new HashSet<>();
    List<Integer> moved = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      String before = arms(of(experiment), "shop", client(i), 0).get(0).arm();
      List<ArmAssignment> after = arms(of(without), "shop", client(i), 0);
      after.forEach(arm -> left.add(arm.arm()));
      if (!after.isEmpty() && !after.get(0).arm().equals(before)) {
        moved.add(i);
      }
    }

    assertThat(left).containsExactly("control");
    assertThat(moved).isEmpty();
  }

  @Test
  void appliedWinnerIsForAllClientsAndIsNoArm() {
    Experiment experiment = Designs.running(Designs.hints("a", "one", 100), 0);
    Experiment decided = new Experiment(
        experiment.design(),
        experiment.life().ended(1).decided("without", true),
        "admin",
        Instant.EPOCH,
        2);
    for (int i = 0; i < 50; i++) {
      Assigned assigned = of(decided).ofRequest("shop", "page", client(i), client(i), null, 0);
      assertThat(assigned.arms()).isEmpty();
      assertThat(assigned.treatment().hints()).isFalse();
    }
  }

  @Test
  void clientBehindAProxyIsInNoProtocolArm() {
    Design design = Designs.with(
        Designs.hints("a", "one", 10_000),
        Factor.PROTOCOL,
        Unit.NETWORK,
        List.of(new Arm("old", "h1", 1), new Arm("new", "h2", 1)));
    RunningExperiments running = of(Designs.running(design, 0));

    assertThat(running.decidesConnections()).isTrue();
    assertThat(running.ofRequest("shop", "page", null, client(1), null, 0).arms())
        .isEmpty();
    Assigned direct = running.ofRequest("shop", "page", client(1), client(1), null, 0);
    assertThat(running.ofConnection("shop", client(1), 0)).isEqualTo(direct);
    assertThat(running.ofConnection("blog", client(1), 0)).isEqualTo(Assigned.NONE);
  }

  @Test
  void visitorsOfOneNetworkShareItsNumberOnOneDay() {
    Design design = ofVisitors("a");
    Design second = ofVisitors("b");
    RunningExperiments running = of(Designs.running(design, 0));
    long day = 86_400_000;

    ArmAssignment one = visitor(running, client(1), 1, day);
    ArmAssignment other = visitor(running, client(1), 2, 2 * day - 1);
    ArmAssignment elsewhere = visitor(running, client(2), 3, day);
    ArmAssignment tomorrow = visitor(running, client(1), 1, 2 * day);

    assertThat(one.unit()).isNotEqualTo(other.unit());
    assertThat(one.network()).isEqualTo(other.network()).isNotEqualTo(one.unit());
    assertThat(elsewhere.network()).isNotEqualTo(one.network());
    assertThat(visitor(of(Designs.running(second, 0)), client(1), 1, day).network())
        .as("another experiment")
        .isNotEqualTo(one.network());
    assertThat(tomorrow.unit()).isEqualTo(one.unit());
    assertThat(tomorrow.network()).isNotEqualTo(one.network());
    assertThat(one.period()).isEqualTo(ArmAssignment.Period.DURING);
  }

  /** Returns a design that assigns visitors and not networks. */
  private static Design ofVisitors(String id) {
    Design ofNetworks = Designs.hints(id, "one", 10_000);
    return Designs.with(ofNetworks, Factor.HINTS, Unit.VISITOR, ofNetworks.arms());
  }

  private static ArmAssignment visitor(
      RunningExperiments running, InetAddress client, int cookie, long now) {
    byte[] number = {1, 2, 3, 4, 5, 6, 7, (byte) cookie};
    return running.ofRequest("shop", "page", client, client, number, now).arms().get(0);
  }

  @Test
  void assignmentOfThePrePeriodSaysSo() {
    Design design = Designs.hints("a", "one", 10_000);
    Experiment planned =
        new Experiment(design, Life.DRAFT.planned(0, 0), "admin", Instant.EPOCH, 1);

    ArmAssignment before = arms(of(planned), "shop", client(1), 0).get(0);
    ArmAssignment during =
        arms(of(Designs.running(design, 0)), "shop", client(1), 0).get(0);

    assertThat(before.period()).isEqualTo(ArmAssignment.Period.BEFORE);
    assertThat(during.period()).isEqualTo(ArmAssignment.Period.DURING);
    assertThat(during.unit()).isEqualTo(before.unit());
    assertThat(during.network()).as("the network is the unit").isEqualTo(during.unit());
  }

  @Test
  void visitorWithoutACookieIsInNoArm() {
    Design design = ofVisitors("a");
    RunningExperiments running = of(Designs.running(design, 0));

    assertThat(running.needsVisitor("shop", "page")).isTrue();
    assertThat(arms(running, "shop", client(1), 0)).isEmpty();
    assertThat(running.ofRequest("shop", "page", null, null, new byte[8], 0).arms())
        .hasSize(1);
  }
}
