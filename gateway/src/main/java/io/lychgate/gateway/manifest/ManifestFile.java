package io.lychgate.gateway.manifest;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.yaml.DocumentFile;
import io.lychgate.gateway.push.format.ForeignFile;
import io.lychgate.gateway.push.format.ManifestFormats;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.nio.file.Path;

/** Reads a manifest that a person named by its file: a push manifest, or a file of another tool. */
final class ManifestFile {
  private ManifestFile() {}

  static Checked<PushManifest> read(Path file, ManifestReader reader) {
    Checked<String> text = DocumentFile.read(file);
    return text.isValid()
        ? ManifestFormats.readAny(new ForeignFile(file.toString(), text.value()), reader)
        : Checked.invalid(text.problems());
  }
}
