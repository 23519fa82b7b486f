package io.lychgate.gateway.observe.savings;

import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.TagValues;
import io.lychgate.gateway.observe.count.EventCount;
import io.lychgate.gateway.observe.count.LoopCpu;
import io.lychgate.gateway.observe.count.ProtocolCount;
import io.lychgate.gateway.observe.count.WireProtocol;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntToLongFunction;

/** Adds up the counters of all loops to {@link Savings}. Any thread; it does not block the loops. */
public final class SavingsAccount {
  private static final double NANOS = 1e9;

  private final Observatory observatory;

  public SavingsAccount(Observatory observatory) {
    this.observatory = observatory;
  }

  public Savings now() {
    Map<WireProtocol, Savings.Row> rows = new EnumMap<>(WireProtocol.class);
    Savings.Row total = new Savings.Row(0, 0, 0, 0, 0, 0, 0);
    for (WireProtocol protocol : WireProtocol.values()) {
      Savings.Row row = row(protocol);
      rows.put(protocol, row);
      total = total.plus(row);
    }
    return new Savings(
        observatory.ticker().wallMillis(),
        observatory.startedMillis(),
        total,
        rows,
        pushes(),
        hints(),
        cpu(rows));
  }

  /**
   * Returns the counters of a protocol. Each difference reads last the counter that loops increment first, so that no difference
   * becomes negative while loops run.
   */
  private Savings.Row row(WireProtocol protocol) {
    long open = observatory.open(protocol);
    long ended = observatory.sum(ProtocolCount.EXCHANGES_ENDED, protocol);
    long requests = observatory.sum(ProtocolCount.EXCHANGES_STARTED, protocol);
    long opened = observatory.opened(protocol);
    long equivalent = observatory.sum(ProtocolCount.H1_EQUIVALENT, protocol);
    return new Savings.Row(
        open,
        opened,
        Math.max(opened, equivalent),
        observatory.sum(ProtocolCount.HANDSHAKES_FULL, protocol),
        observatory.sum(ProtocolCount.HANDSHAKES_RESUMED, protocol),
        requests,
        Math.max(0, requests - ended));
  }

  private List<Savings.Outcome> pushes() {
    List<Savings.Outcome> all = new ArrayList<>();
    add(all, EventCount.PUSHES_SENT);
    add(all, EventCount.PUSHES_REFUSED);
    add(all, EventCount.PUSHES_RESET);
    addSkips(all, reason -> observatory.sum(loop -> loop.pushesSkipped(reason)));
    return all;
  }

  private List<Savings.Outcome> hints() {
    List<Savings.Outcome> all = new ArrayList<>();
    add(all, EventCount.HINTS_SENT);
    add(all, EventCount.HINT_LINKS);
    addSkips(all, reason -> observatory.sum(loop -> loop.hintsSkipped(reason)));
    return all;
  }

  private void add(List<Savings.Outcome> all, EventCount what) {
    all.add(new Savings.Outcome(what.tag(), observatory.sum(what)));
  }

  private void addSkips(List<Savings.Outcome> all, IntToLongFunction counter) {
    TagValues reasons = observatory.skipReasons();
    for (int reason = 0; reason < reasons.size(); reason++) {
      long count = counter.applyAsLong(reason);
      if (count > 0) {
        all.add(new Savings.Outcome(reasons.name(reason), count));
      }
    }
  }

  private Savings.Cpu cpu(Map<WireProtocol, Savings.Row> rows) {
    if (!LoopCpu.isMeasured()) {
      return new Savings.Cpu(null, null, null, List.of());
    }
    long loops = observatory.sum(loop -> loop.cpu().total());
    CpuSaved.Measured h1 = measured(WireProtocol.HTTP_1_1, rows);
    CpuSaved.Measured h2 = measured(WireProtocol.HTTP_2, rows);
    CpuSaved.Measured h3 = measured(WireProtocol.HTTP_3, rows);
    long handshakes = h1.handshakeNanos() + h2.handshakeNanos() + h3.handshakeNanos();
    CpuSaved.Estimate saved = CpuSaved.of(h1, h2, h3);
    return new Savings.Cpu(
        loops / NANOS,
        handshakes / NANOS,
        saved.nanos() == null ? null : saved.nanos() / NANOS,
        saved.missing());
  }

  private CpuSaved.Measured measured(WireProtocol protocol, Map<WireProtocol, Savings.Row> rows) {
    Savings.Row row = Objects.requireNonNull(rows.get(protocol));
    return new CpuSaved.Measured(
        row.saved(),
        row.requests(),
        row.handshakesFull() + row.handshakesResumed(),
        observatory.sum(ProtocolCount.HANDSHAKE_NANOS, protocol),
        observatory.sum(ProtocolCount.SAMPLED_REQUESTS, protocol),
        observatory.sum(ProtocolCount.SAMPLED_NANOS, protocol));
  }
}
