package io.lychgate.gateway.observe.savings;

import io.lychgate.gateway.observe.CensusTaker;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.TagValues;
import io.lychgate.gateway.observe.census.CloseReason;
import io.lychgate.gateway.observe.census.FailureReason;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.observe.census.SpreadBuckets;
import io.lychgate.gateway.observe.census.Tally;
import io.lychgate.gateway.observe.count.EventCount;
import io.lychgate.gateway.observe.count.LoopCpu;
import io.lychgate.gateway.observe.count.WireProtocol;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntToLongFunction;

/** Adds up the counters of all loops to {@link Savings}. Any thread; it does not block the loops. */
public final class SavingsAccount {
  private static final double NANOS = 1e9;

  /** Greatest values of the buckets of requests per connection. {@link SpreadBuckets} ends at each of them. */
  private static final long[] REQUEST_BOUNDS = {0, 1, 2, 3, 5, 10, 15, 31, 63, 127, 255, 1023};

  private static final List<WireProtocol> CODED = List.of(WireProtocol.HTTP_2, WireProtocol.HTTP_3);

  private final Observatory observatory;
  private final CensusTaker census;
  private final ConnectionMemory memory;

  public SavingsAccount(Observatory observatory) {
    this.observatory = observatory;
    this.census = new CensusTaker(observatory);
    this.memory = new ConnectionMemory(this::open).watch();
  }

  private long open() {
    return Arrays.stream(WireProtocol.values()).mapToLong(observatory::open).sum();
  }

  public Savings now() {
    Map<Part, Tally> parts = census.take().parts();
    Map<WireProtocol, Savings.Row> rows = new EnumMap<>(WireProtocol.class);
    Savings.Row total = new Savings.Row(0, 0, 0, 0, 0, 0, 0);
    for (WireProtocol protocol : WireProtocol.values()) {
      Savings.Row row = row(tally(parts, Part.whole(protocol.tag())));
      rows.put(protocol, row);
      total = total.plus(row);
    }
    Tally whole = tally(parts, Part.whole(Part.NO_PROTOCOL));
    return new Savings(
        observatory.ticker().wallMillis(),
        observatory.startedMillis(),
        total,
        rows,
        named(parts, Scope.LISTENER),
        named(parts, Scope.SITE),
        closings(parts),
        failures(whole),
        sum(parts, Measure.HANDSHAKES_EARLY, List.of(WireProtocol.values())),
        requestsPerConnection(parts),
        headers(parts),
        memory.estimate(),
        new Savings.Upstream(
            whole.get(Measure.UPSTREAM_OPENED), whole.get(Measure.UPSTREAM_REQUESTS)),
        pushes(),
        hints(),
        cpu(rows));
  }

  private static Tally tally(Map<Part, Tally> parts, Part part) {
    Tally tally = parts.get(part);
    return tally == null ? new Tally() : tally;
  }

  private static long sum(Map<Part, Tally> parts, Measure what, List<WireProtocol> protocols) {
    return protocols.stream()
        .mapToLong(protocol -> tally(parts, Part.whole(protocol.tag())).get(what))
        .sum();
  }

  private static Savings.Row row(Tally tally) {
    long closed = 0;
    for (CloseReason reason : CloseReason.values()) {
      closed += tally.get(reason.measure());
    }
    long opened = tally.get(Measure.OPENED);
    return new Savings.Row(
        Math.max(0, opened - closed),
        opened,
        Math.max(opened, tally.get(Measure.H1_EQUIVALENT)),
        tally.get(Measure.HANDSHAKES_FULL),
        tally.get(Measure.HANDSHAKES_RESUMED),
        tally.get(Measure.REQUESTS),
        Math.max(0, tally.inFlight()));
  }

  /** Returns the listeners or sites in the order of their names. */
  private static List<Savings.Named> named(Map<Part, Tally> parts, Scope scope) {
    Map<String, Savings.Row> rows = new TreeMap<>();
    parts.forEach((part, tally) -> {
      if (part.scope() == scope && !part.protocol().equals(Part.NO_PROTOCOL)) {
        rows.merge(part.name(), row(tally), Savings.Row::plus);
      }
    });
    List<Savings.Named> all = new ArrayList<>();
    rows.forEach((name, row) -> all.add(new Savings.Named(name, row)));
    return all;
  }

