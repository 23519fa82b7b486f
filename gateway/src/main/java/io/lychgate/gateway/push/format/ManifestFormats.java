package io.lychgate.gateway.push.format;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.yaml.Suggestion;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.util.List;
import java.util.Optional;

/** All foreign formats, and their detection. */
public final class ManifestFormats {
  /** More specific formats come first, because the first that recognises a file is chosen. */
  private static final List<ManifestFormat> ALL = List.of(
      new CommonsHostFormat(),
      new ViteFormat(),
      new WebpackFormat(),
      new PolymerFormat(),
      new HeadersFormat());

  private ManifestFormats() {}

  public static List<ManifestFormat> all() {
    return ALL;
  }

  public static List<String> ids() {
    return ALL.stream().map(ManifestFormat::id).toList();
  }

  public static Optional<ManifestFormat> of(String id) {
    return ALL.stream().filter(format -> format.id().equals(id)).findFirst();
  }

  /** Returns the format of a file, detected from its content, or the reason why none fits. */
  static Checked<ManifestFormat> detect(ForeignFile file) {
    if (file.looksLikeJson() && !file.json().isValid()) {
      return Checked.invalid(file.json().problems());
    }
    Optional<ManifestFormat> found =
        ALL.stream().filter(format -> format.recognises(file)).findFirst();
    return found
        .map(Checked::valid)
        .orElseGet(
            () -> Checked.invalid(List.of(ConfigProblem.ofFile(file.name(), unknown(file)))));
  }

  private static String unknown(ForeignFile file) {
    boolean isOurs = file.object()
        .map(ManifestFormats::isOurs)
        .orElseGet(() -> file.text()
            .lines()
            .anyMatch(line -> line.startsWith("rules:") || line.startsWith("priorities:")));
    return isOurs
        ? "format: a Lychgate manifest (expected: one of another tool; this one needs no import)"
        : "format: not recognised (expected: --format with " + String.join(", ", ids()) + ")";
  }

  /**
   * Reads a file of another tool.
   *
   * @param format id of the format; empty to detect it
   */
  public static Imported read(ForeignFile file, String format, ImportOptions options) {
    Checked<ManifestFormat> chosen = format.isEmpty() ? detect(file) : named(file, format);
    if (!chosen.isValid()) {
      return Imported.failed(chosen.problems());
    }
    ImportDraft draft = new ImportDraft(file.name(), options);
    chosen.value().read(file, draft);
    return draft.finish(chosen.value());
  }

  /** Reads a Lychgate manifest, or a manifest of another tool if the file looks like one. */
  public static Checked<PushManifest> readAny(ForeignFile file, ManifestReader reader) {
    boolean isOurs = (!file.looksLikeJson() && !new HeadersFormat().recognises(file))
        || file.object().map(ManifestFormats::isOurs).orElse(false);
    if (isOurs) {
      return reader.read(file.text(), file.name());
    }
    Imported imported = read(file, "", ImportOptions.DEFAULTS);
    return imported.isDone()
        ? reader.read(imported.yaml(), file.name())
        : Checked.invalid(imported.problems());
  }

  private static boolean isOurs(YamlNode root) {
    return root.field("rules").isPresent() || root.field("priorities").isPresent();
  }

  private static Checked<ManifestFormat> named(ForeignFile file, String id) {
    return of(id)
        .map(Checked::valid)
        .orElseGet(() -> Checked.invalid(List.of(ConfigProblem.ofFile(
            file.name(), "format: " + id + " " + Suggestion.orExpected(id, ids())))));
  }
}
