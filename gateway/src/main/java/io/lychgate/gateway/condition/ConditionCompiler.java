package io.lychgate.gateway.condition;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.cel.checker.CelStandardDeclarations;
import dev.cel.checker.CelStandardDeclarations.StandardFunction;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.CelValidationException;
import dev.cel.common.CelValidationResult;
import dev.cel.common.types.CelType;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.compiler.CelCompilerLibrary;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelFunctionBinding;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import dev.cel.runtime.CelStandardFunctions;
import io.lychgate.gateway.config.check.Limits;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compiles conditions, which are expressions of CEL, the Common Expression Language. Thread-safe.
 *
 * <p>The first compilation takes some hundred milliseconds to load the library's classes. It happens when a manifest with a
 * condition is read, so a gateway without conditions never loads them.
 */
public final class ConditionCompiler {
  private static final MapType TEXTS = MapType.create(SimpleType.STRING, SimpleType.STRING);
  private static final MapType LISTS =
      MapType.create(SimpleType.STRING, ListType.create(SimpleType.STRING));

  /** The variables of a request. Those of its sender are beside them in the environment of policies. */
  private static final Map<String, CelType> REQUEST = Map.of(
      "method", SimpleType.STRING,
      "host", SimpleType.STRING,
      "path", SimpleType.STRING,
      "query", TEXTS,
      "headers", TEXTS,
      "cookies", TEXTS,
      "hints", TEXTS,
      "save_data", SimpleType.BOOL,
      "destination", SimpleType.STRING);

  /**
   * Declarations that few conditions use. cel-java compares all overloads with each other to check one of them: 0.3 ms for these.
   */
  private static final List<String> RARE_TYPES =
      List.of("UINT64", "BYTES", "TIMESTAMP", "DURATION", "DYN", "INT64_DOUBLE", "DOUBLE_INT64");

  private static final Set<StandardFunction> RARE_FUNCTIONS = EnumSet.of(
      StandardFunction.OLD_IN, StandardFunction.OLD_NOT_STRICTLY_FALSE, StandardFunction.TYPE);

  /** Supports strings, integers, doubles and booleans only; {@link #complete} checks expressions that this one rejects. */
  private final CelCompiler common;

  private final CelCompiler complete;
  private final Set<String> variables;
  private final CelOptions options;
  private final CelRuntime runtime;

  /** Templates by the shapes of expressions. */
  private final Cache<String, ConditionTemplate> templates =
      Caffeine.newBuilder().maximumSize(Limits.CONDITION_TEMPLATES).build();

  /** @param hasSender true for conditions that read claims */
  private ConditionCompiler(boolean hasSender) {
    variables = new TreeSet<>(REQUEST.keySet());
    if (hasSender) {
      variables.addAll(List.of("claims", "lists"));
    }
    options = CelOptions.current()
        .maxExpressionCodePointSize(Limits.MAX_CONDITION_LENGTH)
        .maxParseRecursionDepth(Limits.MAX_CONDITION_DEPTH)
        .maxParseExpressionNodeCount(Limits.MAX_CONDITION_NODES)
        .comprehensionMaxIterations(Limits.MAX_CONDITION_STEPS)
        .build();
    common = compiler(options, hasSender)
        .setStandardEnvironmentEnabled(false)
        .setStandardDeclarations(CelStandardDeclarations.newBuilder()
            .filterFunctions(ConditionCompiler::isCommon)
            .build())
        .build();
    complete = compiler(options, hasSender).build();
    // The legacy runtime evaluates a map lookup in 0.3 us. The newer one copies the map first,
    // which takes 6 us for 200 cookies.
    runtime = CelRuntimeFactory.legacyCelRuntimeBuilder()
        .setOptions(options)
        .addLibraries(CelExtensions.optional())
        // Lychgate's own versions replace the functions whose cost is a product of two lengths, and
        // count it.
        .setStandardEnvironmentEnabled(false)
        .setStandardFunctions(CelStandardFunctions.newBuilder()
            .excludeFunctions(
                CelStandardFunctions.StandardFunction.MATCHES,
                CelStandardFunctions.StandardFunction.CONTAINS)
            .build())
        .addFunctionBindings(
            CelFunctionBinding.from("matches", String.class, String.class, ConditionCost::matches),
            CelFunctionBinding.from(
                "matches_string", String.class, String.class, ConditionCost::matches),
            CelFunctionBinding.from(
                "contains_string", String.class, String.class, ConditionCost::contains))
        .build();
  }

  private static CelCompilerBuilder compiler(CelOptions options, boolean hasSender) {
    CelCompilerBuilder builder = CelCompilerFactory.standardCelCompilerBuilder()
        .setOptions(options)
        .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
        .addLibraries((CelCompilerLibrary) CelExtensions.optional())
        .setResultType(SimpleType.BOOL);
    REQUEST.forEach(builder::addVar);
    if (hasSender) {
      builder.addVar("claims", TEXTS).addVar("lists", LISTS);
    }
    return builder;
  }

  private static boolean isCommon(
      StandardFunction function, CelStandardDeclarations.StandardOverload overload) {
    String name = overload.toString();
    return !RARE_FUNCTIONS.contains(function)
        && !(overload instanceof StandardFunction.Overload.DateTime)
        && RARE_TYPES.stream().noneMatch(name::contains);
  }

  /** Holds the only compiler; the class is loaded with the first condition. */
  private static final class Shared {
    static final ConditionCompiler COMPILER = new ConditionCompiler(false);
  }

