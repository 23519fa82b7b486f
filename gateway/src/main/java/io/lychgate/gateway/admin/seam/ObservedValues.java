package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.observe.ConnectionView;
import io.lychgate.gateway.observe.LiveConnections;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.count.BeaconOutcome;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.observe.savings.Savings;
import io.lychgate.gateway.observe.savings.SavingsAccount;
import io.lychgate.gateway.observe.savings.SavingsTerm;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Live values from the observers of the event loops. */
public final class ObservedValues implements LiveValues {

  private static final List<SavingsReport.Definition> DEFINITIONS = Arrays.stream(
          SavingsTerm.values())
      .map(term -> new SavingsReport.Definition(term.field(), term.title(), term.text()))
      .toList();

  private final Observatory observatory;
  private final LiveConnections connections;
  private final SavingsAccount account;

  public ObservedValues(Observatory observatory) {
    this.observatory = observatory;
    this.connections = new LiveConnections(observatory);
    this.account = new SavingsAccount(observatory);
  }

  @Override
  public CompletableFuture<List<ConnectionView>> connections() {
    return connections.collect();
  }

  @Override
  public ConnectionSummary summary() {
    Savings now = account.now();
    return new ConnectionSummary(
        Instant.ofEpochMilli(now.atMillis()),
        now.total().open(),
        now.total().inFlight(),
        now.byProtocol().entrySet().stream()
            .map(row -> new ConnectionSummary.Row(
                protocol(row.getKey()), row.getValue().open(), row.getValue().inFlight()))
            .toList());
  }

  @Override
  public SavingsReport savings() {
    Savings now = account.now();
    return new SavingsReport(
        Instant.ofEpochMilli(now.atMillis()),
        Instant.ofEpochMilli(now.sinceMillis()),
        counters(now.total()),
        now.byProtocol().entrySet().stream()
            .map(row -> new SavingsReport.Row(protocol(row.getKey()), counters(row.getValue())))
            .toList(),
        named(now.byListener()),
        named(now.bySite()),
        counts(now.closings()),
        counts(now.failures()),
        now.handshakesEarly(),
        perConnection(now.requestsPerConnection()),
        new SavingsReport.Headers(
            now.headers().plainBytes(),
            now.headers().codedBytes(),
            missing(now.headers().missing())),
        new SavingsReport.Memory(
            now.memory().bytesPerConnection(), missing(now.memory().missing())),
        new SavingsReport.Upstream(
            now.upstream().opened(), now.upstream().requests(), now.upstream().saved()),
        counts(now.pushes()),
        counts(now.hints()),
        cpu(now.cpu()),
        DEFINITIONS);
  }

  @Override
  public long beacons(BeaconOutcome outcome) {
    return observatory.beacons(outcome);
  }

  /** Returns the protocol of the configuration and the API for a protocol on the wire. */
  public static Protocol protocol(WireProtocol protocol) {
    return switch (protocol) {
      case HTTP_1_1 -> Protocol.HTTP_1_1;
      case HTTP_2 -> Protocol.HTTP_2;
      case HTTP_3 -> Protocol.HTTP_3;
    };
  }

  private static SavingsReport.Counters counters(Savings.Row row) {
    return new SavingsReport.Counters(
        row.open(),
        row.opened(),
        row.h1Equivalent(),
        row.saved(),
        row.handshakesFull(),
        row.handshakesResumed(),
        row.requests(),
        row.inFlight());
  }

  private static SavingsReport.Cpu cpu(Savings.Cpu cpu) {
    return new SavingsReport.Cpu(
        cpu.loopSeconds(),
        cpu.handshakeSeconds(),
        cpu.savedSeconds(),
        missing(cpu.missing()),
        cpu.measuringSeconds(),
        cpu.costs().entrySet().stream()
            .map(cost -> new SavingsReport.Cost(
                protocol(cost.getKey()),
                mean(cost.getValue().handshake()),
                mean(cost.getValue().request())))
            .toList());
  }

  private static SavingsReport.Mean mean(Savings.Mean mean) {
    return new SavingsReport.Mean(mean.seconds(), missing(mean.missing()));
  }

  private static List<SavingsReport.Named> named(List<Savings.Named> rows) {
    return rows.stream()
        .map(each -> new SavingsReport.Named(each.name(), counters(each.row())))
        .toList();
  }

  private static SavingsReport.PerConnection perConnection(Savings.PerConnection requests) {
    return new SavingsReport.PerConnection(
        requests.mean(),
        requests.buckets().stream()
            .map(each -> new SavingsReport.Bucket(each.upTo(), each.count()))
            .toList(),
        missing(requests.missing()));
  }

  private static List<SavingsReport.Missing> missing(List<Savings.Missing> all) {
    return all.stream()
        .map(each -> new SavingsReport.Missing(each.what(), each.have(), each.needed()))
        .toList();
  }

  private static List<SavingsReport.Count> counts(List<Savings.Outcome> outcomes) {
    return outcomes.stream()
        .map(outcome -> new SavingsReport.Count(outcome.outcome(), outcome.count()))
        .toList();
  }
}
