package io.lychgate.gateway.push.format;

import io.lychgate.casper.Delivery;
import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.push.format.Losses.Trait;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.manifest.PushManifest;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code _headers} of Netlify and Cloudflare Pages: a path on one line, the response fields for it on the lines below. Only {@code
 * Link} fields are imported. A path may contain {@code *} for any text and {@code :name} for one segment.
 */
final class HeadersFormat implements ManifestFormat {
  private static final Pattern PLACEHOLDER = Pattern.compile(":[A-Za-z][A-Za-z0-9_]*");
  private static final String SEGMENT = "[^/]+";

  @Override
  public String id() {
    return "headers";
  }

  @Override
  public String description() {
    return "Link lines of _headers, as Netlify and Cloudflare Pages read it";
  }

  @Override
  public boolean recognises(ForeignFile file) {
    return !file.looksLikeJson()
        && file.text()
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .findFirst()
            .filter(HeadersFormat::isPath)
            .isPresent();
  }

  private static boolean isPath(String line) {
    return line.startsWith("/") || line.startsWith("https://") || line.startsWith("http://");
  }

  @Override
  public void read(ForeignFile file, ImportDraft into) {
    List<String> lines = file.text().lines().toList();
    Optional<PathPattern> page = Optional.empty();
    boolean isBelowPath = false;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      Position at = new Position(i + 1, lines.get(i).indexOf(line) + 1);
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      if (isPath(line)) {
        page = page(line, at, into);
        isBelowPath = true;
      } else if (!isBelowPath) {
        into.wrong(at, "", line + " (expected: a path, as /*, before the first field)");
        return;
      } else {
        field(line, page, at, into);
      }
    }
  }

  private static Optional<PathPattern> page(String line, Position at, ImportDraft into) {
    String path = line;
    if (!line.startsWith("/")) {
      int start = line.indexOf('/', line.indexOf("://") + 3);
      path = start < 0 ? "/" : line.substring(start);
      into.warn(at, "", "the host of " + line + " is left out (add it to hosts)");
    }
    Matcher placeholders = PLACEHOLDER.matcher(path);
    if (!placeholders.find()) {
      return into.glob(path, at, "");
    }
    StringBuilder regex = new StringBuilder("^");
    int from = 0;
    do {
      regex.append(literal(path.substring(from, placeholders.start()))).append(SEGMENT);
      from = placeholders.end();
    } while (placeholders.find());
    return into.regex(regex.append(literal(path.substring(from))).append('$').toString(), at, "");
  }

  private static String literal(String text) {
    return PathRegex.quote(text).replace("\\*", ".*");
  }

  private static void field(
      String line, Optional<PathPattern> page, Position at, ImportDraft into) {
    int colon = line.indexOf(':');
    if (line.startsWith("!")) {
      into.warn(at, "", line + ": left out, it removes a field");
    } else if (colon <= 0) {
      into.wrong(at, "", line + " (expected: Name: value)");
    } else if (!line.substring(0, colon).strip().equalsIgnoreCase("link")) {
      into.passOver("fields other than Link");
    } else {
      int value = colon + 1;
      while (value < line.length() && line.charAt(value) == ' ') {
        value++;
      }
      new LinkLine(line.substring(value), new Position(at.line(), at.column() + value), into)
          .addTo(page);
    }
  }

  @Override
  public String write(PushManifest manifest, Losses losses) {
    losses.ofWhole(manifest);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < manifest.rules().size(); i++) {
      PushManifest.Rule rule = manifest.rules().get(i);
      if (losses.isPlain(rule, i)) {
        String path = path(rule.match());
        if (path.isEmpty()) {
          losses.add(
              Losses.name(i) + ": left out, " + rule.match() + " is no path with * or :name");
        } else if (!rule.assets().isEmpty()) {
          text.append(text.isEmpty() ? "" : "\n").append(path).append('\n');
          links(rule.assets(), i, text, losses);
        }
      }
    }
    return text.toString();
  }

  /** Returns the path, empty if the file cannot express the pattern. */
  private static String path(PathPattern match) {
    if (!match.isRegex()) {
      boolean isOne = match.text().indexOf('*') == match.text().lastIndexOf('*');
      boolean isPlain =
          match.text().startsWith("/") && !PLACEHOLDER.matcher(match.text()).find();
      return isOne && isPlain ? match.text() : "";
    }
    String regex = match.text();
    if (!regex.startsWith("^/") || !regex.endsWith("$") || !regex.contains(SEGMENT)) {
      return "";
    }
    StringBuilder path = new StringBuilder();
    String[] parts = regex.substring(1, regex.length() - 1).split(Pattern.quote(SEGMENT), -1);
    for (int i = 0; i < parts.length; i++) {
      // A part that ends the expression has its own $, which was cut off above.
      Optional<PathPattern> glob = PathRegex.glob("^" + (i == 0 ? "" : "/") + parts[i] + "$");
      boolean isLast = i == parts.length - 1;
      if (glob.isEmpty() || (!isLast && !parts[i].endsWith("/"))) {
        return "";
      }
      String literal = glob.get().text();
      path.append(i == 0 ? literal : literal.substring(1)).append(isLast ? "" : ":p" + (i + 1));
    }
    return path.toString();
  }

  private static void links(List<Asset> assets, int rule, StringBuilder text, Losses losses) {
    for (int i = 0; i < assets.size(); i++) {
      Asset asset = assets.get(i);
      boolean isHint = asset.candidate().delivery() == Delivery.HINT;
      Set<Trait> kept = EnumSet.of(Trait.CROSSORIGIN, Trait.TYPE);
      if (isHint) {
        kept.add(Trait.MODE);
      }
      losses.traits(rule, i, asset, kept);
      boolean isConnect = asset.destination() == Destination.CONNECT;
      text.append("  Link: ").append(asset.link());
      text.append(isHint && !isConnect ? "; nopush\n" : "\n");
    }
  }
}
