package io.lychgate.gateway.plugin;

import io.lychgate.plugin.Plugin;
import io.lychgate.plugin.PluginApi;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One loaded jar. The gateway loads a copy of its own, so that a file which is overwritten meanwhile breaks no class that is loaded later.
 */
final class PluginJar {
  /** Bytes of a jar: a plug-in with large libraries. */
  static final long MAX_BYTES = 64L * 1024 * 1024;

  /** Plug-ins of one jar. */
  private static final int MAX_PLUGINS = 64;

  /** Seconds that constructors and static initializers may take: a reload waits for them. */
  private static final long LOAD_SECONDS = 10;

  private static final Logger LOG = LoggerFactory.getLogger("plugins");
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,63}");
  private static final Pattern VERSION = Pattern.compile("([0-9]{1,4})\\.([0-9]{1,4})");

  private final String fileName;
  private final String digest;
  private final String version;
  private final Path copy;
  private final JarLoader loader;
  private final Map<String, Plugin> plugins = new LinkedHashMap<>();

  private PluginJar(String fileName, String digest, String version, Path copy, JarLoader loader) {
    this.fileName = fileName;
    this.digest = digest;
    this.version = version;
    this.copy = copy;
    this.loader = loader;
  }

  String fileName() {
    return fileName;
  }

  /** The digest of its bytes: a jar with the same one is the same. */
  String digest() {
    return digest;
  }

  /** The version of its plug-ins; empty if the manifest has none. */
  String version() {
    return version;
  }

  /** The plug-ins by name, in the order of the service file. */
  Map<String, Plugin> plugins() {
    return plugins;
  }

  JarLoader loader() {
    return loader;
  }

  /**
   * Copies a jar.
   *
   * @return the digest of its bytes
   */
  static String copy(Path jar, Path copy) throws IOException {
    MessageDigest digest = sha256();
    try (InputStream in = new DigestInputStream(Files.newInputStream(jar), digest);
        OutputStream out = Files.newOutputStream(copy)) {
      byte[] buffer = new byte[64 * 1024];
      long bytes = 0;
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        bytes += read;
        if (bytes > MAX_BYTES) {
          throw new PluginLoadException(jar + ": larger than " + MAX_BYTES + " bytes");
        }
        out.write(buffer, 0, read);
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("SHA-256: not in this JDK", e);
    }
  }

  /**
   * Loads the plug-ins of a jar. The version of the interfaces is checked before any class of the jar is loaded.
   *
   * @param copy the jar belongs to this object from now on
   */
  static PluginJar load(Path jar, Path copy, String digest) throws IOException {
    Attributes attributes = attributes(jar, copy);
    checkApi(jar, attributes.getValue(PluginApi.MANIFEST_ATTRIBUTE));
    String version = attributes.getValue(Attributes.Name.IMPLEMENTATION_VERSION);
    PluginJar loaded = new PluginJar(
        String.valueOf(jar.getFileName()),
        digest,
        version == null ? "" : PluginAccount.bounded(version),
        copy,
        new JarLoader(copy));
    try {
      loaded.find(jar);
    } catch (PluginLoadException e) {
      loaded.close();
      throw e;
    }
    return loaded;
  }

  private static Attributes attributes(Path jar, Path copy) throws IOException {
    try (JarFile file = new JarFile(copy.toFile())) {
      Manifest manifest = file.getManifest();
      return manifest == null ? new Attributes() : manifest.getMainAttributes();
    } catch (ZipException e) {
      throw new PluginLoadException(jar + ": no jar (" + e.getMessage() + ")");
    }
  }

  private static void checkApi(Path jar, String stated) throws PluginLoadException {
    Matcher own = VERSION.matcher(PluginApi.VERSION);
    Matcher version = VERSION.matcher(stated == null ? "" : stated.strip());
    boolean fits = own.matches()
        && version.matches()
        && own.group(1).equals(version.group(1))
        && Integer.parseInt(version.group(2)) <= Integer.parseInt(own.group(2));
    if (!fits) {
      throw new PluginLoadException(jar + ": " + PluginApi.MANIFEST_ATTRIBUTE + " "
          + (stated == null ? "none" : PluginAccount.bounded(stated))
          + " (expected in its manifest: at most " + PluginApi.VERSION
          + " of the same major version)");
    }
  }

  /** Constructors and static initializers may block, so a thread of its own runs them. */
  private void find(Path jar) throws PluginLoadException {
    FutureTask<Boolean> task = new FutureTask<>(() -> {
      addAll(jar);
      return true;
    });
    Thread thread = new Thread(task, "plug-in-load");
    thread.setDaemon(true);
    thread.setContextClassLoader(loader);
    thread.start();
    try {
      var unused = task.get(LOAD_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      Throwable thrown = failed.getCause();
      if (thrown instanceof PluginLoadException problem) {
        throw problem;
      }
      // ServiceConfigurationError, LinkageError, or whatever a constructor throws.
      throw new PluginLoadException(
          jar + ": " + PluginAccount.bounded(cause(thrown == null ? failed : thrown)));
    } catch (TimeoutException late) {
      thread.interrupt();
      throw new PluginLoadException(
          jar + ": its constructors have not returned in " + LOAD_SECONDS + " s");
    } catch (InterruptedException e) {
      thread.interrupt();
      Thread.currentThread().interrupt();
      throw new PluginLoadException(jar + ": interrupted");
    }
  }

  private void addAll(Path jar) throws PluginLoadException {
    for (Plugin plugin : ServiceLoader.load(Plugin.class, loader)) {
      add(jar, plugin);
    }
    if (plugins.isEmpty()) {
      throw new PluginLoadException(jar + ": no plug-in (expected: its META-INF/services/"
          + Plugin.class.getName() + " names at least one class)");
    }
  }

  private static String cause(Throwable thrown) {
    Throwable cause = thrown.getCause();
    return PluginAccount.textOf(thrown) + (cause == null ? "" : "; " + PluginAccount.textOf(cause));
  }

  private void add(Path jar, Plugin plugin) throws PluginLoadException {
    String name = plugin.name();
    if (name == null || !NAME.matcher(name).matches()) {
      throw new PluginLoadException(jar + ": name of " + plugin.getClass().getName() + ": "
          + (name == null ? "null" : PluginAccount.bounded(name))
          + " (expected: 1-64 lower-case letters, digits and hyphens, a letter first)");
    }
    if (plugins.size() >= MAX_PLUGINS) {
      throw new PluginLoadException(jar + ": more than " + MAX_PLUGINS + " plug-ins");
    }
    if (plugins.putIfAbsent(name, plugin) != null) {
      throw new PluginLoadException(jar + ": plug-in " + name + " is there twice");
    }
  }

  /** Closes the class loader and removes the copy. */
  void close() {
    try {
      loader.close();
      Files.deleteIfExists(copy);
    } catch (IOException e) {
      LOG.warn("plug-ins: {} not closed: {}", fileName, e.toString());
    }
  }
}
