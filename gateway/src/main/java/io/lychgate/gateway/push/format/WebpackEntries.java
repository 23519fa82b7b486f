package io.lychgate.gateway.push.format;

import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.yaml.YamlNode;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads an assets manifest of webpack: by its entrypoints if it has them, else by the names of its files. */
final class WebpackEntries {
  static final int LATER_TIER = 3;
  private static final int MEDIA_TIER = 2;

  /** Common names of the single entry of an application that serves every path. */
  private static final Set<String> APPLICATION = Set.of("main", "app", "bundle", "client");

  private final YamlNode root;
  private final ImportDraft into;

  /** URLs of the files by their last path segment, where the manifest lists them. */
  private final Map<String, String> published;

  WebpackEntries(YamlNode root, ImportDraft into) {
    this.root = root;
    this.into = into;
    this.published = published(root);
  }

  void read() {
    YamlNode entrypoints = root.field(WebpackFormat.ENTRYPOINTS).orElse(null);
    if (entrypoints == null) {
      files();
    } else if (entrypoints.json().isArray()) {
      // Create React App: one application with a list of files.
      page("main", entrypoints, true).ifPresent(page -> entry("main", entrypoints, page, 1));
    } else if (entrypoints.json().isObject()) {
      boolean isOnly = entrypoints.fields().size() == 1;
      entrypoints
          .fields()
          .forEach((name, entry) ->
              page(name, entry, isOnly).ifPresent(page -> entry(name, entry, page, 1)));
    } else {
      into.wrong(
          entrypoints.position(),
          WebpackFormat.ENTRYPOINTS,
          "another kind of value (expected: entries by name, or a list of files)");
    }
  }

  static int tier(Destination kind) {
    return kind == Destination.STYLE || kind == Destination.SCRIPT || kind == Destination.MODULE
        ? 1
        : MEDIA_TIER;
  }

  private Optional<PathPattern> page(String name, YamlNode at, boolean isOnly) {
    String named = into.options().pageOf(name);
    String glob = named == null ? guess(name, isOnly) : named;
    if (named == null && !isPath(name)) {
      into.warn(
          at.position(),
          name,
          "its pages are unknown: " + glob + " is assumed (set them with --page " + name
              + "=/path)");
    }
    Optional<PathPattern> page = into.glob(glob, at.position(), name);
    page.ifPresent(match -> into.page(match, at.position(), name));
    return page;
  }

  private static boolean isPath(String name) {
    return name.startsWith("/") || name.startsWith("*");
  }

  private static String guess(String name, boolean isOnly) {
    if (isPath(name)) {
      return name;
    }
    if (isOnly && APPLICATION.contains(name)) {
      return "/*";
    }
    return name.equals("index") || name.equals("main") ? "/" : "/" + name;
  }

  /** Reads lists of files, or lists by kind, nested to any depth that the document allows. */
  private void entry(String path, YamlNode node, PathPattern page, int tier) {
    if (node.json().isString()) {
      file(path, node.text(), node, page, tier);
    } else if (node.json().isArray()) {
      node.items().forEach(item -> entry(path, item, page, tier));
    } else if (node.json().isObject()) {
      node.fields().forEach((key, value) -> {
        boolean isLater = key.equals("prefetch");
        if (!key.equals("integrity")) {
          entry(path + "." + key, value, page, isLater ? LATER_TIER : tier);
        }
      });
    } else {
      into.wrong(node.position(), path, "another kind of value (expected: the name of a file)");
    }
  }

  private void file(String path, String file, YamlNode at, PathPattern page, int tier) {
    Optional<Destination> kind = FileKind.of(file);
    if (kind.isEmpty() || kind.get() == Destination.DOCUMENT || kind.get() == Destination.FETCH) {
      into.passOver("neither styles, scripts, fonts nor images");
      return;
    }
    DraftAsset asset =
        DraftAsset.of(FileUrl.of(published(file), into.options().base()), kind.get());
    into.add(page, asset.withTier(Math.max(tier, tier(kind.get()))), at.position(), path);
  }

  /** Returns the URL of a file. Create React App lists its entry's files without the public path that it writes for each file. */
  private String published(String file) {
    if (file.startsWith("/") || file.contains("://")) {
      return file;
    }
    String url = published.getOrDefault(name(file), file);
    return url.endsWith("/" + file) ? url : file;
  }

  private static Map<String, String> published(YamlNode root) {
    Map<String, String> urls = new HashMap<>();
    root.field("files").map(YamlNode::fields).orElse(Map.of()).values().stream()
        .filter(url -> url.json().isString())
        .forEach(url -> urls.put(name(url.text()), url.text()));
    return urls;
  }

  private static String name(String file) {
    return file.substring(file.lastIndexOf('/') + 1);
  }

  /** Reads a manifest without entrypoints: every named chunk belongs to the application, every unnamed one is a later chunk. */
  private void files() {
    boolean isByChunk = !root.fields().isEmpty()
        && root.fields().values().stream()
            .allMatch(value -> value.json().isObject() && value.field("src").isEmpty());
    if (isByChunk) {
      boolean isOnly = root.fields().size() == 1;
      root.fields()
          .forEach((name, entry) ->
              page(name, entry, isOnly).ifPresent(page -> entry(name, entry, page, 1)));
      return;
    }
    String named = into.options().page();
    Optional<PathPattern> page = into.glob(named == null ? "/*" : named, root.position(), "");
    into.warn(
        root.position(),
        "",
        "the file has no entrypoints: its named files apply to "
            + page.map(PathPattern::text).orElse("no page")
            + (named == null ? " (set another page with --page)" : ""));
    page.ifPresent(match -> root.fields().forEach((name, value) -> file(name, value, match)));
  }

  private void file(String name, YamlNode value, PathPattern page) {
    String url = value.json().isString() ? value.text() : value.scalar("src").orElse("");
    if (url.isEmpty()) {
      into.wrong(value.position(), name, "another kind of value (expected: the name of a file)");
      return;
    }
    boolean hasName = !url.endsWith("/" + name) && !url.equals(name);
    file(name, url, value, page, hasName ? 1 : LATER_TIER);
  }
}
