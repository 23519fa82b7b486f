package io.lychgate.gateway.config.yaml;

import io.lychgate.gateway.config.Checked;
import io.lychgate.gateway.config.ConfigProblem;
import io.lychgate.gateway.config.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Reads documents of one kind: YAML or JSON text in, a located tree that obeys the schema out, or the problems.
 *
 * <p>Safe with texts of strangers: size, nesting and what aliases expand to are bounded. Thread-safe; make one and keep it.
 */
public final class YamlSchemaReader {
  private final DocumentSchema schema;

  private YamlSchemaReader(DocumentSchema schema) {
    this.schema = schema;
  }

  /** The schema is a resource of the class path, as {@code /schema/gateway.schema.json}. */
  public static YamlSchemaReader ofResource(String resource) {
    return new YamlSchemaReader(DocumentSchema.ofResource(resource));
  }

  /** The schema is given as its JSON text. */
  public static YamlSchemaReader ofSchema(String schemaJson) {
    return new YamlSchemaReader(DocumentSchema.ofText(schemaJson));
  }

  public Checked<YamlNode> read(String text, String sourceName) {
    return read(text, sourceName, Substitution.NONE);
  }

  public Checked<YamlNode> read(String text, String sourceName, Substitution substitution) {
    return read(text, sourceName, substitution, null);
  }

  /** As {@link #read(String, String)}, but a key that nothing reads, and that is no slip of one that something does, is no problem. */
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
      // Characters that YAML forbids carry no mark.
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