  /** Holds the only compiler of conditions that read claims. */
  private static final class OfSenders {
    static final ConditionCompiler COMPILER = new ConditionCompiler(true);
  }

  /**
   * One problem of an expression.
   *
   * @param line line of the expression, from 1
   * @param column column of the line, from 1
   */
  public record Problem(int line, int column, String message) {}

  /** A condition, an expression of a text, or at least one problem. */
  public sealed interface Result {
    record Compiled(Condition condition) implements Result {}

    record CompiledText(TextExpression expression) implements Result {}

    record Refused(List<Problem> problems) implements Result {}
  }

  private interface Compilation {
    Result of(String expression) throws CelValidationException, CelEvaluationException;
  }

  /** Compiles a condition on a request. */
  public static Result compile(String expression) {
    return guarded(expression, each -> Shared.COMPILER.compiled(each));
  }

  /** Compiles a condition on a request and on the claims of its sender: the variables {@code claims} and {@code lists}. */
  public static Result compileForSender(String expression) {
    return guarded(expression, each -> OfSenders.COMPILER.compiled(each));
  }

  /** Compiles an expression whose value is a text in place of true or false. */
  public static Result compileText(String expression) {
    return guarded(expression, each -> Shared.COMPILER.compiledText(each));
  }

  private static Result guarded(String expression, Compilation compilation) {
    if (expression.isBlank() || expression.length() > Limits.MAX_CONDITION_LENGTH) {
      return refused(
          expression.length() + " characters (expected: 1-" + Limits.MAX_CONDITION_LENGTH + ")");
    }
    try {
      return compilation.of(expression);
    } catch (CelValidationException | CelEvaluationException | RuntimeException e) {
      // The library reports expected problems as issues; an unexpected exception also means an
      // invalid text.
      return refused(oneLine(String.valueOf(e.getMessage())));
    } catch (StackOverflowError e) {
      return refused(
          "nested too deeply (expected: at most " + Limits.MAX_CONDITION_DEPTH + " levels)");
    }
  }

  private Result compiled(String expression) throws CelValidationException, CelEvaluationException {
    ConditionLiterals literals = ConditionLiterals.of(expression);
    ConditionTemplate template = literals == null ? null : templates.getIfPresent(literals.shape());
    if (literals != null && template != null) {
      CelAbstractSyntaxTree ast = template.with(literals);
      ConditionRules.Verdict verdict = ConditionRules.of(ast);
      if (verdict.problems().isEmpty()) {
        return new Result.Compiled(
            new CelCondition(expression, program(ast, verdict), readsRequest(ast)));
      }
      // The pattern of a matches call is invalid; a full parse finds its place.
    }
    CelValidationResult parsed = common.parse(expression);
    CelValidationResult checked = parsed;
    if (!parsed.hasError()) {
      checked = common.check(parsed.getAst());
      if (checked.hasError()) {
        checked = complete.check(parsed.getAst());
      }
    }
    if (checked.hasError()) {
      return new Result.Refused(checked.getErrors().stream().map(this::problem).toList());
    }
    CelAbstractSyntaxTree ast = checked.getAst();
    ConditionRules.Verdict verdict = ConditionRules.of(ast);
    if (!verdict.problems().isEmpty()) {
      return new Result.Refused(verdict.problems());
    }
    if (literals != null && template == null) {
      ConditionTemplate made = ConditionTemplate.of(literals, ast);
      if (made != null) {
        templates.put(literals.shape(), made);
      }
    }
    return new Result.Compiled(
        new CelCondition(expression, program(ast, verdict), readsRequest(ast)));
  }

  private Result compiledText(String expression)
      throws CelValidationException, CelEvaluationException {
    // Rare and only at a reload, so that it needs no templates.
    CelValidationResult checked =
        compiler(options, false).setResultType(SimpleType.STRING).build().compile(expression);
    if (checked.hasError()) {
      return new Result.Refused(checked.getErrors().stream().map(this::problem).toList());
    }
    CelAbstractSyntaxTree ast = checked.getAst();
    ConditionRules.Verdict verdict = ConditionRules.of(ast);
    return verdict.problems().isEmpty()
        ? new Result.CompiledText(new TextExpression(expression, program(ast, verdict)))
        : new Result.Refused(verdict.problems());
  }

  private CelProgram program(CelAbstractSyntaxTree ast, ConditionRules.Verdict verdict)
      throws CelEvaluationException {
    return new CelProgram(runtime.createProgram(ast), verdict.patterns());
  }

  private static boolean readsRequest(CelAbstractSyntaxTree ast) {
    return ast.getReferenceMap().values().stream()
        .anyMatch(reference -> REQUEST.containsKey(reference.name()));
  }

  private Problem problem(CelIssue issue) {
    CelSourceLocation place = issue.getSourceLocation();
    return new Problem(
        Math.max(1, place.getLine()),
        Math.max(0, place.getColumn()) + 1,
        expected(oneLine(issue.getMessage())));
  }

  /** Returns the message of the library, with what it expects where people often go wrong. */
  private String expected(String message) {
    if (message.startsWith("token recognition error at: '=")) {
      return "= (expected: == to compare)";
    }
    return message.startsWith("undeclared reference to ")
        ? message.replace(" (in container '')", "") + " (expected: a function of CEL, or one of "
            + String.join(", ", variables) + ")"
        : message;
  }

  private static Result refused(String message) {
    return new Result.Refused(List.of(new Problem(1, 1, message)));
  }

  private static String oneLine(String message) {
    String line = message.replaceAll("\\s+", " ").strip();
    return line.length() > 300 ? line.substring(0, 300) + "..." : line;
  }
}
