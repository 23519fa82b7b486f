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
    Parsed parsed = parse(text, sourceName, "", substitution);
    YamlNode root = parsed.root();
    if (root == null) {
      return Checked.invalid(parsed.problems());
    }
    Validated validated = validate(root, sourceName, parsed.problems(), strangeKeys);
    return validated.problems().isEmpty()
        ? Checked.valid(validated.whole())
        : Checked.invalid(validated.problems());
  }

  /**
   * A document that may have problems.
   *
   * @param whole null if the text is not YAML
   * @param accepted the document without the values that the schema rejects; {@code whole} if there is none, null if too many are
   *     rejected
   */
  public record Examined(
      @Nullable YamlNode whole, @Nullable YamlNode accepted, List<ConfigProblem> problems) {}

  /** Reads a document. Returns its problems and the part that other checks may read. */
  public Examined examine(String text, String sourceName, Substitution substitution) {
    Parsed parsed = parse(text, sourceName, "", substitution);
    YamlNode root = parsed.root();
    return root == null
        ? new Examined(null, null, parsed.problems())
        : examine(root, sourceName, parsed.problems());
  }

  /**
   * Validates a tree that was parsed before, perhaps from several documents.
   *
   * @param sourceName name of the file for positions without one
   * @param earlier problems of the parser, to which those of the schema are added
   */
  public Examined examine(YamlNode root, String sourceName, List<ConfigProblem> earlier) {
    Validated validated = validate(root, sourceName, earlier, null);
    YamlNode whole = validated.whole();
    int rejected = validated.rejected();
    // Further problems than so many would not be shown.
    YamlNode accepted = rejected == 0
        ? whole
        : rejected >= Limits.MAX_PROBLEMS ? null : schema.accepted(whole).orElse(null);
    return new Examined(whole, accepted, validated.problems());
  }

  /** @param rejected the number of problems that the schema found */
  private record Validated(YamlNode whole, int rejected, List<ConfigProblem> problems) {}

  private Validated validate(
      YamlNode parsed,
      String sourceName,
      List<ConfigProblem> earlier,
      @Nullable Consumer<ConfigProblem> strangeKeys) {
    List<ConfigProblem> problems = new ArrayList<>(earlier);
    YamlNode root = parsed;
    List<ConfigProblem> rejected = schema.problems(root, sourceName, strangeKeys);
    if (!rejected.isEmpty() && !root.references().isEmpty()) {
      root = schema.withTypes(root);
      rejected = schema.problems(root, sourceName, strangeKeys);
    }
    // A placeholder without a value is empty text, which the schema may reject, too.
    rejected.stream()
        .filter(problem -> problems.stream().noneMatch(problem::isAtPlaceOf))
        .toList()
        .forEach(problems::add);
    return new Validated(root, rejected.size(), problems);
  }

  /**
   * The tree of a document, not validated yet.
   *
   * @param root null if the text is not YAML
   * @param problems those of the text, or of single scalars
   */
  public record Parsed(@Nullable YamlNode root, List<ConfigProblem> problems) {}

  /**
   * Parses a document without its schema. Never throws.
   *
   * @param file name of the file for positions; empty for the document itself
   */
  public static Parsed parse(
      String text, String sourceName, String file, Substitution substitution) {
    List<ConfigProblem> problems = new ArrayList<>();
    YamlTree.ScalarProblems scalars =
        (at, message) -> problems.add(problem(sourceName, at, message));
    try {
      return new Parsed(tree(text, file, substitution, scalars), problems);
    } catch (YamlTree.Refusal e) {
      problems.add(problem(sourceName, e.position(), String.valueOf(e.getMessage())));
    } catch (MarkedYamlEngineException e) {
      problems.add(problem(sourceName, Position.of(e.getProblemMark()), "YAML: " + syntax(e)));
    } catch (YamlEngineException e) {
      // The error for characters that YAML forbids has no mark.
      problems.add(
          problem(sourceName, Position.START, "YAML: " + oneLine(String.valueOf(e.getMessage()))));
    }
    return new Parsed(null, problems);
  }

  private static YamlNode tree(
      String text, String file, Substitution substitution, YamlTree.ScalarProblems problems)
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
            new Parse(settings).parseString(text).iterator(),
            text.length(),
            file,
            substitution,
            problems)
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
