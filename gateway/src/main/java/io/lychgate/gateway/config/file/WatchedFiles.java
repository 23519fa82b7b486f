package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.AcmeConfig;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.UpstreamTlsConfig;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The files of a configuration: its own, those that it includes, secrets, certificates, keys, authorities, manifests and plug-ins. */
final class WatchedFiles {
  private final Set<Path> files = new LinkedHashSet<>();
  private final Map<Path, IncludePattern> patterns;

  /** The folder of plug-ins, whose jars come and go; null for none. */
  private final @Nullable Path plugins;

  WatchedFiles(Path configFile, ConfigSources sources, GatewayConfig config) {
    files.add(configFile.toAbsolutePath());
    files.addAll(sources.files());
    patterns = sources.patterns();
    config.listeners().forEach(listener -> {
      add(listener.tls());
      add(listener.policies());
    });
    for (SiteConfig site : config.sites()) {
      add(site.policies());
      site.routes().forEach(route -> add(route.policies()));
    }
    add(config.admin().tls());
    config.upstreams().values().forEach(upstream -> add(upstream.tls()));
    files.addAll(config.push().manifests());
    plugins = config.plugins().folder();
    AcmeConfig acme = config.acme();
    if (acme != null) {
      Stream.of(acme.accountKey(), acme.trust()).filter(Objects::nonNull).forEach(files::add);
    }
  }

  private WatchedFiles(
      Set<Path> files, Map<Path, IncludePattern> patterns, @Nullable Path plugins) {
    this.files.addAll(files);
    this.patterns = patterns;
    this.plugins = plugins;
  }

  /** Returns these files and those of a reading that failed, so that a correction in one of them is noticed. */
  WatchedFiles and(ConfigSources failed) {
    Set<Path> all = new LinkedHashSet<>(files);
    all.addAll(failed.files());
    Map<Path, IncludePattern> allPatterns = new LinkedHashMap<>(patterns);
    allPatterns.putAll(failed.patterns());
    return new WatchedFiles(all, allPatterns, plugins);
  }

  private void add(Policies policies) {
    for (Policies.Setting setting : policies.settings()) {
      if (setting.policy() != null) {
        files.addAll(setting.policy().files());
      }
    }
  }

  private void add(@Nullable TlsConfig tls) {
    if (tls != null) {
      tls.certificates().forEach(certificate -> {
        files.add(certificate.chain());
        files.add(certificate.key());
      });
      if (tls.trust() != null) {
        files.add(tls.trust());
      }
    }
  }

  private void add(UpstreamTlsConfig tls) {
    if (tls.trust() != null) {
      files.add(tls.trust());
    }
    if (tls.identity() != null) {
      files.add(tls.identity().certificate());
      files.add(tls.identity().key());
    }
  }

  /** Returns the directories that change with one of the files: the parent of its path, and the parent of its link target. */
  Set<Path> directories() {
    Set<Path> directories = new LinkedHashSet<>();
    if (plugins != null) {
      directories.add(plugins);
    }
    for (Path file : files) {
      addParent(directories, file);
      try {
        addParent(directories, file.toRealPath());
      } catch (IOException e) {
        // The file is absent for now: its directory has an event when it is back.
      }
    }
    patterns.values().forEach(pattern -> directories.addAll(pattern.directories()));
    return directories;
  }

  private static void addParent(Set<Path> directories, Path file) {
    Path parent = file.getParent();
    if (parent != null) {
      directories.add(parent);
    }
  }

  /**
   * Returns the state of each file: its path with links resolved, inode, size and modification time. An editor that renames
   * changes the inode, Kubernetes the path.
   */
  Map<Path, String> fingerprint() {
    Map<Path, String> fingerprint = new LinkedHashMap<>();
    for (Path file : files) {
      fingerprint.put(file, stateOf(file));
    }
    if (plugins != null) {
      addJars(plugins, fingerprint);
    }
    // A new file that matches a pattern has no state yet.
    patterns.forEach((path, pattern) -> fingerprint.put(path, matches(pattern)));
    return fingerprint;
  }

  private static void addJars(Path folder, Map<Path, String> fingerprint) {
    try (DirectoryStream<Path> jars = Files.newDirectoryStream(folder, "*.jar")) {
      for (Path jar : jars) {
        fingerprint.put(jar, stateOf(jar));
      }
    } catch (IOException | DirectoryIteratorException e) {
      fingerprint.put(folder, "absent");
    }
  }

  private static String matches(IncludePattern pattern) {
    if (!pattern.isGlob()) {
      return stateOf(pattern.path());
    }
    try {
      return pattern.files().toString();
    } catch (IncludePattern.Refusal e) {
      return String.valueOf(e.getMessage());
    }
  }

  private static String stateOf(Path file) {
    try {
      Path real = file.toRealPath();
      BasicFileAttributes attributes = Files.readAttributes(real, BasicFileAttributes.class);
      return real + " " + attributes.fileKey() + " " + attributes.size() + " "
          + attributes.lastModifiedTime();
    } catch (IOException e) {
      return "absent";
    }
  }
}
