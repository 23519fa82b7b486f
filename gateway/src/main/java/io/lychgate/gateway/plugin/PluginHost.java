package io.lychgate.gateway.plugin;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.policy.PluginUse;
import io.lychgate.gateway.config.policy.PluginsPolicy;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.policy.Policies.Setting;
import io.lychgate.gateway.config.site.RouteConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.plugin.Plugin;
import io.lychgate.plugin.SelectionPlugin;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plug-ins of the process. It loads the set of a configuration completely or not at all. A jar that is unchanged keeps its class
 * loader over reloads, and so does what it has created for a configuration. What no set holds any more is closed.
 */
public final class PluginHost implements AutoCloseable {
  /** Jars of the folder. */
  static final int MAX_JARS = 64;

  /** Milliseconds that the end of the gateway waits for plug-ins to close. */
  private static final long CLOSE_MILLIS = 2000;

  private static final Logger LOG = LoggerFactory.getLogger("plugins");

  private final IntFunction<DeadlineWheel> deadlines;
  private final CallWatch watch = new CallWatch();
  private final Map<String, PluginAccount> accounts = new TreeMap<>(); // Guarded by this.
  private final List<Consumer<PluginAccount>> listeners = new CopyOnWriteArrayList<>();

  /** The sets that hold each jar and each created object. Guarded by this. */
  private final Map<PluginJar, Integer> jars = new HashMap<>();

  private final Map<PluginInstance.Key, Held> instances = new HashMap<>(); // Guarded by this.

  /** Threads that close what is unused. */
  private final Set<Thread> closing = ConcurrentHashMap.newKeySet();

  /** The folder of the copies; null before the first one. Guarded by this. */
  private @Nullable Path copies;

  private int copied; // Guarded by this.

  /** A created object, and the number of sets that hold it. */
  private static final class Held {
    final PluginInstance instance;
    int sets;

    Held(PluginInstance instance) {
      this.instance = instance;
    }
  }

  /** @param deadlines returns the deadlines of a loop by its number */
  public PluginHost(IntFunction<DeadlineWheel> deadlines) {
    this.deadlines = deadlines;
  }

  /**
   * Loads the plug-ins of a configuration. The caller retires the set, whether it comes into force or not.
   *
   * @throws PluginLoadException if a jar, a name or a configuration is invalid
   */
  public synchronized PluginSet load(GatewayConfig config) throws IOException {
    Path folder = config.plugins().folder();
    List<Use> uses = uses(config);
    if (folder == null) {
      if (!uses.isEmpty()) {
        throw new PluginLoadException(
            uses.get(0).place + ": plug-in " + uses.get(0).use.name()
                + " (expected: plugins.folder)",
            uses.get(0).wrong());
      }
      return PluginSet.NONE;
    }
    List<PluginJar> loaded = new ArrayList<>();
    Map<PluginInstance.Key, PluginInstance> created = new LinkedHashMap<>();
    try {
      for (Path jar : jarsIn(folder)) {
        loaded.add(load(jar));
      }
      checkNames(folder, loaded);
      for (Use use : uses) {
        PluginInstance.Key key = key(use, loaded, folder);
        if (!created.containsKey(key)) {
          created.put(key, instance(key, use.place));
        }
      }
    } catch (IOException | RuntimeException e) {
      release(loaded, created.keySet());
      throw e;
    }
    if (!created.isEmpty()) {
      watch.start();
    }
    return new PluginSet(List.copyOf(loaded), Map.copyOf(created), deadlines, this::releaseLater);
  }

  /** One use and its place in the configuration. */
  private record Use(String place, PluginUse use, boolean isSelection) {
    PluginLoadException.Use wrong() {
      return new PluginLoadException.Use(use.name(), use.config().keySet());
    }
  }

  private static List<Use> uses(GatewayConfig config) {
    List<Use> uses = new ArrayList<>();
    for (ListenerConfig listener : config.listeners()) {
      add(uses, "listener " + listener.name(), listener.policies());
    }
    for (SiteConfig site : config.sites()) {
      add(uses, "site " + site.hosts().get(0), site.policies());
      for (RouteConfig route : site.routes()) {
        add(uses, "route " + route.id(), route.policies());
      }
    }
    for (UpstreamConfig upstream : config.upstreams().values()) {
      PluginUse use = upstream.balance().plugin();
      if (use != null) {
        uses.add(new Use("upstream " + upstream.name(), use, true));
      }
    }
    return uses;
  }

