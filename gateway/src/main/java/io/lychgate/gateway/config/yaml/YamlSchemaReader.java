package io.lychgate.gateway.config.yaml;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.check.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads documents of one schema. Takes YAML or JSON text, and returns a valid tree with positions, or the problems.
 *
 * <p>Safe with untrusted texts: size, nesting and the expansion of aliases are bounded. Thread-safe; make one and keep it.
 */
public final class YamlSchemaReader {
  private final DocumentSchema schema;

  private YamlSchemaReader(DocumentSchema schema) {
    this.schema = schema;
  }

  /** Returns a reader whose schema is a resource of the class path, such as {@code /schema/gateway.schema.json}. */
  public static YamlSchemaReader ofResource(String resource) {
    return new YamlSchemaReader(DocumentSchema.ofResource(resource));
  }

  /** Returns a reader whose schema is this JSON text. */
  public static YamlSchemaReader ofSchema(String schemaJson) {
    return new YamlSchemaReader(DocumentSchema.ofText(schemaJson));
  }

  public Checked<YamlNode> read(String text, String sourceName) {
    return read(text, sourceName, Substitution.NONE);
  }

  public Checked<YamlNode> read(String text, String sourceName, Substitution substitution) {
    return read(text, sourceName, substitution, null);
  }

  /**
   * Does the same as {@link #read(String, String)}, but an unknown key is not a problem unless it looks like a misspelling of a
   * known one. It is passed to {@code strangeKeys}.
   */
  public Checked<YamlNode> readTolerantly(
      String text, String sourceName, Consumer<ConfigProblem> strangeKeys) {
    return read(text, sourceName, Substitution.NONE, strangeKeys);
  }

  private Checked<YamlNode> read(
      String text,
      String sourceName,
      Substitution substitution,
      @Nullable Consumer<ConfigProblem> strangeKeys) {
    List<ConfigProblem> problems = new ArrayList<>();
    YamlTree.ScalarProblems scalars =
        (at, message) -> problems.add(problem(sourceName, at, message));
    try {
      YamlNode root = parse(text, substitution, scalars);
      problems.addAll(schema.problems(root, sourceName, strangeKeys));
      return problems.isEmpty() ? Checked.valid(root) : Checked.invalid(problems);
    } catch (YamlTree.Refusal e) {
      problems.add(problem(sourceName, e.position(), String.valueOf(e.getMessage())));
    } catch (MarkedYamlEngineException e) {
      problems.add(problem(sourceName, Position.of(e.getProblemMark()), "YAML: " + syntax(e)));
    } catch (YamlEngineException e) {
      // The error for characters that YAML forbids has no mark.
      problems.add(
          problem(sourceName, Position.START, "YAML: " + oneLine(String.valueOf(e.getMessage()))));
    }
    return Checked.invalid(problems);
  }

  private static YamlNode parse(
      String text, Substitution substitution, YamlTree.ScalarProblems problems)
      throws YamlTree.Refusal {
    if (text.length() > Limits.MAX_DOCUMENT_BYTES) {
      throw new YamlTree.Refusal(
          Position.START,
          "document: " + text.length() + " characters (expected: at most "
              + Limits.MAX_DOCUMENT_BYTES + ")");
    }
    LoadSettings settings =
        LoadSettings.builder().setCodePointLimit(Limits.MAX_DOCUMENT_BYTES).build();
    return new YamlTree(
            new Parse(settings).parseString(text).iterator(), text.length(), substitution, problems)
        .read();
  }

  private static ConfigProblem problem(String sourceName, Position at, String message) {
    return new ConfigProblem(sourceName, at.line(), at.column(), "", message);
  }

  private static String syntax(MarkedYamlEngineException e) {
    String context = e.getContext();
    return oneLine(context == null ? e.getProblem() : context + ", " + e.getProblem());
  }

  private static String oneLine(String message) {
    return message.replaceAll("\\s+", " ").strip();
  }
}
