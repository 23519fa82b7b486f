package io.lychgate.gateway.admin;

import io.lychgate.gateway.observe.census.Census;
import io.lychgate.gateway.publish.DryRun;
import io.lychgate.gateway.publish.DryRunReport;
import io.lychgate.gateway.publish.Publisher;
import io.lychgate.gateway.publish.PublisherNode;
import io.lychgate.gateway.publish.PublishingScene;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoredPublication;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One node without traffic, for tests of the admin plane alone. */
final class QuietScene implements PublishingScene {
  private final Supplier<Store> store;

  private QuietScene(Supplier<Store> store) {
    this.store = store;
  }

  /** Returns a publisher that was not started. */
  static Publisher publisher(Supplier<Store> store) {
    return new Publisher(new QuietScene(store));
  }

  /** Returns a dry run without recorded page views. */
  static DryRun dryRun() {
    DryRunReport.Side nothing = new DryRunReport.Side(0, 0, 0, 0, 0);
    return (manifest, text, range) -> new DryRunReport(
        "off",
        null,
        Instant.EPOCH,
        0,
        0,
        true,
        0,
        nothing,
        nothing,
        0,
        "No page views are recorded.",
        List.of(),
        List.of());
  }

  @Override
  public Store store() {
    return store.get();
  }

  @Override
  public String instance() {
    return "1";
  }

  @Override
  public List<PublisherNode> nodes() {
    return List.of(new PublisherNode("1", "gate-1", true, false, 0));
  }

  @Override
  public Census census() {
    return new Census(0, Map.of());
  }

  @Override
  public ManifestIndex index() {
    return ManifestIndex.EMPTY;
  }

  @Override
  public @Nullable String error(String text) {
    return null;
  }

  @Override
  public @Nullable String objection(StoredPublication scheduled) {
    return null;
  }

  @Override
  public void follow() {
    // The fake gateway follows publications of the API itself.
  }

  @Override
  public void event(String id, String manifest, String text) {
    // Nothing reads events here.
  }
}
