package io.lychgate.gateway.simulate;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;

/**
 * The addresses in a page, as paths of its own origin.
 *
 * @param resources the resources that it loads, in the order of the document
 * @param links pages to which it leads
 */
record PageParts(List<String> resources, List<String> links) {
  private static final int MOST_RESOURCES = 200;
  private static final int MOST_LINKS = 50;

  private static final Pattern FONT_FACE = Pattern.compile("(?i)@font-face\\s*\\{([^}]*)\\}");
  private static final Pattern ADDRESS =
      Pattern.compile("(?i)\\burl\\(\\s*[\"']?([^\"')\\s]+)[\"']?\\s*\\)");

  PageParts {
    resources = List.copyOf(resources);
    links = List.copyOf(links);
  }

  /** Reads a page. */
  static PageParts of(Fetched page, Target target, String path) {
    if (!page.field("content-type").toLowerCase(Locale.ROOT).startsWith("text/html")) {
      return new PageParts(List.of(), List.of());
    }
    Document document =
        Jsoup.parse(new String(decoded(page), StandardCharsets.UTF_8), target.origin() + path);
    Set<String> resources = new LinkedHashSet<>();
    for (Element each : document.select(
        "link[rel~=(?i)stylesheet|preload|icon][href], script[src], img[src], source[src]")) {
      add(resources, each.absUrl(each.hasAttr("src") ? "src" : "href"), target, MOST_RESOURCES);
    }
    Set<String> links = new LinkedHashSet<>();
    // Crawlers skip links with nofollow, too: one may log out, or fail on purpose.
    for (Element each : document.select("a[href]:not([rel~=(?i)\\bnofollow\\b])")) {
      add(links, each.absUrl("href"), target, MOST_LINKS);
    }
    return new PageParts(new ArrayList<>(resources), new ArrayList<>(links));
  }

  /**
   * Returns the fonts of a style sheet: the first address of each. A browser loads those that its page uses. Without them, the
   * ledger would count hints for fonts as wasted.
   */
  static List<String> fonts(Fetched sheet, Target target, String path) {
    if (!sheet.field("content-type").toLowerCase(Locale.ROOT).startsWith("text/css")) {
      return List.of();
    }
    Set<String> fonts = new LinkedHashSet<>();
    Matcher face = FONT_FACE.matcher(new String(decoded(sheet), StandardCharsets.UTF_8));
    while (face.find()) {
      Matcher address = ADDRESS.matcher(face.group(1));
      if (address.find()) {
        add(fonts, absolute(target.origin() + path, address.group(1)), target, MOST_RESOURCES);
      }
    }
    return List.copyOf(fonts);
  }

  private static String absolute(String base, String address) {
    try {
      return URI.create(base).resolve(address).toString();
    } catch (IllegalArgumentException e) {
      // The sheet is not ours: a wrong address of it is left out.
      return "";
    }
  }

  private static void add(Set<String> paths, String url, Target target, int most) {
    String prefix = target.origin() + "/";
    if (!url.startsWith(prefix) || paths.size() >= most) {
      return;
    }
    int fragment = url.indexOf('#');
    String whole = fragment < 0 ? url : url.substring(0, fragment);
    try {
      // A path that is no URI would not pass a codec either.
      paths.add(URI.create(whole).toASCIIString().substring(prefix.length() - 1));
    } catch (IllegalArgumentException e) {
      // The page is not ours: a wrong link of it is left out.
      return;
    }
  }

  private static byte[] decoded(Fetched page) {
    try {
      InputStream coded = new ByteArrayInputStream(page.body());
      InputStream plain =
          page.field("content-encoding").equals("gzip") ? new GZIPInputStream(coded) : coded;
      try (plain) {
        return plain.readNBytes(ResponseBuffer.MAX_KEPT);
      }
    } catch (IOException e) {
      // A page that was cut has no resources.
      return new byte[0];
    }
  }
}