  private static List<Savings.Outcome> closings(Map<Part, Tally> parts) {
    List<Savings.Outcome> all = new ArrayList<>();
    for (CloseReason reason : CloseReason.values()) {
      long count = sum(parts, reason.measure(), List.of(WireProtocol.values()));
      all.add(new Savings.Outcome(reason.tag(), count));
    }
    return all;
  }

  private static List<Savings.Outcome> failures(Tally whole) {
    List<Savings.Outcome> all = new ArrayList<>();
    for (FailureReason reason : FailureReason.values()) {
      all.add(new Savings.Outcome(reason.tag(), whole.get(reason.measure())));
    }
    return all;
  }

  private Savings.PerConnection requestsPerConnection(Map<Part, Tally> parts) {
    long[] counts = new long[SpreadBuckets.COUNT];
    long requests = 0;
    for (WireProtocol protocol : WireProtocol.values()) {
      long[] more = tally(parts, Part.whole(protocol.tag())).spread(Spread.CONNECTION_REQUESTS);
      Arrays.setAll(counts, bucket -> counts[bucket] + more[bucket]);
      requests += observatory.distribution(Spread.CONNECTION_REQUESTS, protocol).sum();
    }
    long closed = Arrays.stream(counts).sum();
    return new Savings.PerConnection(
        closed == 0 ? null : (double) requests / closed,
        buckets(counts),
        closed == 0 ? List.of(new Savings.Missing("closed connections", 0, 1)) : List.of());
  }

  private static List<Savings.Bucket> buckets(long[] counts) {
    List<Savings.Bucket> buckets = new ArrayList<>();
    int bucket = 0;
    for (long bound : REQUEST_BOUNDS) {
      long count = 0;
      while (SpreadBuckets.greatest(bucket) <= bound) {
        count += counts[bucket++];
      }
      buckets.add(new Savings.Bucket(bound, count));
    }
    long rest = Arrays.stream(counts, bucket, counts.length).sum();
    buckets.add(new Savings.Bucket(null, rest));
    return buckets;
  }

  private static Savings.Headers headers(Map<Part, Tally> parts) {
    long plain =
        sum(parts, Measure.FIELDS_IN_PLAIN, CODED) + sum(parts, Measure.FIELDS_OUT_PLAIN, CODED);
    long coded =
        sum(parts, Measure.FIELDS_IN_CODED, CODED) + sum(parts, Measure.FIELDS_OUT_CODED, CODED);
    return coded == 0
        ? new Savings.Headers(
            null, null, List.of(new Savings.Missing("sampled header sections", 0, 1)))
        : new Savings.Headers(plain, coded, List.of());
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
      return new Savings.Cpu(null, null, null, List.of(), null, Map.of());
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
        saved.missing(),
        observatory.sum(loop -> loop.cpu().reads()) * LoopCpu.nanosOfRead() / NANOS,
        costs(h1, h2, h3));
  }

  private static Map<WireProtocol, Savings.Cost> costs(
      CpuSaved.Measured h1, CpuSaved.Measured h2, CpuSaved.Measured h3) {
    Map<WireProtocol, Savings.Cost> costs = new EnumMap<>(WireProtocol.class);
    costs.put(WireProtocol.HTTP_1_1, cost(h1, "HTTP/1.1"));
    costs.put(WireProtocol.HTTP_2, cost(h2, "HTTP/2"));
    costs.put(WireProtocol.HTTP_3, cost(h3, "HTTP/3"));
    return costs;
  }

  private static Savings.Cost cost(CpuSaved.Measured measured, String protocol) {
    return new Savings.Cost(
        Savings.Mean.of(
            measured.handshakeNanos(),
            protocol + " handshakes",
            measured.handshakes(),
            CpuSaved.ENOUGH_HANDSHAKES),
        Savings.Mean.of(
            measured.sampledNanos(),
            "sampled " + protocol + " requests",
            measured.sampledRequests(),
            CpuSaved.ENOUGH_REQUESTS));
  }

  private CpuSaved.Measured measured(WireProtocol protocol, Map<WireProtocol, Savings.Row> rows) {
    Savings.Row row = Objects.requireNonNull(rows.get(protocol));
    long handshakes = row.handshakesFull() + row.handshakesResumed();
    return new CpuSaved.Measured(
        row.opened() == 0 ? 0 : (double) row.saved() * handshakes / row.opened(),
        row.requests(),
        handshakes,
        observatory.sum(Measure.HANDSHAKE_NANOS, protocol),
        observatory.sum(Measure.SAMPLED_REQUESTS, protocol),
        observatory.sum(Measure.SAMPLED_NANOS, protocol));
  }
}
