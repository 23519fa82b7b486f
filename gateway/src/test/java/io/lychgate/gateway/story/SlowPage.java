package io.lychgate.gateway.story;

import io.lychgate.gateway.testkit.OriginVisit;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import java.io.IOException;
import java.time.Duration;

/** A page whose parts take their time, so that 5 % of it is more than the noise of a busy machine. */
final class SlowPage {
  static final String HTML = """
      <!DOCTYPE html><html><head><meta charset=utf-8><title>-</title><link rel=icon href=data:,>
      <link rel=stylesheet href=/site.css></head>
      <body><h1>A page</h1><img src=/slow.svg alt=""><script src=/app.js></script></body></html>
      """;

  private SlowPage() {}

  /**
   * Lets a server respond with the parts of the page.
   *
   * @param styleMillis time of the server for the style sheet
   */
  static ScriptedOrigin parts(ScriptedOrigin origin, int styleMillis) {
    return origin
        .on("/site.css", visit -> respond(visit, styleMillis, "text/css", "p { margin: 0 }"))
        .on("/app.js", visit -> respond(visit, 600, "text/javascript", "window.app = 1"))
        .on(
            "/slow.svg",
            visit ->
                respond(visit, 900, "image/svg+xml", "<svg xmlns='http://www.w3.org/2000/svg'/>"));
  }

  private static void respond(OriginVisit visit, int millis, String type, String body)
      throws IOException, InterruptedException {
    visit.think(Duration.ofMillis(millis));
    visit.respond(200, body, "Content-Type: " + type, "Cache-Control: public, max-age=600");
  }
}
