package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.history.RecordedPast;
import io.lychgate.gateway.history.Selection;
import io.lychgate.gateway.history.report.BeforeAfter;
import io.lychgate.gateway.history.report.Report;
import io.lychgate.gateway.history.report.Report.Figure;
import io.lychgate.gateway.history.report.Report.Verdict;
import io.lychgate.gateway.history.report.ReportPlan;
import io.lychgate.gateway.history.report.ReportQuestion;
import io.lychgate.gateway.observe.CensusTaker;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.TestCertificates;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A crowd with a known number of connections visits a real gateway, and the report finds that number. Only the clock of the history
 * is the test's: ten seconds pass after each visit.
 */
final class BeforeAfterIT {
  private static final int BLOCKS = 14;
  private static final int REQUESTS_OF_VISIT = 120;

  @TempDir
  Path directory;

  private Store store;
  private TestGateway gateway;
  private RecordedPast past;

  @BeforeEach
  void start() throws Exception {
    store = Store.open(
        StoreUrl.parse("jdbc:sqlite:lychgate.db", directory), directory, InstantSource.system());
    TlsConfig.Certificate certificate = TestCertificates.write(directory, "site", "localhost");
    Path file = directory.resolve("gateway.yaml");
    Files.writeString(file, """
        listeners:
          - name: public
            address: "127.0.0.1:0"
            tls: { certificates: [ { chain: "%s", key: "%s" } ] }
        sites:
          - hosts: [ localhost ]
            routes: [ { match: { path: "/*" }, respond: { status: 200, body: hello } } ]
        """.formatted(certificate.chain(), certificate.key()));
    GatewayConfig config = ConfigReader.ofProcess().read(file).value();
    gateway = TestGateway.start(config);
    CensusTaker taker = new CensusTaker(gateway.observatory());
    past = new RecordedPast(
        () -> store,
        Instant.now().truncatedTo(ChronoUnit.MINUTES).minus(Duration.ofMinutes(30)),
        () -> taker.take().parts());
    // Not measured: code is compiled first.
    visits(3, true);
    visits(3, false);
  }

  @AfterEach
  void stop() {
    gateway.close();
    store.close();
  }

  @Test
  void reportFindsThePlantedFallOfConnectionsAndOfProcessorTime() {
    double cpuBefore = visits(BLOCKS, false);
    Instant enabled = past.present();
    double cpuAfter = visits(BLOCKS, true);

    Report report = report(enabled);

    assertThat(report.refused()).as(report.conclusion()).isNull();
    Figure connections = primary(report);
    assertThat(connections.per()).isEqualTo("1000-requests");
    assertThat(connections.change()).isCloseTo(1.0 / 6 - 1, within(0.03));
    assertThat(connections.verdict()).isEqualTo(Verdict.FELL);
    Figure cpu = figure(report, "cpu-per-request");
    assertThat(cpuAfter / cpuBefore - 1)
        .as("CPU time of the loops, measured apart; the report has %s", cpu)
        .isBetween(
            Objects.requireNonNull(cpu.low()) - 0.01, Objects.requireNonNull(cpu.high()) + 0.01);
  }

  @Test
  void reportShowsNoChangeBetweenEqualCrowds() {
    visits(BLOCKS, true);
    Instant nothing = past.present();
    visits(BLOCKS, true);

    Report report = report(nothing);

    assertThat(report.refused()).as(report.conclusion()).isNull();
    assertThat(primary(report).change()).isCloseTo(0, within(0.001));
    assertThat(report.figures())
        .filteredOn(each -> !each.id().startsWith("first-byte"))
        .allSatisfy(each -> assertThat(each.verdict()).isNotIn(Verdict.FELL, Verdict.ROSE));
  }

  /**
   * Lets visits happen, ten seconds apart: six connections of HTTP/1.1, or one of HTTP/2.
   *
   * @return the CPU time of the loops in nanoseconds
   */
  private double visits(int count, boolean http2) {
    long before = cpuNanos();
    for (int visit = 0; visit < count; visit++) {
      List<String> arguments = new ArrayList<>(List.of("-n", "" + REQUESTS_OF_VISIT));
      arguments.addAll(http2 ? List.of("-c1", "-m6") : List.of("--h1", "-c6", "-m1"));
      arguments.add("https://localhost:" + gateway.port("public") + "/");
      Commands.finish(Commands.start("h2load", arguments.toArray(String[]::new)))
          .expectSuccess();
      past.seconds(10);
    }
    return cpuNanos() - before;
  }

  private long cpuNanos() {
    return gateway.observatory().sum(loop -> loop.cpu().total());
  }

  private Report report(Instant at) {
    past.minutes(0, Map.of());
    ReportQuestion question = new ReportQuestion(
        at,
        null,
        ReportQuestion.LONGEST,
        ZoneOffset.UTC,
        "",
        past.present(),
        past.history().firstAt().orElse(null),
        past.history().secondsFrom().orElse(null));
    ReportPlan plan = BeforeAfter.plan(question).orElseThrow();
    return BeforeAfter.report(
        question,
        past.history().blocks(plan.from(), plan.to(), plan.width(), List.of(Selection.WHOLE)),
        List.of());
  }

  private static Figure primary(Report report) {
    return report.figures().stream().filter(Figure::primary).findFirst().orElseThrow();
  }

  private static Figure figure(Report report, String id) {
    return report.figures().stream()
        .filter(each -> each.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new AssertionError(id + " (expected: one of "
            + report.figures().stream().map(Figure::id).toList() + ")"));
  }
}
