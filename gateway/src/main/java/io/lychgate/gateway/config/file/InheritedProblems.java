package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.ConfigProblem;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Leaves one problem of a default, that of the default itself, though the schema finds it at each section that inherits it. */
final class InheritedProblems {
  private static final Pattern DEFAULTS = Pattern.compile("(^|\\.)defaults(\\.|$)");

  private InheritedProblems() {}

  static List<ConfigProblem> once(List<ConfigProblem> problems) {
    Set<String> places = new HashSet<>();
    problems.stream()
        .filter(InheritedProblems::isOfDefault)
        .map(InheritedProblems::place)
        .forEach(places::add);
    return problems.stream()
        .filter(problem -> isOfDefault(problem) || !places.contains(place(problem)))
        .toList();
  }

  private static boolean isOfDefault(ConfigProblem problem) {
    return DEFAULTS.matcher(problem.path()).find();
  }

  private static String place(ConfigProblem problem) {
    return problem.file() + ":" + problem.line() + ":" + problem.column();
  }
}
