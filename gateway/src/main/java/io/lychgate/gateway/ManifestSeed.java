package io.lychgate.gateway;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Manifest;
import io.lychgate.gateway.store.ManifestStore;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Revision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Publishes the manifest files of the configuration into a store that has no manifest of their names yet. From then on the store is
 * authoritative: a later change of a file is only logged, so that no edit in the dashboard is lost.
 */
final class ManifestSeed {
  private static final Logger LOG = LoggerFactory.getLogger(ManifestSeed.class);

  private ManifestSeed() {}

  /** Publishes the files. The message of the exception names the file and, if there is one, the line. */
  static void plant(List<Path> files, ManifestStore store) throws IOException {
    for (Path file : files) {
      String name = nameOf(file);
      if (store.find(name).isEmpty()) {
        plant(file, name, store);
      }
    }
  }

  /**
   * Returns a sentence for each file that differs from the store's version in force, because an edit of such a file has no effect.
   *
   * @param seen texts already reported, by file; this method adds the new ones
   */
  static List<String> differences(List<Path> files, ManifestStore store, Map<Path, String> seen) {
    List<String> sentences = new ArrayList<>();
    for (Path file : files) {
      try {
        String name = nameOf(file);
        String text = Files.readString(file);
        boolean differs =
            store.find(name).filter(stored -> differs(stored, text)).isPresent();
        if (!differs) {
          seen.remove(file);
        } else if (!text.equals(seen.put(file, text))) {
          sentences.add("manifest " + name + ": " + file
              + " differs from the store, not published: the store holds the truth");
        }
      } catch (IOException e) {
        sentences.add(file + ": cannot be compared with the store: " + e);
      }
    }
    return sentences;
  }

  /** Returns true if the texts differ. A retired manifest stays retired, so it never differs. */
  private static boolean differs(Manifest stored, String text) {
    Revision inForce = stored.published();
    return inForce == null ? !stored.retired() : !text.equals(inForce.text());
  }

  private static void plant(Path file, String name, ManifestStore store) throws IOException {
    String text = Files.readString(file);
    Checked<PushManifest> read = new ManifestReader().read(text, file.toString());
    if (!read.isValid()) {
      throw new IOException(read.problems().get(0).toString());
    }
    if (!ManifestStore.isName(name)) {
      throw new IOException(
          file + ": file name (expected: letters, digits, - and _, as in a manifest name)");
    }
    if (store.create(name, text, Actor.SYSTEM) instanceof Outcome.Done<Manifest> made) {
      store.publish(name, made.value().version(), "From " + file.getFileName(), Actor.SYSTEM);
      LOG.info("manifest {}: published from {}", name, file);
    } else {
      LOG.info("manifest {}: published by another node just now", name);
    }
  }

  private static String nameOf(Path file) {
    String name = String.valueOf(file.getFileName());
    int dot = name.indexOf('.');
    return (dot > 0 ? name.substring(0, dot) : name).toLowerCase(Locale.ROOT);
  }
}
