package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.yaml.Substitution;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces <code>$&#123;NAME&#125;</code> and <code>$&#123;NAME:-default&#125;</code> by environment variables. A doubled
 * dollar sign before the brace stands for the characters themselves.
 *
 * <p>It replaces in values only, after parsing: the content of a variable can neither add keys nor move lines. A default is plain
 * text, without placeholders of its own. With a default, an empty variable counts as unset, as in a shell.
 */
final class Placeholders implements Substitution {
  private static final Pattern PLACEHOLDER =
      Pattern.compile("\\$\\$\\{|\\$\\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\\}|\\$\\{");

  private final Environment environment;

  /** Returns the value of a variable; null if it is not set. */
  interface Environment {
    @Nullable
    String get(String name);
  }

  Placeholders(Environment environment) {
    this.environment = environment;
  }

  @Override
  public String replace(String scalar, Consumer<String> problem) {
    if (scalar.indexOf("${") < 0) {
      return scalar;
    }
    Matcher matcher = PLACEHOLDER.matcher(scalar);
    StringBuilder result = new StringBuilder();
    while (matcher.find()) {
      matcher.appendReplacement(result, Matcher.quoteReplacement(replacement(matcher, problem)));
    }
    return matcher.appendTail(result).toString();
  }

  private String replacement(Matcher matcher, Consumer<String> problem) {
    if (matcher.group().equals("$${")) {
      return "${";
    }
    String name = matcher.group(1);
    if (name == null) {
      problem.accept(
          "placeholder: ${ (expected: ${NAME} or ${NAME:-default}; $${ for the characters themselves)");
      return "";
    }
    String value = environment.get(name);
    String fallback = matcher.group(2);
    if (fallback != null && (value == null || value.isEmpty())) {
      return fallback;
    }
    if (value == null) {
      problem.accept(name + ": not set (expected: an environment variable, or a default as in ${"
          + name + ":-text})");
      return "";
    }
    return value;
  }
}
