package io.lychgate.gateway.push.format;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Settings for facts that a foreign file leaves open.
 *
 * @param base location of the file's relative names: a path or an https URL, ends with a slash
 * @param page the pages of a file that names none, as a glob; null to let the format decide
 * @param pages the pages of entries by their names, as globs
 */
public record ImportOptions(String base, @Nullable String page, Map<String, String> pages) {
  public static final ImportOptions DEFAULTS = new ImportOptions("/", null, Map.of());

  public ImportOptions {
    base = base.endsWith("/") ? base : base + "/";
    pages = Map.copyOf(pages);
  }

  /** Returns the pages that the user set for an entry; null if none are set. */
  @Nullable
  String pageOf(String entry) {
    String named = pages.get(entry);
    return named == null ? page : named;
  }
}
