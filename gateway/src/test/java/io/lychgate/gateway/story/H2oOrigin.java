package io.lychgate.gateway.story;

import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The site of the H2O recording: a type for each file extension, {@code /stNNN/} for a status, {@code /slowNNN/} for a delay. */
final class H2oOrigin implements AutoCloseable {
  private static final Pattern STATUS = Pattern.compile("/st(\\d{3})/.*");
  private static final Pattern SLOW = Pattern.compile("/slow(\\d+)/.*");
  /** Delay between the recorded 1xx responses and the page. */
  private static final int EARLY_MILLIS = 150;

  private static final Map<String, String> TYPES = Map.ofEntries(
      Map.entry("css", "text/css"),
      Map.entry("js", "application/javascript"),
      Map.entry("mjs", "text/javascript"),
      Map.entry("xjs", "application/x-javascript"),
      Map.entry("ccss", "text/css; charset=utf-8"),
      Map.entry("ccss2", "text/css;charset=utf-8"),
      Map.entry("ucss", "Text/CSS"),
      Map.entry("html", "text/html"),
      Map.entry("txt", "text/plain"),
      Map.entry("png", "image/png"),
      Map.entry("json", "application/json"));

  private final ScriptedOrigin origin = ScriptedOrigin.start().otherwise(this::respond);
  private volatile List<H2oStep> steps = List.of();

  /** Pages respond as in these steps from now on. */
  void play(H2oStep step) {
    steps = List.of(step);
  }

  int port() {
    return origin.port();
  }

  private void respond(OriginVisit visit) throws IOException, InterruptedException {
    String path = visit.target();
    Matcher slow = SLOW.matcher(path);
    if (slow.matches()) {
      Thread.sleep(Integer.parseInt(slow.group(1)));
    }
    List<String> fields = new ArrayList<>();
    fields.add("Cache-Control: max-age=600");
    int status = statusOf(path);
    fields.add("Content-Type: " + (path.contains("nonexistent") ? "text/plain" : typeOf(path)));
    for (H2oStep step : steps) {
      if (step.text("requested_path").equals(path)) {
        early(step, visit);
        step.texts("link_fields").forEach(link -> fields.add("Link: " + link));
        status = step.status();
      }
    }
    visit.respond(status, "body of " + path, fields.toArray(String[]::new));
  }

  private static void early(H2oStep step, OriginVisit visit)
      throws IOException, InterruptedException {
    List<String> extra = step.extraFields();
    int links = extra.indexOf("x-early");
    if (links < 0) {
      return;
    }
    int code = extra.indexOf("x-early-code");
    StringBuilder head = new StringBuilder("HTTP/1.1 ")
        .append(code < 0 ? "103" : extra.get(code + 1))
        .append(" Early\r\n");
    for (String link : extra.get(links + 1).split("\\|", -1)) {
      head.append("Link: ").append(link).append("\r\n");
    }
    visit.send(head.append("\r\n").toString());
    Thread.sleep(EARLY_MILLIS);
  }

  private static int statusOf(String path) {
    Matcher status = STATUS.matcher(path);
    return status.matches() ? Integer.parseInt(status.group(1)) : 200;
  }

  private static String typeOf(String target) {
    String path = target.replaceFirst("\\?.*", "").replaceFirst("#.*", "");
    String name = path.substring(path.lastIndexOf('/') + 1);
    return TYPES.getOrDefault(name.substring(name.lastIndexOf('.') + 1), "text/html");
  }

  @Override
  public void close() {
    origin.close();
  }
}
