package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.StoreSource;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.StoreConfig;
import io.lychgate.gateway.config.StorePlace;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.store.Manifest;
import io.lychgate.gateway.store.PublishedManifests;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoreUrl;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store of this process: the configured one or, while that one cannot be used, a read-only replacement in memory. The gateway
 * then serves the manifests last published from the copy in a file beside the store. It returns to the configured store as soon as
 * that can be used.
 */
final class GatewayStore implements StoreSource, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayStore.class);

  /** A file that replaces a damaged one is used after this time without a change. Until then, a copy may be in progress. */
  private static final Duration SETTLED = Duration.ofSeconds(3);

  private final GatewayConfig config;
  private final StoreUrl url;
  private final Map<Path, String> reported = new ConcurrentHashMap<>();
  private volatile boolean planted;
  private volatile Store store;
  private volatile Predicate<Manifest> needsApproval = manifest -> false;

  /** Replaced the store at the start. Requests in progress may still use it, so it is closed with the gateway. */
  private volatile @Nullable Store replaced;

  // Accessed by the reopening thread only.
  private String refusedState = "";
  private String refusedFor = "";

  private GatewayStore(GatewayConfig config, StoreUrl url, Store store) {
    this.config = config;
    this.url = url;
    this.store = store;
  }

  /** Opens the store. An unusable store is an error only if there is nothing to serve in its place. */
  static GatewayStore open(GatewayConfig config, GatewayOptions options) throws IOException {
    claimEarlierPlace(config, options);
    StoreUrl url = url(config.store());
    Path directory = config.store().directory();
    Store store;
    try {
      store = Store.open(url, directory, InstantSource.system());
    } catch (StoreException e) {
      store = standIn(url, directory, e);
    }
    store.configuration().requireApproval(config.origin().needsApproval());
    GatewayStore opened = new GatewayStore(config, url, store);
    opened.refusedState = opened.fileState();
    opened.plantAtStart();
    return opened;
  }

  private static Store standIn(StoreUrl url, Path directory, StoreException why)
      throws IOException {
    boolean isServerAway = url.file() == null && why.kind() == StoreException.Kind.UNAVAILABLE;
    if (!isServerAway && Store.kept(url, directory).isEmpty()) {
      throw new IOException(
          why.getMessage() + " No copy of the manifests last published is in " + directory
              + ", so the gateway cannot start without the store.",
          why);
    }
    Store store = Store.standIn(url, directory, InstantSource.system(), why);
    LOG.warn(
        "the store can't be used: serving revision {}, the last published; changes are refused until it can: {}",
        store.manifests().published().revision(),
        why.getMessage());
    return store;
  }

  private void plantAtStart() throws IOException {
    try {
      plant();
    } catch (StoreException e) {
      LOG.warn("manifest files: not published, the store can't be reached: {}", e.getMessage());
    }
  }

  private void plant() throws IOException {
    if (store.readOnly() == null) {
      ManifestSeed.plant(config.push().manifests(), store.manifests());
      planted = true;
      compare(config.push().manifests());
    }
  }

  /** Completes the start, if the store was unavailable then. */
  void plantManifests() {
    if (planted) {
      return;
    }
    // Only once: otherwise an unreadable file would be logged every second.
    planted = true;
    try {
      plant();
    } catch (IOException e) {
      LOG.error("manifest files: not published: {}", e.getMessage());
    }
  }

  /**
   * Reserves the shared place of earlier versions for a configuration that uses it. Other configurations of the folder then get
   * their own place.
   */
  private static void claimEarlierPlace(GatewayConfig config, GatewayOptions options)
      throws IOException {
    Path base = config.baseDirectory();
    StorePlace shared = StorePlace.shared(base);
    String name = String.valueOf(Path.of(options.configFile()).getFileName());
    StorePlace place = StorePlace.of(base, name);
    boolean isFromDefaults = config.store().url().equals("jdbc:sqlite:" + place.database());
    boolean isShared = config.store().url().equals("jdbc:sqlite:" + shared.database())
        || config.store().directory().equals(shared.directory());
    Optional<String> owner = StorePlace.owner(base);
    if (isShared && (isFromDefaults || owner.isEmpty())) {
      claim(base, name, isFromDefaults);
    } else if (isFromDefaults
        && owner.isPresent()
        && !Files.exists(config.store().directory())) {
      LOG.warn(
          "store: {} belongs to {}, so {} starts with a new store: {} (to share it, set store.url in both)",
          shared.database(),
          owner.get(),
          name,
          config.store().url());
    }
  }

  private static void claim(Path base, String name, boolean mustOwn) throws IOException {
    try {
      StorePlace.claim(base, name);
    } catch (FileSystemException e) {
      // The file system may be read-only. While no owner can be recorded, none can be replaced.
      LOG.debug("store: owner not recorded", e);
    } catch (IOException e) {
      if (mustOwn) {
        throw e;
      }
    }
  }

  /** Warns of manifest files that differ from the store, once for each text. Does nothing while the store is unavailable. */
  void compare(List<Path> manifests) {
    if (store.standsInFor() != null) {
      return;
    }
    try {
      ManifestSeed.differences(manifests, store.manifests(), reported).forEach(LOG::warn);
    } catch (StoreException e) {
      LOG.debug("manifest files: not compared, the store can't be reached", e);
    }
  }

  /**
   * Opens the configured store, if a replacement is in use and a change may have made it usable. Creates no new file in place of a
   * missing one: an operator may be about to restore it.
   *
   * @return true if the configured store is in use now
   */
  boolean reopen() {
    StoreException why = store.standsInFor();
    if (why == null) {
      return true;
    }
    String state = fileState();
    boolean mayHeal = why.kind() != StoreException.Kind.UNUSABLE || !state.equals(refusedState);
    if (!mayHeal || !isSettled(why)) {
      return false;
    }
    try {
      Store opened = Store.open(url, config.store().directory(), InstantSource.system());
      opened.manifests().requireApproval(needsApproval);
      opened.configuration().requireApproval(config.origin().needsApproval());
      replaced = store;
      store = opened;
    } catch (StoreException e) {
      refusedState = state;
      String text = String.valueOf(e.getMessage());
      if (!text.equals(why.getMessage()) && !text.equals(refusedFor)) {
        refusedFor = text;
        LOG.warn("the store still can't be used: {}", text);
      }
      return false;
    }
    LOG.info("the store {} can be used again, and changed", url.place());
    return true;
  }

  /** Returns a value that changes when the file is replaced. */
  private String fileState() {
    Path file = url.file();
    if (file == null) {
      return "";
    }
    try {
      return Files.size(file) + " " + Files.getLastModifiedTime(file);
    } catch (IOException e) {
      return "none";
    }
  }

  private boolean isSettled(StoreException why) {
    Path file = url.file();
    if (file == null || why.kind() == StoreException.Kind.READ_ONLY) {
      return true;
    }
    try {
      FileTime changed = Files.getLastModifiedTime(file);
      return changed.toInstant().isBefore(Instant.now().minus(SETTLED));
    } catch (IOException e) {
      return false;
    }
  }

  /** Sets which drafts need an approval, in this store and in one that is opened later. */
  void requireApproval(Predicate<Manifest> rule) {
    needsApproval = rule;
    store.manifests().requireApproval(rule);
  }

  @Override
  public Store store() {
    return store;
  }

  /** Returns true if the clock of this machine is that of the store, now or until it can be reached. */
  boolean hasOwnClock() {
    return url.kind() == StoreUrl.Kind.SQLITE || store.standsInFor() != null;
  }

  /** Returns the clock of the store's database, or of this machine while the store is unavailable. */
  InstantSource clock() {
    return () -> store.clock().instant();
  }

  /** Returns the published manifests of the store or of its replacement. */
  PublishedManifests published() {
    return store.manifests().published();
  }

  void bind(MeterRegistry registry) {
    Gauge.builder("lychgate.store.writable", this, it -> it.readOnly() == null ? 1 : 0)
        .register(registry);
  }

  static StoreUrl url(StoreConfig config) {
    Secret password = config.password();
    return StoreUrl.parse(config.url(), config.directory())
        .withLogin(config.user(), password == null ? null : password.reveal());
  }

  @Override
  public void close() {
    store.close();
    Store standIn = replaced;
    if (standIn != null) {
      standIn.close();
    }
  }
}
