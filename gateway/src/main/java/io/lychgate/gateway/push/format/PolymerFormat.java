package io.lychgate.gateway.push.format;

import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.format.Losses.Trait;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.link.Crossorigin;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code push_manifest.json} of Google's http2-push-manifest, the Polymer CLI and prpl-server: resources by their URL, or pages
 * that contain resources. A page may be a regular expression over the whole path, and a resource may state its {@code
 * crossorigin}, as in prpl-server.
 */
final class PolymerFormat implements ManifestFormat {
  /** Weight that every tool writes for every resource; it has no effect on the order. */
  private static final int MEANINGLESS_WEIGHT = 1;

  private static final Set<String> RESOURCE_KEYS = Set.of("type", "weight", "crossorigin");

  @Override
  public String id() {
    return "polymer";
  }

  @Override
  public String description() {
    return "push_manifest.json of http2-push-manifest, the Polymer CLI and prpl-server";
  }

  @Override
  public boolean recognises(ForeignFile file) {
    return file.object()
        .map(root -> !root.fields().isEmpty()
            && root.fields().values().stream().allMatch(PolymerFormat::isPageOrResource))
        .orElse(false);
  }

  private static boolean isPageOrResource(YamlNode node) {
    return isResource(node)
        || (node.json().isObject()
            && node.fields().values().stream().allMatch(value -> value.json().isObject()));
  }

  private static boolean isResource(YamlNode node) {
    return node.json().isObject()
        && !node.fields().isEmpty()
        && node.fields().keySet().stream().anyMatch(RESOURCE_KEYS::contains)
        && node.fields().values().stream().allMatch(value -> value.json().isValueNode());
  }

  @Override
  public void read(ForeignFile file, ImportDraft into) {
    YamlNode root = into.object(file).orElse(null);
    if (root == null) {
      return;
    }
    boolean isSingle = false;
    for (Map.Entry<String, YamlNode> member : root.fields().entrySet()) {
      String key = member.getKey();
      YamlNode value = member.getValue();
      if (!value.json().isObject()) {
        into.wrong(
            value.position(),
            key,
            "another kind of value (expected: a resource or a page of them)");
      } else if (isResource(value) || isBareResource(key, value)) {
        isSingle = true;
        resource(singlePage(into), key, value, root, into);
      } else {
        page(key, value, root, into);
      }
    }
    if (isSingle && into.options().page() == null) {
      into.warn(
          root.position(),
          "",
          "the file names no page: its resources apply to / (set another one with --page)");
    }
  }

  private static boolean isBareResource(String key, YamlNode value) {
    return value.fields().isEmpty()
        && FileKind.of(key).filter(kind -> kind != Destination.DOCUMENT).isPresent();
  }

  private static List<PathPattern> singlePage(ImportDraft into) {
    String page = into.options().page();
    String glob = page == null || !PathPattern.problemOfGlob(page).isEmpty() ? "/" : page;
    return List.of(PathPattern.glob(glob));
  }

  private static void page(String key, YamlNode value, YamlNode root, ImportDraft into) {
    List<PathPattern> matches = matches(key, root, into);
    matches.forEach(match -> into.page(match, root.keyPosition(key), key));
    value.fields().forEach((url, resource) -> {
      if (resource.json().isObject()) {
        resource(matches, url, resource, value, into);
      } else {
        into.wrong(
            resource.position(),
            key + "." + url,
            "another kind of value (expected: an object with type and weight)");
      }
    });
  }

  private static List<PathPattern> matches(String key, YamlNode root, ImportDraft into) {
    String named = into.options().pages().get(key);
    if (named != null) {
      return into.glob(named, root.keyPosition(key), key).stream().toList();
    }
    if (!PathRegex.hasSpecial(key)) {
      return PageFile.paths(key, into.options().base()).stream()
          .flatMap(path -> into.glob(path, root.keyPosition(key), key).stream())
          .toList();
    }
    String regex = key.startsWith("^") ? key : "^" + FileUrl.of("", "/") + stripSlash(key);
    String whole = key.startsWith("^") || regex.endsWith("$") ? regex : regex + "$";
    Optional<PathPattern> glob = PathRegex.glob(whole);
    return (glob.isPresent() ? glob : into.regex(whole, root.keyPosition(key), key))
        .stream().toList();
  }

