package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.AcmeConfig;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.UpstreamTlsConfig;
import java.io.IOException;
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

/** The files of a configuration: its own, certificates, keys, authorities and manifests. */
final class WatchedFiles {
  private final Set<Path> files = new LinkedHashSet<>();

  WatchedFiles(Path configFile, GatewayConfig config) {
    files.add(configFile.toAbsolutePath());
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
    AcmeConfig acme = config.acme();
    if (acme != null) {
      Stream.of(acme.accountKey(), acme.trust()).filter(Objects::nonNull).forEach(files::add);
    }
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
    for (Path file : files) {
      addParent(directories, file);
      try {
        addParent(directories, file.toRealPath());
      } catch (IOException e) {
        // The file is absent for now: its directory has an event when it is back.
      }
    }
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
    return fingerprint;
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
