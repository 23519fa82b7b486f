package io.lychgate.jmh.page;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;

/**
 * Page that is loaded: about 740 KB in 15 requests, the same bytes in every run.
 *
 * <p>HTML (7 KB), two style sheets (4 and 32 KB) and two scripts (93 and 254 KB) that the first paint waits for, and ten
 * images (356 KB) that it does not. The scripts and the large style sheet are those of jQuery 1.9.1 and jQuery UI 1.12.1, at
 * the versions of {@code jmh/page/package-lock.json}: real code that a browser has to parse and run. A seeded generator makes
 * the rest; the images are noise, which no encoder makes smaller.
 */
final class SamplePage {
  /** Number of requests, with the HTML. */
  static final int REQUESTS = 15;

  /** Files that block the first paint, in the order of the page. */
  static final List<String> STYLES = List.of("/assets/style.css", "/assets/ui.css");

  static final List<String> SCRIPTS = List.of("/assets/jquery.js", "/assets/app.js");

  private static final long SEED = 1;
  private static final int SECTIONS = 10;
  private static final int[][] IMAGES = {
    {60, 60},
    {80, 60},
    {100, 80},
    {100, 100},
    {120, 90},
    {120, 100},
    {140, 100},
    {140, 120},
    {160, 120},
    {160, 120}
  };
  private static final String[] WORDS =
      ("lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore"
              + " magna aliqua")
          .split(" ", -1);

  /** Images in the style sheet of jQuery UI, which are requested only if its widgets are used. */
  private static final Pattern STYLE_URL = Pattern.compile("url\\([^)]*\\)");

  private final Path directory;
  private final Random random = new Random(SEED);

  private SamplePage(Path directory) {
    this.directory = directory;
  }

  /** Writes the page: {@code index.html}, which the application serves, and {@code assets/}. */
  static void write(Path directory, Path nodeModules) throws IOException {
    Files.createDirectories(directory.resolve("assets"));
    SamplePage page = new SamplePage(directory);
    page.copy(nodeModules.resolve("jquery/jquery.min.js"), SCRIPTS.get(0));
    page.copy(nodeModules.resolve("jquery-ui-dist/jquery-ui.min.js"), SCRIPTS.get(1));
    String style = Files.readString(nodeModules.resolve("jquery-ui-dist/jquery-ui.min.css"));
    page.file(STYLES.get(1), STYLE_URL.matcher(style).replaceAll("none"));
    page.file(STYLES.get(0), page.style());
    for (int i = 0; i < IMAGES.length; i++) {
      ImageIO.write(
          page.noise(IMAGES[i][0], IMAGES[i][1]),
          "png",
          directory.resolve("assets/" + i + ".png").toFile());
    }
    page.file("/index.html", page.html());
  }

  private void copy(Path source, String path) throws IOException {
    Files.copy(source, directory.resolve(path.substring(1)));
  }

  private void file(String path, String text) throws IOException {
    Files.writeString(directory.resolve(path.substring(1)), text);
  }

  private String style() {
    return "body { font: 16px/1.5 sans-serif; margin: 2em }\nh1 { color: #036 }\n"
        + IntStream.range(0, 50)
            .mapToObj(i -> String.format(
                Locale.ROOT,
                ".c%d { margin: %dpx; padding: %dpx; border: 1px solid #%06x }\n",
                i,
                i,
                i % 7,
                i * 4369 % 0xffffff))
            .collect(Collectors.joining());
  }

  private BufferedImage noise(int width, int height) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        image.setRGB(x, y, random.nextInt(1 << 24));
      }
    }
    return image;
  }

  private String html() {
    StringBuilder html = new StringBuilder(8192);
    html.append("<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"><title>Page</title>\n");
    html.append("<link rel=\"icon\" href=\"data:,\">\n");
    STYLES.forEach(
        path -> html.append("<link rel=\"stylesheet\" href=\"").append(path).append("\">\n"));
    SCRIPTS.forEach(path -> html.append("<script src=\"").append(path).append("\"></script>\n"));
    html.append("</head><body><h1>Page</h1>\n");
    for (int i = 0; i < SECTIONS; i++) {
      html.append("<h2>Section ")
          .append(i)
          .append("</h2>\n<p class=\"c")
          .append(i)
          .append("\">");
      html.append(words(90)).append("</p>\n<p><img src=\"/assets/").append(i);
      html.append(".png\" alt=\"\"></p>\n");
    }
    return html.append("</body></html>\n").toString();
  }

  private String words(int count) {
    return random
        .ints(count, 0, WORDS.length)
        .mapToObj(i -> WORDS[i])
        .collect(Collectors.joining(" "));
  }
}
