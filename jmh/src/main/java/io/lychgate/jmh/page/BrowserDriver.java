package io.lychgate.jmh.page;

import io.lychgate.jmh.lab.Lab;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Running browser at the client's end of the link, driven by {@code jmh/page/browse.mjs}. */
final class BrowserDriver {
  private final Browser browser;
  private final Path log;
  private final BufferedReader replies;
  private final Writer urls;
  private final String version;

  BrowserDriver(Browser browser, Path root, Lab lab) throws IOException {
    this.browser = browser;
    this.log = lab.directory().resolve(browser.id() + ".log");
    Path profile = lab.directory().resolve(browser.id());
    String trust = lab.authority().keyHash();
    if (browser == Browser.FIREFOX) {
      lab.authority().trustIn(profile);
      trust = profile.toString();
    }
    Process process = lab.client(
        List.of(
            "node",
            root.resolve("jmh/page/browse.mjs").toString(),
            browser.kind(),
            browser.binary(root).toString(),
            trust),
        log);
    this.replies = process.inputReader(StandardCharsets.UTF_8);
    this.urls = process.outputWriter(StandardCharsets.UTF_8);
    this.version = reply().required("version").asString();
  }

  String version() {
    return version;
  }

  /** Loads the page as on a first visit. */
  JsonNode load(String url) throws IOException {
    urls.write(url + "\n");
    urls.flush();
    return reply();
  }

  private JsonNode reply() throws IOException {
    String line = replies.readLine();
    if (line == null) {
      throw new IOException(browser.id() + ": its driver ended (log: " + log + ")");
    }
    JsonNode reply = JsonMapper.shared().readTree(line);
    if (reply.has("error")) {
      throw new IOException(browser.id() + ": " + reply.get("error").asString());
    }
    return reply;
  }
}
