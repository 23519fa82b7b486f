package io.lychgate.gateway.testkit;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The figures of an experiment, computed by numpy and scipy from its exported page views. */
public final class ScipyAnalysis {
  private static final String SCIPY = "scipy==1.16.3";
  private static final Path SCRIPT =
      Path.of("src/test/e2e/experiments/analysis.py").toAbsolutePath();

  private ScipyAnalysis() {}

  /**
   * Returns each figure by its name.
   *
   * @param arms the control and another arm
   * @param plannedUnits units of each arm that the planner has promised
   */
  public static Map<String, Double> of(
      Path export, String experiment, String metric, List<String> arms, long plannedUnits)
      throws Exception {
    Program.Ended ended = Program.run(
        Objects.requireNonNull(export.toAbsolutePath().getParent()),
        Python.with(SCIPY),
        SCRIPT.toString(),
        export.toString(),
        experiment,
        metric,
        arms.get(0),
        arms.get(1),
        Long.toString(plannedUnits));
    ended.expectGood();
    Map<String, Double> values = new HashMap<>();
    for (String line : ended.output().lines().toList()) {
      int equals = line.indexOf('=');
      values.put(line.substring(0, equals), Double.valueOf(line.substring(equals + 1)));
    }
    return values;
  }
}
