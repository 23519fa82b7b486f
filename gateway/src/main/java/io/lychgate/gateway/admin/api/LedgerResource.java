package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.JsonBody;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.publish.ManifestAccess;
import io.lychgate.gateway.admin.seam.LiveValues;
import io.lychgate.gateway.config.BeaconConfig;
import io.lychgate.gateway.config.LedgerConfig;
import io.lychgate.gateway.ledger.HintLedger;
import io.lychgate.gateway.ledger.LedgerRow;
import io.lychgate.gateway.observe.count.BeaconOutcome;
import io.lychgate.gateway.push.facts.ManifestEntry;
import io.lychgate.gateway.push.facts.TallyCount;
import io.lychgate.gateway.store.Verdict;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The results of pushes and hints for each entry, and the decisions to demote or restore one. */
public final class LedgerResource {
  private static final int MAX_TEXT = 2048;

  private static final Map<String, Comparator<LedgerRow>> ORDERS = Map.of(
      "views", by(TallyCount.VIEWS),
      "used", by(TallyCount.USED),
      "unused", by(TallyCount.UNUSED),
      "refused", by(TallyCount.REFUSED),
      "wastedBytes", by(TallyCount.WASTED_BYTES),
      "wasteShare", Comparator.comparingDouble(LedgerRow::wasteShare));

  /** Sorting is stable: assets stay in the order of their rule. */
  private static final Comparator<LedgerRow> AS_WRITTEN = Comparator.comparing(
          (LedgerRow row) -> row.entry().manifest())
      .thenComparingInt(row -> row.entry().ruleIndex());

  private final HintLedger ledger;
  private final LiveValues live;
  private final InstantSource clock;

  public LedgerResource(HintLedger ledger, LiveValues live, InstantSource clock) {
    this.ledger = ledger;
    this.live = live;
    this.clock = clock;
  }

  public Reply list(Call call) {
    Predicate<LedgerRow> wanted = filter(call);
    Comparator<LedgerRow> order = order(call.query("sort"));
    int limit = call.limit();
    int offset = call.offset();
    Predicate<String> manifests = ManifestAccess.visible(call);
    List<LedgerRow> matching = ledger.rows().stream()
        .filter(row -> manifests.test(row.entry().manifest()))
        .filter(wanted)
        .toList();
    List<Row> items =
        matching.stream().sorted(order).skip(offset).limit(limit).map(Row::of).toList();
    LedgerConfig rules = ledger.config();
    return Reply.ok(new LedgerPage(
        clock.instant(),
        new Rules(
            rules.demotes(),
            rules.wasteBound(),
            rules.minViews(),
            rules.window().toMillis() / 1e3),
        Beacons.of(rules.beacons(), live),
        matching.size(),
        items));
  }

  public Reply demote(Call call) {
    ManifestEntry.Key key = call.body(LedgerResource::key);
    ManifestAccess.require(call, key.manifest());
    return reply(key, ledger.demote(key, call.actor()));
  }

  public Reply restore(Call call) {
    Restore wanted =
        call.body(body -> new Restore(LedgerResource.key(body), body.flag("exempt", false)));
    ManifestAccess.require(call, wanted.key().manifest());
    return reply(wanted.key(), ledger.restore(wanted.key(), wanted.exempt(), call.actor()));
  }

  private static ManifestEntry.Key key(JsonBody body) {
    return new ManifestEntry.Key(
        body.text("manifest", 1, 100),
        body.text("match", 1, MAX_TEXT),
        body.text("url", 1, MAX_TEXT));
  }

  private static Reply reply(ManifestEntry.Key key, Optional<LedgerRow> row) {
    return Reply.ok(Row.of(row.orElseThrow(() -> new ProblemException(
        ProblemCode.NOT_FOUND,
        "entry: " + key.manifest() + " " + key.match() + " " + key.url()
            + " (expected: one of a manifest in force)"))));
  }

  private static Predicate<LedgerRow> filter(Call call) {
    String manifest = call.query("manifest");
    String text = call.query("q");
    boolean demotedOnly = switch (call.query("demoted")) {
      case "" -> false;
      case "true" -> true;
      default -> throw Call.invalid("demoted", call.query("demoted"), "true, or absent");
    };
    return row -> (manifest.isEmpty() || row.entry().manifest().equals(manifest))
        && row.entry().asset().url().contains(text)
        && (!demotedOnly || row.demoted());
  }

  private static Comparator<LedgerRow> order(String sort) {
    if (sort.isEmpty()) {
      return AS_WRITTEN;
    }
    boolean down = sort.startsWith("-");
    Comparator<LedgerRow> order = ORDERS.get(sort.substring(down ? 1 : 0));
    if (order == null) {
      throw Call.invalid(
          "sort", sort, String.join(", ", ORDERS.keySet().stream().sorted().toList()));
    }
    return down ? order.reversed() : order;
  }

  private static Comparator<LedgerRow> by(TallyCount what) {
    return Comparator.comparingLong(row -> row.count(what));
  }

  private record Restore(ManifestEntry.Key key, boolean exempt) {}

  private record Rules(boolean demote, double wasteBound, int minViews, double windowSeconds) {}

  private record Beacons(
      boolean enabled,
      String path,
      double windowSeconds,
      long taken,
      long late,
      long idle,
      long malformed,
      long foreign,
      long limited) {
    static Beacons of(BeaconConfig config, LiveValues live) {
      return new Beacons(
          config.enabled(),
          config.path(),
          config.window().toMillis() / 1e3,
          live.beacons(BeaconOutcome.TAKEN),
          live.beacons(BeaconOutcome.LATE),
          live.beacons(BeaconOutcome.IDLE),
          live.beacons(BeaconOutcome.MALFORMED),
          live.beacons(BeaconOutcome.FOREIGN),
          live.beacons(BeaconOutcome.LIMITED));
    }
  }

  private record LedgerPage(
      Instant at, Rules rules, Beacons beacons, long total, List<Row> items) {}

  private record Judgement(String state, String author, Instant at, long views, long wasted) {
    static Judgement of(Verdict verdict) {
      return new Judgement(
          verdict.state().token(),
          verdict.author(),
          verdict.at(),
          verdict.views(),
          verdict.wasted());
    }
  }

  private record Row(
      String manifest,
      int rule,
      String match,
      String url,
      String as,
      long pageViews,
      long pushed,
      long hinted,
      long held,
      long used,
      long alreadyCached,
      long refused,
      long unused,
      long silent,
      long repeated,
      long uncached,
      long reported,
      long wastedBytes,
      long judgedViews,
      double wasteShare,
      boolean demoted,
      @Nullable Judgement verdict) {
    static Row of(LedgerRow row) {
      Verdict verdict = row.verdict();
      return new Row(
          row.entry().manifest(),
          row.entry().ruleIndex(),
          row.entry().match(),
          row.entry().asset().url(),
          row.entry().asset().destination().token(),
          row.count(TallyCount.VIEWS),
          row.count(TallyCount.PUSHED),
          row.count(TallyCount.HINTED),
          row.count(TallyCount.HELD),
          row.count(TallyCount.USED),
          row.count(TallyCount.CACHED),
          row.count(TallyCount.REFUSED),
          row.count(TallyCount.UNUSED),
          row.count(TallyCount.SILENT),
          row.count(TallyCount.REPEATED),
          row.count(TallyCount.UNCACHED),
          row.count(TallyCount.REPORTED),
          row.count(TallyCount.WASTED_BYTES),
          row.judgedViews(),
          row.wasteShare(),
          row.demoted(),
          verdict == null ? null : Judgement.of(verdict));
    }
  }
}
