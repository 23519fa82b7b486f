package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.StoreSource;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.Secret;
import io.lychgate.gateway.config.StoreConfig;
import io.lychgate.gateway.config.StorePlace;
import io.lychgate.gateway.store.PublishedFile;
import io.lychgate.gateway.store.PublishedManifests;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoreUrl;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The store as this process has it: open, or out of reach for now. A gateway whose store is down serves with what was last
 * published, kept in a file beside it, and tries again when somebody asks for the store.
 */
final class GatewayStore implements StoreSource, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(GatewayStore.class);

  private final GatewayConfig config;
  private final Map<Path, String> told = new ConcurrentHashMap<>();
  private volatile boolean planted;
  private @Nullable Store store;

  private GatewayStore(GatewayConfig config) {
    this.config = config;
  }

  /** Opens it. A store that is damaged or of a newer version is an error; one that can't be reached is not. */
  static GatewayStore open(GatewayConfig config, GatewayOptions options) throws IOException {
    claimEarlierPlace(config, options);
    GatewayStore opened = new GatewayStore(config);
    try {
      opened.plant();
    } catch (StoreException e) {
      if (e.kind() == StoreException.Kind.UNUSABLE) {
        throw new IOException(e.getMessage(), e);
      }
      LOG.warn("the store can't be reached, serving what was last published: {}", e.getMessage());
    }
    return opened;
  }

  private void plant() throws IOException {
    ManifestSeed.plant(config.push().manifests(), store().manifests());
    planted = true;
    compare(config.push().manifests());
  }

  /** Does what the start could not, when the store was away then. */
  void plantManifests() {
    if (planted) {
      return;
    }
    // Once: a file that cannot be read now is said, and would be said every second.
    planted = true;
    try {
      plant();
    } catch (IOException e) {
      LOG.error("manifest files: not published: {}", e.getMessage());
    }
  }

  /** A configuration that uses what earlier versions shared keeps it; other configurations of the folder then do not. */
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
          "store: {} is of {}, so {} starts with a new one: {} (to share it, write store.url into both)",
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
      // Read-only, for example. Until it can be noted nothing is taken from anybody either.
      LOG.debug("store: owner not noted", e);
    } catch (IOException e) {
      if (mustOwn) {
        throw e;
      }
    }
  }

  /** Warns of manifest files that differ from the store, once for each text. Says nothing while the store is away. */
  void compare(List<Path> manifests) {
    Store open = opened();
    if (open == null) {
      return;
    }
    try {
      ManifestSeed.differences(manifests, open.manifests(), told).forEach(LOG::warn);
    } catch (StoreException e) {
      LOG.debug("manifest files: not compared, the store can't be reached", e);
    }
  }

  private synchronized @Nullable Store opened() {
    return store;
  }

  @Override
  public synchronized Store store() {
    Store open = store;
    if (open == null) {
      open = Store.open(url(config.store()), config.store().directory(), InstantSource.system());
      store = open;
    }
    return open;
  }

  /** The time of the store's database, or of this machine while the store is away. */
  InstantSource clock() {
    return () -> {
      Store open = opened();
      return open == null ? Instant.now() : open.clock().instant();
    };
  }

  /** What is in force: of the store, or of the file beside it while the store is away. */
  synchronized PublishedManifests published() {
    Store open = store;
    if (open != null) {
      return open.manifests().published();
    }
    return new PublishedFile(config.store().directory())
        .read()
        .orElse(new PublishedManifests(0, List.of()));
  }

  private static StoreUrl url(StoreConfig config) {
    Secret password = config.password();
    return StoreUrl.parse(config.url(), config.directory())
        .withLogin(config.user(), password == null ? null : password.reveal());
  }

  @Override
  public synchronized void close() {
    if (store != null) {
      store.close();
    }
  }
}
