package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.StoreSource;
import io.lychgate.gateway.admin.seam.SystemReport;
import io.lychgate.gateway.doctor.MachineChecks;
import io.lychgate.gateway.store.IdempotencyStore;
import io.lychgate.gateway.store.RecordStore;
import io.lychgate.gateway.store.RollupWidth;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreSizes;
import io.lychgate.gateway.timing.TimingWriter;
import io.netty.util.Version;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The report on this node. Its checks run, and its sizes are measured, at most once a minute. */
final class SystemState implements SystemReport {
  private static final long FRESH_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final double SECONDS_PER_DAY = 86_400;

  private final StoreSource store;
  private final Duration keepAudit;
  private final Supplier<Duration> keepViews;
  private final @Nullable AuditForwarder forwarder;
  private @Nullable List<Check> checks; // Guarded by this.
  private @Nullable List<Table> tables; // Guarded by this.
  private long measuredNanos; // Guarded by this.
  private long checkedNanos; // Guarded by this.

  /** @param keepViews returns the longest time for which a site keeps its page views */
  SystemState(
      StoreSource store,
      Duration keepAudit,
      Supplier<Duration> keepViews,
      @Nullable AuditForwarder forwarder) {
    this.keepViews = keepViews;
    this.forwarder = forwarder;
    this.store = store;
    this.keepAudit = keepAudit;
  }

  @Override
  public View view() {
    Store open = store.store();
    return new View(
        versions(),
        checks(),
        new StoreView(open.url().kind().token(), open.url().place(), tables(open)),
        open.audit().head(),
        forwarder == null ? null : forwarder.state());
  }

  @Override
  public @Nullable Outage receiverOutage() {
    return forwarder == null ? null : forwarder.outage();
  }

  private static Versions versions() {
    String netty = Version.identify().values().stream()
        .filter(version -> version.artifactId().equals("netty-common"))
        .map(Version::artifactVersion)
        .findFirst()
        .orElse("unknown");
    return new Versions(
        RunningState.ownVersion(),
        Runtime.version().toString(),
        netty,
        System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
            + System.getProperty("os.arch"),
        Store.schema());
  }

  private synchronized List<Check> checks() {
    List<Check> known = checks;
    if (known == null || System.nanoTime() - checkedNanos > FRESH_NANOS) {
      known = MachineChecks.run().stream()
          .map(each -> new Check(
              each.step(),
              each.status().name().toLowerCase(Locale.ROOT),
              each.found(),
              each.advice()))
          .toList();
      checks = known;
      checkedNanos = System.nanoTime();
    }
    return known;
  }

  /** Counting all rows of a long trail takes a second, so it is done at most once a minute. */
  private synchronized List<Table> tables(Store open) {
    List<Table> known = tables;
    if (known == null || System.nanoTime() - measuredNanos > FRESH_NANOS) {
      known = open.sizes().stream().map(this::table).toList();
      tables = known;
      measuredNanos = System.nanoTime();
    }
    return known;
  }

  private Table table(StoreSizes.Kind kind) {
    Long keep = keepSeconds(kind.table());
    Long expected = keep == null || kind.rowsPerDay() == 0
        ? null
        : Long.valueOf(Math.round(kind.rowsPerDay() * keep / SECONDS_PER_DAY * kind.bytesPerRow()));
    return new Table(
        kind.table(),
        kind.rows(),
        kind.bytes(),
        kind.bytesPerRow(),
        kind.rowsPerDay(),
        keep,
        expected);
  }

  private @Nullable Long keepSeconds(String table) {
    return switch (table) {
      case "audit", "audit_chain" -> keepAudit.isZero() ? null : keepAudit.toSeconds();
      case "rollup" -> RollupWidth.DAY.kept().toSeconds();
      case "view_sample", "view_arm", "view_waterfall" -> keepViews.get().toSeconds();
      case "timing_rollup" -> TimingWriter.SUMS_KEPT.toSeconds();
      case "recorded_hour" -> RecordStore.KEPT.toSeconds();
      case "idempotency_key" -> IdempotencyStore.LIFE.toSeconds();
      default -> null;
    };
  }
}