  private static void add(List<Use> uses, String place, Policies policies) {
    for (Setting setting : policies.settings()) {
      if (setting.policy() instanceof PluginsPolicy policy) {
        policy.uses().forEach(use -> uses.add(new Use(place, use, false)));
      }
    }
  }

  private static List<Path> jarsIn(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      throw new PluginLoadException("plugins.folder: " + folder + " (expected: a folder)");
    }
    checkOwner(folder);
    List<Path> found = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder, "*.jar")) {
      for (Path jar : all) {
        checkFile(jar);
        checkOwner(jar);
        found.add(jar);
      }
    }
    if (found.size() > MAX_JARS) {
      throw new PluginLoadException("plugins.folder: " + folder + ": " + found.size()
          + " jars (expected: at most " + MAX_JARS + ")");
    }
    found.sort(null);
    return found;
  }

  /** A jar that is named but absent must not be left out in silence: it may be the one that guards a route. */
  private static void checkFile(Path jar) throws IOException {
    if (!Files.exists(jar) && Files.isSymbolicLink(jar)) {
      throw new PluginLoadException("plugins.folder: " + jar + ": a link to "
          + Files.readSymbolicLink(jar) + ", which is absent (expected: a file)");
    }
    if (!Files.isRegularFile(jar)) {
      throw new PluginLoadException("plugins.folder: " + jar + " (expected: a file)");
    }
    if (!Files.isReadable(jar)) {
      throw new PluginLoadException("plugins.folder: " + jar
          + ": not readable (expected: a file that the user of the gateway may read)");
    }
  }

  /** Code that every user of the machine may replace must not run with the rights of the gateway. */
  private static void checkOwner(Path path) throws IOException {
    try {
      if (Files.getPosixFilePermissions(path).contains(PosixFilePermission.OTHERS_WRITE)) {
        throw new PluginLoadException("plugins.folder: " + path
            + ": every user may write (expected: chmod o-w " + path + ")");
      }
    } catch (UnsupportedOperationException noPermissions) {
      // A file system without permissions of POSIX.
    }
  }

  /** Returns the jar as it is loaded already, or loads it. The caller holds it. */
  private PluginJar load(Path jar) throws IOException {
    Path copy = newCopy();
    PluginJar result = null;
    try {
      String digest = PluginJar.copy(jar, copy);
      result = loaded(String.valueOf(jar.getFileName()), digest);
      if (result == null) {
        result = PluginJar.load(jar, copy, digest);
        copy = null;
      }
    } finally {
      if (copy != null) {
        Files.deleteIfExists(copy);
      }
    }
    jars.merge(result, 1, Integer::sum);
    return result;
  }

  private @Nullable PluginJar loaded(String fileName, String digest) {
    for (PluginJar jar : jars.keySet()) {
      if (jar.fileName().equals(fileName) && jar.digest().equals(digest)) {
        return jar;
      }
    }
    return null;
  }

  private Path newCopy() throws IOException {
    Path folder = copies;
    if (folder == null) {
      // Only its owner may read or write it.
      folder = Files.createTempDirectory("lychgate-plugins-");
      copies = folder;
    }
    return folder.resolve(++copied + ".jar");
  }

  private static void checkNames(Path folder, List<PluginJar> loaded) throws PluginLoadException {
    Map<String, PluginJar> owners = new HashMap<>();
    for (PluginJar jar : loaded) {
      for (String name : jar.plugins().keySet()) {
        PluginJar other = owners.putIfAbsent(name, jar);
        if (other != null) {
          throw new PluginLoadException("plugins.folder: " + folder + ": plug-in " + name
              + " is in " + other.fileName() + " and in " + jar.fileName()
              + " (expected: in one jar)");
        }
      }
    }
  }

  private static PluginInstance.Key key(Use use, List<PluginJar> loaded, Path folder)
      throws PluginLoadException {
    String name = use.use.name();
    List<String> known = new ArrayList<>();
    for (PluginJar jar : loaded) {
      Plugin plugin = jar.plugins().get(name);
      if (plugin != null) {
        if (plugin instanceof SelectionPlugin != use.isSelection) {
          throw new PluginLoadException(
              use.place + ": plug-in " + name + " is a "
                  + PluginSummary.kindOf(plugin) + " (expected: a "
                  + (use.isSelection ? "selection policy)" : "step or a filter)"),
              use.wrong());
        }
        return new PluginInstance.Key(jar, name, use.use.config());
      }
      known.addAll(jar.plugins().keySet());
    }
    throw new PluginLoadException(
        use.place + ": plug-in " + name + ": unknown (expected: "
            + (known.isEmpty() ? "a jar in " + folder : "one of " + String.join(", ", known)) + ")",
        use.wrong());
  }

  private PluginInstance instance(PluginInstance.Key key, String place) throws PluginLoadException {
    Held held = instances.get(key);
    if (held == null) {
      held = new Held(PluginInstance.create(key, place, account(key.name()), watch));
      instances.put(key, held);
    }
    held.sets++;
    return held.instance;
  }

  private PluginAccount account(String name) {
    PluginAccount account = accounts.get(name);
    if (account == null) {
      account = new PluginAccount(name);
      accounts.put(name, account);
      PluginAccount made = account;
      listeners.forEach(listener -> listener.accept(made));
    }
    return account;
  }

  /** Returns the counters of a plug-in; null if nothing has used it. */
  public synchronized @Nullable PluginAccount accountOf(String name) {
    return accounts.get(name);
  }

  /** Calls the listener for the counters of each plug-in that is used, now and later. */
  public synchronized void onAccount(Consumer<PluginAccount> listener) {
    listeners.add(listener);
    accounts.values().forEach(listener);
  }

  /**
   * Lets go of a set. On a thread of its own: an event loop may be the caller, code of a plug-in may block, and a load may hold the lock
   * for long.
   */
  private void releaseLater(PluginSet set) {
    Thread thread = new Thread(
        () -> {
          try {
            release(set.jars(), set.instances().keySet());
          } finally {
            closing.remove(Thread.currentThread());
          }
        },
        "lychgate-plugin-close");
    thread.setDaemon(true);
    closing.add(thread);
    thread.start();
  }

  /** Closes what no set holds any more. */
  private void release(
      Collection<PluginJar> unheld, Collection<PluginInstance.Key> unheldInstances) {
    List<PluginInstance> unused = new ArrayList<>();
    List<PluginJar> free = new ArrayList<>();
    synchronized (this) {
      for (PluginInstance.Key key : unheldInstances) {
        Held held = instances.get(key);
        if (held != null && --held.sets == 0) {
          instances.remove(key);
          unused.add(held.instance);
        }
      }
      for (PluginJar jar : unheld) {
        Integer sets = jars.computeIfPresent(jar, (same, holders) -> holders - 1);
        if (sets != null && sets == 0) {
          jars.remove(jar);
          free.add(jar);
        }
      }
    }
    close(unused, free);
  }

  private static void close(List<PluginInstance> unused, List<PluginJar> free) {
    unused.forEach(PluginInstance::close);
    free.forEach(PluginJar::close);
    free.forEach(jar -> LOG.info("plug-ins: {} closed", jar.fileName()));
  }

  /** Returns the number of class loaders that are open. */
  public synchronized int openJars() {
    return jars.size();
  }

  /** Closes everything. Call it after the event loops have ended. */
  @Override
  public void close() {
    List<PluginInstance> unused = new ArrayList<>();
    List<PluginJar> free;
    synchronized (this) {
      instances.values().forEach(held -> unused.add(held.instance));
      free = List.copyOf(jars.keySet());
      instances.clear();
      jars.clear();
    }
    if (!free.isEmpty()) {
      Thread last = new Thread(() -> close(unused, free), "lychgate-plugin-close");
      last.setDaemon(true);
      closing.add(last);
      last.start();
    }
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CLOSE_MILLIS);
    try {
      for (Thread thread : closing) {
        thread.join(Math.max(1, TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    watch.close();
    removeCopies();
  }

  private synchronized void removeCopies() {
    Path folder = copies;
    if (folder == null) {
      return;
    }
    copies = null;
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder)) {
      for (Path copy : left) {
        Files.deleteIfExists(copy);
      }
      Files.deleteIfExists(folder);
    } catch (IOException e) {
      LOG.warn("plug-ins: {} not removed: {}", folder, e.toString());
    }
  }
}
