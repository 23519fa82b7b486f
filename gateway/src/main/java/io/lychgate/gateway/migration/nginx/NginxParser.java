package io.lychgate.gateway.migration.nginx;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.migration.draft.SourcePlace;
import java.util.ArrayList;
import java.util.List;

/**
 * Parses the text of one file into directives, by the rules of nginx's own reader (ngx_conf_read_token): words between spaces, quotes
 * with backslashes, comments that begin where a word could, and braces that belong to the word after a dollar sign. Size, nesting and
 * number of directives are bounded.
 */
final class NginxParser {
  /** Levels of blocks. nginx itself needs five; locations may nest. */
  static final int MAX_DEPTH = 32;

  /** Directives of one file. */
  static final int MAX_DIRECTIVES = 200_000;

  private final String text;
  private final String file;
  private int at;
  private int line = 1;
  private int directives;

  private NginxParser(String text, String file) {
    this.text = text;
    this.file = file;
  }

  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1;
    private final int line;

    Refusal(int line, String message) {
      super(message, null, false, false);
      this.line = line;
    }
  }

  /** Returns the directives, or the first problem of the text. Never throws. */
  static Checked<List<NginxDirective>> parse(String text, String file) {
    if (text.length() > Limits.MAX_DOCUMENT_BYTES) {
      return Checked.invalid(List.of(ConfigProblem.ofFile(
          file, "file: too large (expected: at most " + Limits.MAX_DOCUMENT_BYTES + " bytes)")));
    }
    NginxParser parser = new NginxParser(text, file);
    try {
      return Checked.valid(parser.block(0, 1));
    } catch (Refusal e) {
      return Checked.invalid(
          List.of(new ConfigProblem(file, e.line, 1, "", String.valueOf(e.getMessage()))));
    }
  }

  /** Reads directives up to the closing brace, or to the end of the text at depth 0. */
  private List<NginxDirective> block(int depth, int opened) throws Refusal {
    if (depth > MAX_DEPTH) {
      throw new Refusal(line, "block: too deep (expected: at most " + MAX_DEPTH + " levels)");
    }
    List<NginxDirective> block = new ArrayList<>();
    while (true) {
      skipSpace();
      if (at >= text.length()) {
        if (depth > 0) {
          throw new Refusal(opened, "{: not closed (expected: } before the end of the file)");
        }
        return block;
      }
      char next = text.charAt(at);
      if (next == '}') {
        if (depth == 0) {
          throw new Refusal(line, "}: no block is open (expected: a directive)");
        }
        at++;
        return block;
      }
      if (next == ';' || next == '{') {
        throw new Refusal(line, next + ": nothing before it (expected: the name of a directive)");
      }
      block.add(directive(depth));
    }
  }

  private NginxDirective directive(int depth) throws Refusal {
    if (++directives > MAX_DIRECTIVES) {
      throw new Refusal(line, "directives: too many (expected: at most " + MAX_DIRECTIVES + ")");
    }
    SourcePlace place = new SourcePlace(file, line);
    List<String> words = new ArrayList<>();
    while (true) {
      skipSpace();
      if (at >= text.length()) {
        throw new Refusal(
            place.line(),
            words.get(0) + ": not closed (expected: ; or { before the end of the file)");
      }
      char next = text.charAt(at);
      if (next == ';') {
        at++;
        return new NginxDirective(words.get(0), words.subList(1, words.size()), null, place);
      }
      if (next == '{') {
        at++;
        String name = words.get(0);
        List<NginxDirective> block;
        if (name.endsWith("_by_lua_block") || name.endsWith("_by_njs_block")) {
          skipCode(place.line());
          block = List.of();
        } else {
          block = block(depth + 1, place.line());
        }
        return new NginxDirective(name, words.subList(1, words.size()), block, place);
      }
      if (next == '}') {
        throw new Refusal(line, "}: " + words.get(0) + " is not closed (expected: ; before it)");
      }
      words.add(word());
    }
  }

  private String word() throws Refusal {
    char quote = text.charAt(at);
    return quote == '"' || quote == '\'' ? quoted(quote) : plain();
  }

  private String quoted(char quote) throws Refusal {
    int start = line;
    StringBuilder word = new StringBuilder();
    at++;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == quote) {
        if (at < text.length()
            && " \t\r\n;{}".indexOf(text.charAt(at)) < 0
            && text.charAt(at) != ')') {
          throw new Refusal(line, "quotes: more after them (expected: a space, ; or {)");
        }
        return word.toString();
      }
      if (c == '\\' && at < text.length()) {
        escaped(text.charAt(at++), word);
        continue;
      }
      if (c == '\n') {
        line++;
      }
      word.append(c);
    }
    throw new Refusal(start, quote + ": not closed (expected: a second " + quote + ")");
  }

  private String plain() {
    StringBuilder word = new StringBuilder();
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\\' && at + 1 < text.length()) {
        at += 2;
        escaped(text.charAt(at - 1), word);
        continue;
      }
      if (c == '$' && at + 1 < text.length() && text.charAt(at + 1) == '{') {
        word.append("${");
        at += 2;
        continue;
      }
      // A brace within a word belongs to it only after a dollar sign: \d{2} needs quotes in nginx,
      // too.
      if (" \t\r\n;{".indexOf(c) >= 0) {
        break;
      }
      word.append(c);
      at++;
    }
    return word.toString();
  }

  /** nginx removes the backslash before quotes and itself, knows t, r and n, and leaves others to regular expressions. */
  private void escaped(char c, StringBuilder word) {
    switch (c) {
      case '"', '\'', '\\' -> word.append(c);
      case 't' -> word.append('\t');
      case 'r' -> word.append('\r');
      case 'n' -> word.append('\n');
      default -> {
        word.append('\\').append(c);
        if (c == '\n') {
          line++;
        }
      }
    }
  }

  private void skipSpace() {
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '#') {
        while (at < text.length() && text.charAt(at) != '\n') {
          at++;
        }
      } else if (c == '\n') {
        line++;
        at++;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\uFEFF') {
        at++;
      } else {
        return;
      }
    }
  }

  /** Skips code of another language up to the closing brace. Braces in its texts and comments do not count. */
  private void skipCode(int opened) throws Refusal {
    int depth = 1;
    while (at < text.length()) {
      char c = text.charAt(at++);
      if (c == '\n') {
        line++;
      } else if (c == '{') {
        depth++;
      } else if (c == '}' && --depth == 0) {
        return;
      } else if (c == '"' || c == '\'') {
        skipText(c);
      } else if (c == '-' && at < text.length() && text.charAt(at) == '-') {
        while (at < text.length() && text.charAt(at) != '\n') {
          at++;
        }
      }
    }
    throw new Refusal(opened, "{: not closed (expected: } before the end of the file)");
  }

  private void skipText(char quote) {
    while (at < text.length() && text.charAt(at) != quote && text.charAt(at) != '\n') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    at = Math.min(at, text.length());
    if (at < text.length() && text.charAt(at) == quote) {
      at++;
    }
  }
}
