package io.lychgate.gateway.push.format;

import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.format.Losses.Trait;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * {@code serverpush.json} of Commons Host, made by @commonshost/manifest (formerly @http2/manifest): a list of rules {@code {get,
 * push}}. Each side holds URIs or globs over the site's files; a push may have an RFC 7540 weight as its {@code priority}.
 */
final class CommonsHostFormat implements ManifestFormat {
  /** Keys of the tool's schema; its first versions wrote {@code url} for {@code uri}. */
  private static final List<String> LOOKUPS = List.of("uri", "url", "glob");

  @Override
  public String id() {
    return "commonshost";
  }

  @Override
  public String description() {
    return "serverpush.json of Commons Host, @commonshost/manifest and @http2/manifest";
  }

  @Override
  public boolean recognises(ForeignFile file) {
    return file.looksLikeJson()
        && file.json().isValid()
        && file.json().value().json().isArray();
  }

  @Override
  public void read(ForeignFile file, ImportDraft into) {
    List<YamlNode> rules = into.list(file).map(YamlNode::items).orElse(List.of());
    for (int i = 0; i < rules.size(); i++) {
      YamlNode rule = rules.get(i);
      String path = "[" + i + "]";
      if (!rule.json().isObject() || rule.field("push").isEmpty()) {
        into.wrong(rule.position(), path, "no rule (expected: an object with get and push)");
        continue;
      }
      List<PathPattern> pages = pages(rule, path, into);
      pages.forEach(page -> into.page(page, rule.position(), path));
      rule.field("push").ifPresent(push -> pushes(push, path + ".push", pages, into));
    }
  }

  private static List<PathPattern> pages(YamlNode rule, String path, ImportDraft into) {
    List<PathPattern> pages = new ArrayList<>();
    for (YamlNode get : rule.field("get").map(CommonsHostFormat::each).orElse(List.of())) {
      if (get.json().isObject()) {
        lookups(get).forEach(text -> page(text, path + ".get", pages, into));
      } else {
        page(get, path + ".get", pages, into);
      }
    }
    lookups(rule).forEach(text -> page(text, path, pages, into));
    if (rule.field("get").isEmpty() && lookups(rule).isEmpty()) {
      into.wrong(rule.position(), path, "get: missing (expected: the pages)");
    }
    return pages;
  }

  private static List<YamlNode> lookups(YamlNode holder) {
    return holder.fields().entrySet().stream()
        .filter(member -> LOOKUPS.contains(member.getKey()))
        .flatMap(member -> each(member.getValue()).stream())
        .toList();
  }

  private static List<YamlNode> each(YamlNode value) {
    return value.json().isArray() ? value.items() : List.of(value);
  }

  private static void page(YamlNode text, String path, List<PathPattern> pages, ImportDraft into) {
    if (!text.json().isString()) {
      into.wrong(text.position(), path, "another kind of value (expected: a URI or a glob)");
      return;
    }
    String glob = pathOf(text, path, into);
    if (glob.startsWith("!")) {
      into.warn(text.position(), path, "left out: " + glob + ", an exclusion pattern");
      return;
    }
    SiteGlob.pattern(glob, text.position(), path, into).forEach(pages::add);
  }

  /** Returns the path of a page's URI; a Lychgate manifest names its hosts once, at its top. */
  private static String pathOf(YamlNode text, String path, ImportDraft into) {
    if (!text.text().startsWith("https://")) {
      return text.text();
    }
    try {
      URI uri = new URI(text.text());
      into.warn(
          text.position(), path, "the host of " + text.text() + " is left out (add it to hosts)");
      return uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    } catch (URISyntaxException e) {
      return text.text();
    }
  }

  private static void pushes(
      YamlNode push, String path, List<PathPattern> pages, ImportDraft into) {
    for (YamlNode entry : each(push)) {
      if (entry.json().isObject()) {
        int weight = Weight.read(entry, "priority", path, into);
        lookups(entry).forEach(text -> push(text, weight, path, pages, into));
      } else {
        each(entry).forEach(text -> push(text, Weight.DEFAULT, path, pages, into));
      }
    }
  }

  private static void push(
      YamlNode text, int weight, String path, List<PathPattern> pages, ImportDraft into) {
    if (!text.json().isString()) {
      into.wrong(text.position(), path, "another kind of value (expected: a URI or a glob)");
      return;
    }
    String target = text.text();
    if (SiteGlob.isGlob(target)) {
      into.warn(
          text.position(), path, "left out: " + target + ", which only the site's files resolve");
      return;
    }
    Optional<Destination> kind = FileKind.of(target);
    if (kind.isEmpty()) {
      into.warn(
          text.position(), path, "left out: " + target + ", whose name does not show its kind");
      return;
    }
    DraftAsset asset = DraftAsset.of(FileUrl.of(target, into.options().base()), kind.get())
        .withUrgency(Weight.urgency(weight));
    pages.forEach(page -> into.add(page, asset, text.position(), path));
  }

  @Override
  public String write(PushManifest manifest, Losses losses) {
    ArrayNode root = JsonNodeFactory.instance.arrayNode();
    for (PageFiles.Page page : PageFiles.of(manifest, losses)) {
      Optional<String> get = SiteGlob.of(page);
      if (get.isEmpty()) {
        losses.add(
            Losses.name(page.index()) + ": left out, " + page.match() + " is no glob of files");
        continue;
      }
      ArrayNode pushes = pushes(page, losses);
      if (pushes.isEmpty()) {
        losses.add(Losses.name(page.index()) + ": left out, a rule must push something");
      } else {
        ObjectNode rule = root.addObject();
        rule.put("get", get.get());
        rule.set("push", pushes);
      }
    }
    return JsonText.of(root);
  }

  private static ArrayNode pushes(PageFiles.Page page, Losses losses) {
    Map<Integer, ArrayNode> byWeight = new LinkedHashMap<>();
    for (int i = 0; i < page.assets().size(); i++) {
      Asset asset = page.assets().get(i);
      boolean isInferable =
          FileKind.of(asset.url()).filter(asset.destination()::equals).isPresent();
      if (isInferable) {
        losses.traits(page.index(), i, asset, EnumSet.of(Trait.URGENCY));
        byWeight
            .computeIfAbsent(Weight.of(asset.urgency()), w -> JsonNodeFactory.instance.arrayNode())
            .add(asset.url());
      } else {
        losses.asset(
            page.index(),
            i,
            asset,
            "its name does not identify it as a " + asset.destination().token());
      }
    }
    ArrayNode pushes = JsonNodeFactory.instance.arrayNode();
    byWeight.forEach((weight, urls) -> {
      ObjectNode push = pushes.addObject();
      push.put("priority", weight);
      ArrayNode globs = JsonNodeFactory.instance.arrayNode();
      ArrayNode uris = JsonNodeFactory.instance.arrayNode();
      urls.forEach(url -> (url.asString().startsWith("/") ? globs : uris).add(url));
      if (!globs.isEmpty()) {
        push.set("glob", globs);
      }
      if (!uris.isEmpty()) {
        push.set("uri", uris);
      }
    });
    return pushes;
  }
}
