package io.lychgate.gateway.condition;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.CelComprehension;
import dev.cel.common.types.CelKind;
import dev.cel.common.types.CelType;
import io.lychgate.gateway.condition.ConditionCompiler.Problem;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.pattern.BoundedRegex;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Rejects conditions that CEL allows but that would build values larger than the request. Each violation in the checked
 * expression is reported with its place.
 *
 * <ul>
 *   <li>The variables of {@code map}, {@code filter}, {@code all}, {@code exists}, {@code exists_one}, {@code optMap} and
 *       {@code optFlatMap} are not operands of {@code +}, and not elements of a list or map.
 *   <li>At most {@link Limits#MAX_CONDITION_JOINS} times {@code +} of texts, bytes or lists.
 *   <li>No lists of lists, no {@code dyn}, no messages; {@code ==}, {@code !=} and {@code in} compare neither lists nor maps.
 *   <li>The pattern of {@code matches} is a constant, within the bounds of {@link BoundedRegex}.
 * </ul>
 */
final class ConditionRules {
  private static final Set<CelKind> JOINED = Set.of(CelKind.STRING, CelKind.BYTES, CelKind.LIST);
  private static final Set<String> COMPARISONS = Set.of("_==_", "_!=_");

  private final CelAbstractSyntaxTree ast;
  private final List<Problem> problems = new ArrayList<>();
  private final Map<String, BoundedRegex> patterns = new HashMap<>();

  /** Loop variables in scope at the visited node. */
  private final Deque<String> variables = new ArrayDeque<>();

  private int joins;
  private int nodes;

  private ConditionRules(CelAbstractSyntaxTree ast) {
    this.ast = ast;
  }

  /**
   * The result for one expression.
   *
   * @param patterns compiled expressions, by the text of each {@code matches}
   */
  record Verdict(List<Problem> problems, Map<String, BoundedRegex> patterns) {}

  /** @param ast type-checked expression */
  static Verdict of(CelAbstractSyntaxTree ast) {
    ConditionRules rules = new ConditionRules(ast);
    rules.visit(ast.getExpr());
    return new Verdict(List.copyOf(rules.problems), Map.copyOf(rules.patterns));
  }

  private void visit(CelExpr expr) {
    if (++nodes == Limits.MAX_CONDITION_NODES + 1) {
      problem(
          expr,
          "the expression is too large (expected: at most " + Limits.MAX_CONDITION_NODES
              + " nodes)");
    }
    checkType(expr);
    switch (expr.getKind()) {
      case CALL -> call(expr);
      case SELECT -> visit(expr.select().operand());
      case LIST -> list(expr);
      case MAP -> map(expr);
      case STRUCT -> problem(expr, "a protobuf message (expected: texts, numbers, lists and maps)");
      case COMPREHENSION -> loop(expr.comprehension());
      default -> {}
    }
  }

  private void call(CelExpr expr) {
    CelExpr.CelCall call = expr.call();
    List<CelExpr> operands = new ArrayList<>();
    call.target().ifPresent(operands::add);
    operands.addAll(call.args());
    String function = call.function();
    if (function.equals("_+_")) {
      plus(expr, operands);
      return;
    }
    if (COMPARISONS.contains(function)) {
      operands.forEach(operand -> refuseAggregate(expr, function.substring(1, 3), operand));
    } else if (function.equals("@in")) {
      refuseAggregate(expr, "in", operands.get(0));
    } else if (function.equals("matches")) {
      matches(expr, operands);
    }
    operands.forEach(this::visit);
  }

  private void plus(CelExpr expr, List<CelExpr> operands) {
    boolean isMacros = isAccumulator(operands.get(0));
    if (!isMacros && kind(expr).filter(JOINED::contains).isPresent()) {
      joins++;
      if (mentionsVariable(expr)) {
        problem(
            expr,
            "+ with a variable of map, filter, all, exists or optMap (expected: no texts or lists that grow in a loop)");
      } else if (joins == Limits.MAX_CONDITION_JOINS + 1) {
        problem(
            expr,
            "+ of texts or lists more than " + Limits.MAX_CONDITION_JOINS
                + " times (expected: fewer)");
      }
    }
    for (CelExpr operand : operands) {
      // The macros map and filter append a list of one element, which they create themselves.
      if (isMacros && operand.getKind() == CelExpr.ExprKind.Kind.LIST) {
        operand.list().elements().forEach(this::visit);
      } else {
        visit(operand);
      }
    }
  }

  /** Returns true for an accumulator of a macro, whose name starts with an at sign. */
  private static boolean isAccumulator(CelExpr expr) {
    return expr.getKind() == CelExpr.ExprKind.Kind.IDENT && expr.ident().name().startsWith("@");
  }

  private void list(CelExpr expr) {
    List<CelExpr> elements = expr.list().elements();
    refuseVariables(expr, elements);
    elements.forEach(this::visit);
  }

  private void map(CelExpr expr) {
    List<CelExpr> parts = new ArrayList<>();
    expr.map().entries().forEach(entry -> {
      parts.add(entry.key());
      parts.add(entry.value());
    });
    refuseVariables(expr, parts);
    parts.forEach(this::visit);
  }

  private void refuseVariables(CelExpr expr, List<CelExpr> parts) {
    if (parts.stream().anyMatch(this::mentionsVariable)) {
      problem(
          expr,
          "a list or map with a variable of map, filter, all, exists or optMap (expected: no lists that grow in a loop)");
    }
  }

  private boolean mentionsVariable(CelExpr expr) {
    if (variables.isEmpty()) {
      return false;
    }
    return switch (expr.getKind()) {
      case IDENT -> variables.contains(expr.ident().name());
      case SELECT -> mentionsVariable(expr.select().operand());
      case CALL ->
        expr.call().target().filter(this::mentionsVariable).isPresent()
            || expr.call().args().stream().anyMatch(this::mentionsVariable);
      case LIST -> expr.list().elements().stream().anyMatch(this::mentionsVariable);
      case MAP ->
        expr.map().entries().stream()
            .anyMatch(entry -> mentionsVariable(entry.key()) || mentionsVariable(entry.value()));
      case COMPREHENSION ->
        mentionsVariable(expr.comprehension().iterRange())
            || mentionsVariable(expr.comprehension().accuInit())
            || mentionsVariable(expr.comprehension().loopStep())
            || mentionsVariable(expr.comprehension().result());
      default -> false;
    };
  }

  private void loop(CelComprehension loop) {
    visit(loop.iterRange());
    visit(loop.accuInit());
    variables.push(loop.iterVar());
    variables.push(loop.iterVar2());
    // The accumulator is the variable of optMap; in other macros it is internal.
    variables.push(loop.accuVar());
    visit(loop.loopCondition());
    visit(loop.loopStep());
    visit(loop.result());
    variables.pop();
    variables.pop();
    variables.pop();
  }

  private void matches(CelExpr expr, List<CelExpr> operands) {
    CelExpr pattern = operands.get(operands.size() - 1);
    if (pattern.getKind() != CelExpr.ExprKind.Kind.CONSTANT
        || pattern.constant().getKind() != CelConstant.Kind.STRING_VALUE) {
      problem(expr, "matches with a computed pattern (expected: a text in quotes)");
      return;
    }
    String text = pattern.constant().stringValue();
    BoundedRegex.Compiled compiled = BoundedRegex.compile(text);
    BoundedRegex regex = compiled.regex();
    if (regex == null) {
      problem(pattern, "Regex validation failed: " + compiled.problem());
    } else {
      patterns.put(text, regex);
    }
  }

  private void checkType(CelExpr expr) {
    if (expr.getKind() == CelExpr.ExprKind.Kind.CALL && expr.call().function().equals("dyn")) {
      problem(expr, "dyn (expected: values with a type)");
    }
    CelType type = ast.getType(expr.id()).orElse(null);
    if (type != null
        && isAggregate(type)
        && !isSendersLists(expr)
        && type.parameters().stream().anyMatch(ConditionRules::isAggregate)) {
      problem(expr, "a list or map of lists or maps (expected: of texts, numbers or booleans)");
    }
  }

  /** Returns true for the only value that is a map of lists: it is as large as the token of the sender. */
  private static boolean isSendersLists(CelExpr expr) {
    return expr.getKind() == CelExpr.ExprKind.Kind.IDENT && expr.ident().name().equals("lists");
  }

  private void refuseAggregate(CelExpr at, String operator, CelExpr operand) {
    CelType type = ast.getType(operand.id()).orElse(null);
    if (type != null && holdsAggregate(type)) {
      problem(at, operator + " of lists or maps (expected: of texts, numbers, times or booleans)");
    }
  }

  private static boolean holdsAggregate(CelType type) {
    return isAggregate(type)
        || type.kind() == CelKind.DYN
        || (type.kind() == CelKind.OPAQUE
            && type.parameters().stream().anyMatch(ConditionRules::isAggregate));
  }

  private static boolean isAggregate(CelType type) {
    return type.kind() == CelKind.LIST
        || type.kind() == CelKind.MAP
        || (type.kind() == CelKind.OPAQUE
            && type.parameters().stream().anyMatch(ConditionRules::isAggregate));
  }

  private Optional<CelKind> kind(CelExpr expr) {
    return ast.getType(expr.id()).map(CelType::kind);
  }

  private void problem(CelExpr at, String message) {
    if (problems.size() >= Limits.MAX_PROBLEMS) {
      return;
    }
    Integer offset = ast.getSource().getPositionsMap().get(at.id());
    Optional<CelSourceLocation> place =
        offset == null ? Optional.empty() : ast.getSource().getOffsetLocation(offset);
    problems.add(new Problem(
        place.map(CelSourceLocation::getLine).orElse(1),
        place.map(CelSourceLocation::getColumn).orElse(0) + 1,
        message));
  }
}
