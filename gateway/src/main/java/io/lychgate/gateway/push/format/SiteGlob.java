package io.lychgate.gateway.push.format;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.yaml.Position;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Globs over the files of a site, as in Node's tools: {@code *} stays within a folder, {@code **} does not, and braces list
 * alternatives. Each becomes a manifest glob if possible, else a regular expression.
 */
final class SiteGlob {
  private static final String SPECIAL = "*?[]{}()!+@";

  private SiteGlob() {}

  static boolean isGlob(String text) {
    return text.chars().anyMatch(c -> SPECIAL.indexOf(c) >= 0);
  }

  /** Returns the patterns of a glob or a file. If the glob is not supported, reports that to the draft and returns none. */
  static List<PathPattern> pattern(String glob, Position at, String path, ImportDraft into) {
    if (!isGlob(glob)) {
      List<PathPattern> pages = new ArrayList<>();
      PageFile.paths(glob, into.options().base())
          .forEach(file -> into.glob(file, at, path).ifPresent(pages::add));
      return pages;
    }
    if (glob.length() > Limits.MAX_PATTERN_LENGTH) {
      into.warn(at, path, "left out: a glob of " + glob.length() + " characters");
      return List.of();
    }
    Optional<String> simple = simple(glob);
    if (simple.isPresent()) {
      return into.glob(simple.get(), at, path).stream().toList();
    }
    Optional<String> regex = new Translation(glob).regex();
    if (regex.isEmpty()) {
      into.warn(at, path, "left out: " + glob + " (expected: a glob of *, **, ?, [] and {})");
      return List.of();
    }
    return into.regex(regex.get(), at, path).stream().toList();
  }

  /** Converts {@code **}{@code /*.html} to {@code *.html} and {@code /docs/**} to {@code /docs/*}. */
  private static Optional<String> simple(String glob) {
    if (glob.equals("**") || glob.equals("/**")) {
      return Optional.of("/*");
    }
    String head = glob.endsWith("/**") ? glob.substring(0, glob.length() - 2) : "";
    if (!head.isEmpty() && !isGlob(head)) {
      return Optional.of(head + "*");
    }
    String tail = glob.startsWith("**/*") ? glob.substring(4) : "";
    return tail.isEmpty() || isGlob(tail) || tail.contains("/")
        ? Optional.empty()
        : Optional.of("*" + tail);
  }

  /** Returns the glob of a manifest's page; empty if there is none. */
  static Optional<String> of(PageFiles.Page page) {
    PathPattern match = page.match();
    if (match.isRegex()) {
      return Optional.empty();
    }
    if (match.isExact()) {
      boolean isPlain = !isGlob(match.text()) && !match.text().endsWith("/" + PageFile.INDEX);
      return isPlain ? Optional.of(page.file()) : Optional.empty();
    }
    String text = match.text();
    int star = text.indexOf('*');
    String rest = text.substring(0, star) + text.substring(star + 1);
    if (isGlob(rest)) {
      return Optional.empty();
    }
    if (star == text.length() - 1 && text.endsWith("/*")) {
      return Optional.of(text + "*");
    }
    boolean isSuffix = star == 0 && !rest.isEmpty() && !rest.contains("/");
    return isSuffix ? Optional.of("**/" + text) : Optional.empty();
  }

  /** One glob while it is translated to a regular expression over the whole path. */
  private static final class Translation {
    private final String glob;
    private final StringBuilder regex = new StringBuilder("^");
    private int at;

    /** Closing characters of the open groups; a comma separates alternatives only inside braces. */
    private final StringBuilder open = new StringBuilder();

    Translation(String glob) {
      this.glob = glob.startsWith("/") || glob.startsWith("**") ? glob : "/" + glob;
    }

    Optional<String> regex() {
      while (at < glob.length()) {
        if (!step()) {
          return Optional.empty();
        }
      }
      return open.isEmpty() ? Optional.of(regex.append('$').toString()) : Optional.empty();
    }

    private boolean step() {
      char c = glob.charAt(at);
      switch (c) {
        case '*' -> star();
        case '?' -> put("[^/]", 1);
        case '{' -> open("(?:", '}');
        case '[' -> {
          return characters();
        }
        case '}' -> {
          return close(c);
        }
        case ',' -> put(open.isEmpty() ? "," : "|", 1);
        case '!', '+', '@', '(', ')', '\\' -> {
          // Extended globs are rare; supporting half of their syntax would cause mistakes.
          return false;
        }
        default -> put(PathRegex.quote(String.valueOf(c)), 1);
      }
      return true;
    }

    private void star() {
      if (glob.startsWith("**/", at)) {
        put(at == 0 ? "/(?:.*/)?" : "(?:.*/)?", 3);
      } else if (glob.startsWith("**", at)) {
        put(".*", 2);
      } else {
        put("[^/]*", 1);
      }
    }

    private void open(String text, char closing) {
      open.append(closing);
      put(text, 1);
    }

    private boolean close(char closing) {
      int last = open.length() - 1;
      if (last < 0 || open.charAt(last) != closing) {
        return false;
      }
      open.setLength(last);
      put(")", 1);
      return true;
    }

    private boolean characters() {
      int end = glob.indexOf(']', at + 1);
      String inside = end < 0 ? "" : glob.substring(at + 1, end);
      if (inside.isEmpty() || !inside.matches("[!^]?[A-Za-z0-9_-]+")) {
        return false;
      }
      put("[" + inside.replace('!', '^') + "]", inside.length() + 2);
      return true;
    }

    private void put(String text, int consumed) {
      regex.append(text);
      at += consumed;
    }
  }
}
