package io.lychgate.jmh.page;

import io.lychgate.jmh.machine.Commands;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Browser that loads the page, and what it accepts ahead of the page. */
enum Browser {
  /** The newest available build that still accepts pushes; headless, from an npm package. */
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

  /** Name for the driver. */
  String kind() {
    return kind;
  }

  /** Means of a server ahead of the page: {@code push} or {@code hints}. */
  String ahead() {
    return ahead;
  }

  boolean takesPushes() {
    return this == CHROMIUM_103;
  }

  /** Returns its program, which is downloaded or installed the first time. The exception states why that failed. */
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
