package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.yaml.Substitution;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces placeholders in the values of one file: <code>$&#123;env:NAME&#125;</code> and, for short, <code>$&#123;NAME&#125;</code> by
 * an environment variable, <code>$&#123;file:PATH&#125;</code> by the content of a file without its last line break. A doubled dollar
 * sign before the brace stands for the characters themselves.
 *
 * <p>It replaces in values only, after parsing: the content of a variable or file can neither add keys nor move lines, and its own
 * placeholders are plain text. A default, as in <code>$&#123;env:NAME:-default&#125;</code>, is plain text as well. With a default, an
 * empty variable counts as unset, as in a shell.
 */
final class Placeholders implements Substitution {
  /** Bytes of a file. A token or a password, not a document. */
  static final int MAX_FILE_BYTES = 64 * 1024;

  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\$\\$\\{|\\$\\{(?:file:(?<file>[^}]+)"
          + "|(?:env:)?(?<name>[A-Za-z_][A-Za-z0-9_]*)(?::-(?<default>[^}]*))?)\\}|\\$\\{");

  private final Environment environment;
  private final LocalReach reach;
  private final Path directory;
  private final Consumer<Path> files;

  /** Returns the value of a variable; null if it is not set. */
  interface Environment {
    @Nullable
    String get(String name);
  }

  /**
   * @param reach the variables and files that a placeholder may name
   * @param directory the place of relative paths: that of the file with the placeholders
   * @param files gets each file that a placeholder names
   */
  Placeholders(Environment environment, LocalReach reach, Path directory, Consumer<Path> files) {
    this.environment = environment;
    this.reach = reach;
    this.directory = directory;
    this.files = files;
  }

  /** Passes on each variable and each file that a text names. */
  static void each(String scalar, Consumer<String> variables, Consumer<String> files) {
    Matcher matcher = PLACEHOLDER.matcher(scalar);
    while (matcher.find()) {
      if (matcher.group("file") != null) {
        files.accept(matcher.group("file"));
      } else if (matcher.group("name") != null) {
        variables.accept(matcher.group("name"));
      }
    }
  }

  @Override
  public Replaced replace(String scalar, Consumer<String> problem) {
    if (scalar.indexOf("${") < 0) {
      return Replaced.unchanged(scalar);
    }
    Matcher matcher = PLACEHOLDER.matcher(scalar);
    StringBuilder result = new StringBuilder();
    StringBuilder template = new StringBuilder();
    List<String> inserted = new ArrayList<>();
    int from = 0;
    while (matcher.find()) {
      result.append(scalar, from, matcher.start());
      template.append(scalar, from, matcher.start());
      from = matcher.end();
      if (matcher.group().equals("$${")) {
        result.append("${");
        template.append("${");
      } else {
        String text = value(matcher, problem);
        inserted.add(text);
        result.append(text);
        appendLiteral(template, text);
      }
      if (result.length() > Limits.MAX_SCALAR_LENGTH) {
        problem.accept("value: too long with its variables and files (expected: at most "
            + Limits.MAX_SCALAR_LENGTH + " characters)");
        return new Replaced("", "", inserted);
      }
    }
    result.append(scalar, from, scalar.length());
    template.append(scalar, from, scalar.length());
    return new Replaced(result.toString(), template.toString(), inserted);
  }

  /** Appends a text with its opening braces doubled. A single brace before it would pair with the first of them, so it is doubled, too. */
  private static void appendLiteral(StringBuilder template, String text) {
    int braces = 0;
    while (braces < template.length() && template.charAt(template.length() - 1 - braces) == '{') {
      braces++;
    }
    if (text.startsWith("{") && braces % 2 == 1) {
      template.append('{');
    }
    template.append(text.replace("{", "{{"));
  }

  private String value(Matcher matcher, Consumer<String> problem) {
    String path = matcher.group("file");
    if (path != null) {
      return content(path, problem);
    }
    String name = matcher.group("name");
    if (name != null) {
      return variable(name, matcher.group("default"), problem);
    }
    problem.accept(
        "placeholder: ${ (expected: ${env:NAME}, ${env:NAME:-default} or ${file:PATH}; $${ for the characters themselves)");
    return "";
  }

  private String variable(String name, @Nullable String fallback, Consumer<String> problem) {
    String objection = reach.objectionToVariable(name);
    if (objection != null) {
      problem.accept(name + ": not for this configuration " + objection);
      return "";
    }
    String value = environment.get(name);
    if (fallback != null && (value == null || value.isEmpty())) {
      return fallback;
    }
    if (value == null) {
      problem.accept(
          name + ": not set (expected: an environment variable, or a default as in ${env:" + name
              + ":-text})");
      return "";
    }
    return value;
  }

  private String content(String text, Consumer<String> problem) {
    try {
      Path file = directory.resolve(text).normalize();
      String objection = reach.objection(file);
      if (objection != null) {
        problem.accept(text + ": not for this configuration " + objection);
        return "";
      }
      files.accept(file);
      // The path may be a device, a pipe or a large file by mistake.
      if (!Files.isRegularFile(file)) {
        problem.accept(text + ": not found (expected: a file that can be read)");
        return "";
      }
      if (Files.size(file) > MAX_FILE_BYTES) {
        problem.accept(text + ": too large (expected: at most " + MAX_FILE_BYTES + " bytes)");
        return "";
      }
      String content = StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(Files.readAllBytes(file)))
          .toString();
      return content.replaceFirst("\\r?\\n\\z", "");
    } catch (CharacterCodingException e) {
      problem.accept(text + ": not UTF-8 (expected: UTF-8)");
    } catch (IOException e) {
      problem.accept(text + ": not readable (expected: a file that can be read)");
    } catch (InvalidPathException e) {
      problem.accept("file: not a path (expected: the path of a file)");
    }
    return "";
  }
}
