package io.lychgate.jmh.page;

import io.lychgate.jmh.lab.Lab;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Running browser at the client's end of the link, driven by {@code jmh/page/browse.mjs}. */
final class BrowserDriver {
  private final String name;
  private final Path log;
  private final BufferedReader replies;
  private final Writer urls;
  private final String version;

  BrowserDriver(Browser browser, Path root, Lab lab) throws IOException {
    this(
        lab,
        browser.id(),
        List.of(
            "node",
            root.resolve("jmh/page/browse.mjs").toString(),
            browser.kind(),
            browser.binary(root).toString(),
            trustOf(browser, lab)));
  }

  private BrowserDriver(Lab lab, String name, List<String> command) throws IOException {
    this.name = name;
    this.log = lab.directory().resolve(name + ".log");
    Process process = lab.client(command, log);
    this.replies = process.inputReader(StandardCharsets.UTF_8);
    this.urls = process.outputWriter(StandardCharsets.UTF_8);
    this.version = reply().required("version").asString();
  }

  /**
   * Starts Debian's Chromium with {@code jmh/page/script.mjs}, which measures the script whose address contains the mark.
   *
   * @param traces folder in which the trace of each load is kept; null for none
   */
  static BrowserDriver ofScript(
      Path root, Lab lab, String mark, Duration stay, @Nullable Path traces) throws IOException {
    List<String> command = new ArrayList<>(List.of(
        "node",
        root.resolve("jmh/page/script.mjs").toString(),
        Browser.CHROMIUM.binary(root).toString(),
        lab.authority().keyHash(),
        mark,
        Long.toString(stay.toMillis())));
    if (traces != null) {
      command.add(Files.createDirectories(traces).toAbsolutePath().toString());
    }
    return new BrowserDriver(lab, "script", command);
  }

  private static String trustOf(Browser browser, Lab lab) throws IOException {
    if (browser != Browser.FIREFOX) {
      return lab.authority().keyHash();
    }
    Path profile = lab.directory().resolve(browser.id());
    lab.authority().trustIn(profile);
    return profile.toString();
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
      throw new IOException(name + ": its driver ended (log: " + log + ")");
    }
    JsonNode reply = JsonMapper.shared().readTree(line);
    if (reply.has("error")) {
      throw new IOException(name + ": " + reply.get("error").asString());
    }
    return reply;
  }
}
