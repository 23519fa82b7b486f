package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.TlsConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The files that a configuration is made of: its own, certificates, keys, authorities and manifests. */
final class WatchedFiles {
  private final Set<Path> files = new LinkedHashSet<>();

  WatchedFiles(Path configFile, GatewayConfig config) {
    files.add(configFile.toAbsolutePath());
    config.listeners().forEach(listener -> add(listener.tls()));
    add(config.admin().tls());
    config.upstreams().values().stream()
        .map(upstream -> upstream.tls().trust())
        .filter(Objects::nonNull)
        .forEach(files::add);
    files.addAll(config.push().manifests());
  }

  private void add(@Nullable TlsConfig tls) {
    if (tls != null) {
      tls.certificates().forEach(certificate -> {
        files.add(certificate.chain());
        files.add(certificate.key());
      });
    }
  }

  /** Where something happens when one of the files changes: beside its name, and beside what a link leads to. */
  Set<Path> directories() {
    Set<Path> directories = new LinkedHashSet<>();
    for (Path file : files) {
      addParent(directories, file);
      try {
        addParent(directories, file.toRealPath());
      } catch (IOException e) {
        // Gone for the moment: the directory above tells when it is back.
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
   * What tells one state of the files from another: for each the place that links lead to, its inode, size and time. An
   * editor that renames changes the inode, Kubernetes the place.
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