  private static String stripSlash(String key) {
    return key.startsWith("/") ? key.substring(1) : key;
  }

  private static void resource(
      List<PathPattern> pages, String url, YamlNode resource, YamlNode parent, ImportDraft into) {
    String type = resource.scalar("type").orElse("");
    Optional<Destination> destination = destination(type, url);
    if (destination.isEmpty()) {
      into.warn(
          parent.keyPosition(url),
          url,
          "left out: type " + (type.isEmpty() ? "unknown" : type)
              + " (expected: style, script, font, image, fetch or document)");
      return;
    }
    int weight = Weight.read(resource, "weight", url, into);
    DraftAsset asset = DraftAsset.of(FileUrl.of(url, into.options().base()), destination.get())
        .withUrgency(weight == MEANINGLESS_WEIGHT ? Asset.NO_URGENCY : Weight.urgency(weight));
    DraftAsset whole = resource
        .scalar("crossorigin")
        .map(word -> asset.withCrossorigin(crossorigin(word, destination.get())))
        .orElse(asset);
    pages.forEach(page -> into.add(page, whole, parent.keyPosition(url), url));
  }

  private static Crossorigin crossorigin(String word, Destination destination) {
    return word.equals("use-credentials") && destination != Destination.FONT
        ? Crossorigin.USE_CREDENTIALS
        : Crossorigin.ANONYMOUS;
  }

  private static Optional<Destination> destination(String type, String url) {
    return switch (type.toLowerCase(Locale.ROOT)) {
      case "" -> FileKind.of(url);
      case "style" -> Optional.of(Destination.STYLE);
      case "script" ->
        // The tools also write "script" for JSON, which no page executes.
        FileKind.extension(url).equals("json")
            ? Optional.of(Destination.FETCH)
            : Optional.of(Destination.SCRIPT);
      case "module" -> Optional.of(Destination.MODULE);
      case "font" -> Optional.of(Destination.FONT);
      case "image" -> Optional.of(Destination.IMAGE);
      case "fetch" -> Optional.of(Destination.FETCH);
      case "document" -> Optional.of(Destination.DOCUMENT);
      default -> Optional.empty();
    };
  }

  @Override
  public String write(PushManifest manifest, Losses losses) {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    for (PageFiles.Page page : PageFiles.of(manifest, losses)) {
      ObjectNode resources = JsonNodeFactory.instance.objectNode();
      for (int i = 0; i < page.assets().size(); i++) {
        Asset asset = page.assets().get(i);
        if (asset.destination() == Destination.CONNECT) {
          losses.asset(page.index(), i, asset, "the file has no connections");
        } else {
          losses.traits(page.index(), i, asset, EnumSet.of(Trait.CROSSORIGIN, Trait.URGENCY));
          resources.set(asset.url(), resource(asset));
        }
      }
      put(root, key(page), resources, page, losses);
    }
    return JsonText.of(root);
  }

  private static void put(
      ObjectNode root, String key, ObjectNode resources, PageFiles.Page page, Losses losses) {
    if (root.has(key)) {
      losses.add(Losses.name(page.index()) + ": left out, an earlier rule is for the same pages");
    } else {
      root.set(key, resources);
    }
  }

  private static ObjectNode resource(Asset asset) {
    ObjectNode resource = JsonNodeFactory.instance.objectNode();
    resource.put("type", asset.destination().token());
    int weight =
        asset.urgency() == Asset.NO_URGENCY ? MEANINGLESS_WEIGHT : Weight.of(asset.urgency());
    resource.put("weight", weight);
    if (asset.crossorigin() != Crossorigin.NONE) {
      resource.put("crossorigin", asset.crossorigin().token());
    }
    return resource;
  }

  private static String key(PageFiles.Page page) {
    PathPattern match = page.match();
    if (page.isIndex()) {
      return page.file().substring(1);
    }
    if (match.isRegex()) {
      // A key without ^ must match the whole path, but a Lychgate expression matches anywhere in
      // it.
      return match.text().startsWith("^") ? match.text() : "^.*(?:" + match.text() + ")";
    }
    boolean isLiteral = match.isExact()
        && !PathRegex.hasSpecial(match.text())
        && !match.text().endsWith("/" + PageFile.INDEX);
    return isLiteral ? match.text() : PathRegex.of(match);
  }
}
