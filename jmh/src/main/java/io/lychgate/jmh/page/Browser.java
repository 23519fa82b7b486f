package io.lychgate.jmh.page;

import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A browser that loads the page, and what it takes ahead of it. */
enum Browser {
  /** The newest build that can be had and still takes pushes; headless, from an npm package. */
  CHROMIUM_103("chromium-103", "Chromium 103", "chrome", "push"),
  CHROMIUM("chromium", "Chromium", "chrome", "hints"),
  FIREFOX("firefox", "Firefox", "firefox", "hints");

  private final String id;
  private final String title;
  private final String kind;
  private final String ahead;

  Browser(String id, String title, String kind, String ahead) {
    this.id = id;
    this.title = title;
    this.kind = kind;
    this.ahead = ahead;
  }

  static Optional<Browser> byId(String id) {
    return Arrays.stream(values()).filter(browser -> browser.id.equals(id)).findFirst();
  }

  /** Name on the command line and in files. */
  String id() {
    return id;
  }

  String title() {
    return title;
  }

  /** As the driver calls it. */
  String kind() {
    return kind;
  }

  /** What a server can do ahead of the page for it: {@code push} or {@code hints}. */
  String ahead() {
    return ahead;
  }

  boolean takesPushes() {
    return this == CHROMIUM_103;
  }

  /** Its program, which is fetched or installed the first time; says why if it cannot be had. */
  Path binary(Path root) throws IOException {
    return switch (this) {
      case CHROMIUM_103 -> {
        Path script = root.resolve("gateway/src/test/e2e/push-browser.mjs");
        String folder = root.resolve(".lychgate/browsers").toString();
        yield Path.of(
            Commands.output(List.of("node", script.toString(), folder), root).strip());
      }
      case CHROMIUM -> debian("chromium", "chromium");
      case FIREFOX -> debian("firefox-esr", "firefox-esr");
    };
  }

  private static Path debian(String program, String debianPackage) throws IOException {
    Optional<String> absence = Commands.absence(program, debianPackage);
    if (absence.isPresent()) {
      throw new IOException(absence.get());
    }
    return Commands.find(program).orElseThrow();
  }
}
