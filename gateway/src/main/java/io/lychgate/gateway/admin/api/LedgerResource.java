package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.JsonBody;
import io.lychgate.gateway.admin.http.NumberOrder;
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
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The results of pushes and hints for each entry, and the decisions to demote or restore one. */
public final class LedgerResource {
  private static final int MAX_TEXT = 2048;

  /** Parts of one: shares of waste that differ by less are equal in the order of a list. */
  private static final double SHARE_UNITS = 1e9;

  private static final Map<String, ToLongFunction<Placed>> ORDERS = Map.of(
      "views", by(TallyCount.VIEWS),
      "used", by(TallyCount.USED),
      "unused", by(TallyCount.UNUSED),
      "refused", by(TallyCount.REFUSED),
      "wastedBytes", by(TallyCount.WASTED_BYTES),
      "wasteShare", each -> Math.round(each.row().wasteShare() * SHARE_UNITS));

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
    Predicate<String> manifests = ManifestAccess.visible(call);
    List<Placed> matching = Placed.asWritten(ledger.rows()).stream()
        .filter(each -> manifests.test(each.row().entry().manifest()))
        .filter(each -> wanted.test(each.row()))
        .toList();
    Cursor.Part<Row> page = page(call, matching).map(each -> Row.of(each.row()));
    LedgerConfig rules = ledger.config();
    return Reply.ok(new LedgerPage(
        clock.instant(),
        new Rules(
            rules.demotes(),
            rules.wasteBound(),
            rules.minViews(),
            rules.window().toMillis() / 1e3),
        Beacons.of(rules.beacons(), live),
        page.total(),
        page.next(),
        page.items()));
  }

  /** Returns the page of a call in its order. Entries that are equal by it stay in the order of the manifests. */
  private static Cursor.Part<Placed> page(Call call, List<Placed> all) {
    String sort = call.query("sort");
    if (sort.isEmpty()) {
      return Cursor.part(call, all, Placed::place, Comparator.naturalOrder());
    }
    return Cursor.byValue(call, all, NumberOrder.of(sort, ORDERS), Placed::place);
  }

  public Reply demote(Call call) {
    ManifestEntry.Key key = call.body(LedgerResource::key);
    ManifestAccess.require(call, key.manifest());
    call.requireNoTag();
    return reply(key, ledger.demote(key, call.actor()));
  }

  public Reply restore(Call call) {
    Restore wanted =
        call.body(body -> new Restore(LedgerResource.key(body), body.flag("exempt", false)));
    ManifestAccess.require(call, wanted.key().manifest());
    call.requireNoTag();
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

  private static ToLongFunction<Placed> by(TallyCount what) {
    return each -> each.row().count(what);
  }

  /**
   * A row with its place in the order of the manifests.
   *
   * @param place manifest, rule and asset. It does not change when other manifests do.
   */
  private record Placed(LedgerRow row, String place) {
    static List<Placed> asWritten(List<LedgerRow> rows) {
      Map<String, Integer> assets = new HashMap<>();
      List<Placed> placed = new ArrayList<>();
      for (LedgerRow row : rows) {
        // A space is before all characters of names, so that `shop` is before `shop-2`.
        String rule = row.entry().manifest() + " " + digits(row.entry().ruleIndex());
        placed.add(new Placed(row, rule + " " + digits(assets.merge(rule, 1, Integer::sum))));
      }
      return placed;
    }

    private static String digits(int number) {
      return String.format(Locale.ROOT, "%010d", number);
    }
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
      Instant at,
      Rules rules,
      Beacons beacons,
      long total,
      @Nullable String next,
      List<Row> items) {}

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
