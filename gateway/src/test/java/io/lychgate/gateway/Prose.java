package io.lychgate.gateway;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One comment, message or page of a source file. Line breaks are kept, so that each place in the text has a line in the file.
 *
 * @param line the first line of the text in its file
 */
record Prose(Kind kind, int line, String text) {
  enum Kind {
    /** A comment; line comments below each other are one. */
    COMMENT,
    /** A string literal; concatenated literals are one. */
    MESSAGE,
    PAGE
  }

  private static final Pattern CODE =
      Pattern.compile("`[^`\n]*`|\\{@(?:code|link|linkplain|value)\\s[^}]*\\}");
  private static final Pattern FENCE =
      Pattern.compile("(?ms)^[ \t]*(```|~~~).*?(?:^[ \t]*\\1|\\z)");
  private static final Pattern YAML_COMMENT = Pattern.compile("(?m)(?:^|(?<=\\s))#(.*)$");
  private static final Pattern MARGIN = Pattern.compile("(?m)^[ \t]*\\*");
  private static final Pattern ESCAPE = Pattern.compile("\\\\.");
  private static final Pattern CONCATENATION = Pattern.compile("\\s*\\+\\s*");

  /** Returns the texts of a file. Its name decides how it is read. */
  static List<Prose> read(String file, String source) {
    if (file.endsWith(".md")) {
      return List.of(new Prose(Kind.PAGE, 1, withoutCode(blank(FENCE, source))));
    }
    return new Scan(file, source).run();
  }

  /** Returns the line, in the file, of an index of the text. */
  int lineAt(int index) {
    return line + (int) text.substring(0, index).chars().filter(c -> c == '\n').count();
  }

  private static String withoutCode(String text) {
    return blank(CODE, text);
  }

  /** Replaces each match with as many dots, except for line breaks. */
  private static String blank(Pattern pattern, String text) {
    return pattern.matcher(text).replaceAll(match -> match.group().replaceAll("[^\n]", "·"));
  }

  private static final class Scan {
    private final boolean java;
    private final boolean script;
    private final boolean yaml;
    private final String source;
    private final List<Prose> found = new ArrayList<>();
    private int at;
    private int line = 1;
    private int counted;
    private int literalEnd = -1;
    private int commentLine = -1;

    Scan(String file, String source) {
      this.java = file.endsWith(".java");
      this.script = file.endsWith(".ts") || file.endsWith(".tsx");
      this.yaml = file.endsWith(".yaml");
      this.source = source;
    }

    List<Prose> run() {
      if (yaml) {
        Matcher comment = YAML_COMMENT.matcher(source);
        while (comment.find()) {
          at = comment.start();
          lineComment(1);
        }
        found.add(new Prose(Kind.PAGE, 1, withoutCode(blank(YAML_COMMENT, source))));
        return found;
      }
      while (at < source.length()) {
        char c = source.charAt(at);
        if (source.startsWith("//", at)) {
          lineComment(2);
        } else if (source.startsWith("/*", at)) {
          blockComment();
        } else if (java && source.startsWith("\"\"\"", at)) {
          int end = source.indexOf("\"\"\"", at + 3);
          literal(3, end < 0 ? source.length() : end);
        } else if (c == '"' || (script && c == '\'')) {
          literal(1, endOfQuote(c));
        } else if (c == '\'') {
          at = endOfQuote(c) + 1;
        } else if (c == '`' && !java) {
          literal(1, endOfTemplate(at + 1));
        } else {
          at++;
        }
      }
      return found;
    }

    /** Joins a comment to one that ends on the line above, unless there is code before it. */
    private void lineComment(int mark) {
      int end = source.indexOf('\n', at);
      end = end < 0 ? source.length() : end;
      boolean alone = source.substring(source.lastIndexOf('\n', at) + 1, at).isBlank();
      int here = lineNow();
      String text = withoutCode(source.substring(at + mark, end));
      if (alone && commentLine == here - 1) {
        Prose above = found.remove(found.size() - 1);
        found.add(new Prose(Kind.COMMENT, above.line, above.text + "\n" + text));
      } else {
        found.add(new Prose(Kind.COMMENT, here, text));
      }
      commentLine = alone ? here : -1;
      at = end;
    }

    private void blockComment() {
      int end = source.indexOf("*/", at + 2);
      end = end < 0 ? source.length() : end;
      String text = MARGIN.matcher(source.substring(at + 2, end)).replaceAll("");
      found.add(new Prose(Kind.COMMENT, lineNow(), withoutCode(text)));
      commentLine = -1;
      at = Math.min(end + 2, source.length());
    }

    private void literal(int quotes, int end) {
      String text = ESCAPE.matcher(source.substring(at + quotes, end)).replaceAll("  ");
      String gap = literalEnd < 0 ? "" : source.substring(literalEnd, at);
      if (CONCATENATION.matcher(gap).matches()) {
        Prose before = found.remove(found.size() - 1);
        found.add(
            new Prose(Kind.MESSAGE, before.line, before.text + gap.replaceAll("[^\n]", "") + text));
      } else {
        found.add(new Prose(Kind.MESSAGE, lineNow(), text));
      }
      commentLine = -1;
      at = Math.min(end + quotes, source.length());
      literalEnd = at;
    }

    /** Returns the index of the closing quote, or the end of the line if there is none. */
    private int endOfQuote(char quote) {
      int i = at + 1;
      while (i < source.length() && source.charAt(i) != quote && source.charAt(i) != '\n') {
        i += source.charAt(i) == '\\' ? 2 : 1;
      }
      return Math.min(i, source.length());
    }

    /** Returns the index of the closing backquote. A template may hold expressions with further templates. */
    private int endOfTemplate(int start) {
      int i = start;
      int braces = 0;
      while (i < source.length() && (braces > 0 || source.charAt(i) != '`')) {
        char c = source.charAt(i);
        if (script && c == '\\') {
          i++;
        } else if (script && c == '{' && (braces > 0 || source.charAt(i - 1) == '$')) {
          braces++;
        } else if (braces > 0 && c == '}') {
          braces--;
        } else if (braces > 0 && c == '`') {
          i = endOfTemplate(i + 1);
        }
        i++;
      }
      return Math.min(i, source.length());
    }

    /** Returns the line of the current index. */
    private int lineNow() {
      for (; counted < at; counted++) {
        line += source.charAt(counted) == '\n' ? 1 : 0;
      }
      return line;
    }
  }
}
