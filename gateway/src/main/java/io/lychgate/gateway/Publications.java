package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.FleetNode;
import io.lychgate.gateway.admin.seam.TextProblem;
import io.lychgate.gateway.config.PublishingConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.observe.CensusTaker;
import io.lychgate.gateway.observe.census.Census;
import io.lychgate.gateway.publish.DryRun;
import io.lychgate.gateway.publish.PageRecords;
import io.lychgate.gateway.publish.Publisher;
import io.lychgate.gateway.publish.PublisherNode;
import io.lychgate.gateway.publish.PublishingScene;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.manifest.LocatedManifest;
import io.lychgate.gateway.store.Manifest;
import io.lychgate.gateway.store.Revision;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoredPublication;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishing with control on this node: the publisher with the parts that it uses, approvals by site, and recorded page views. */
final class Publications implements PublishingScene, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Publications.class);

  private final DataPath dataPath;
  private final ManifestsInForce manifests;
  private final GatewayStore source;
  private final Fleet fleet;
  private final SavingsHistory history;
  private final CensusTaker census;
  private final Publisher publisher;
  private final PageRecords records;
  private final ScheduleAuthors authors = new ScheduleAuthors();

  Publications(
      DataPath dataPath,
      ManifestsInForce manifests,
      GatewayStore source,
      Fleet fleet,
      SavingsHistory history) {
    this.dataPath = dataPath;
    this.manifests = manifests;
    this.source = source;
    this.fleet = fleet;
    this.history = history;
    this.census = new CensusTaker(dataPath.observatory());
    this.publisher = new Publisher(this);
    Supplier<PublishingConfig> config = () -> dataPath.snapshot().config().publishing();
    this.records =
        new PageRecords(dataPath.pages(), config, source::store, fleet.self().instance());
    source.requireApproval(this::needsApproval);
    fleet.onPublications(publisher::changed);
  }

  void start() {
    publisher.start();
    records.start();
  }

  /** Follows a new configuration. */
  void reloaded() {
    records.follow();
  }

  Publisher publisher() {
    return publisher;
  }

  DryRun dryRun() {
    return new RecordedDryRun(dataPath, manifests, records, source::clock);
  }

  private boolean needsApproval(Manifest manifest) {
    PublishingConfig config = dataPath.snapshot().config().publishing();
    if (!config.mayRequireApproval()) {
      return false;
    }
    Revision published = manifest.published();
    String before = published == null ? null : published.text();
    // A draft that leaves a site changes that site, too.
    return isStrict(config, manifest.draft(), manifest.name())
        || (before != null && isStrict(config, before, manifest.name()));
  }

  private boolean isStrict(PublishingConfig config, String text, String name) {
    Checked<LocatedManifest> read = manifests.readInTime(text, name);
    List<HostPattern> hosts =
        read.isValid() ? read.value().manifest().hosts() : List.of(HostPattern.any());
    return config.requiresApproval(hosts);
  }

  @Override
  public Store store() {
    return source.store();
  }

  @Override
  public String instance() {
    return fleet.self().instance();
  }

  @Override
  public List<PublisherNode> nodes() {
    return fleet.all().stream()
        .map(node -> new PublisherNode(
            node.id(),
            node.name(),
            node.own(),
            node.state() == FleetNode.State.GONE,
            node.revision()))
        .toList();
  }

  @Override
  public Census census() {
    return census.take();
  }

  @Override
  public ManifestIndex index() {
    return manifests.index();
  }

  @Override
  public @Nullable String error(String text) {
    return manifests.problems(text).stream()
        .filter(TextProblem::isError)
        .map(TextProblem::message)
        .findFirst()
        .orElse(null);
  }

  @Override
  public @Nullable String objection(StoredPublication scheduled) {
    return authors.objection(source.store(), scheduled);
  }

  @Override
  public void follow() {
    try {
      var unused = fleet.publish(source.store().manifests().published());
    } catch (StoreException e) {
      // The change is durable, and the fleet polls the store until it responds.
      LOG.debug("a publication is not in force on this node yet: {}", e.getMessage());
    }
  }

  @Override
  public void event(String id, String manifest, String text) {
    history.publication(id, manifest, text);
  }

  @Override
  public void close() {
    publisher.close();
    records.close();
  }
}
