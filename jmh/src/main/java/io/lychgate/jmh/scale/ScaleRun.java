package io.lychgate.jmh.scale;

import io.lychgate.jmh.peers.OpenFiles;
import io.lychgate.jmh.peers.Stage;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** One run: dimension after dimension. A round takes a sample of every size of a dimension, in a new random order. */
final class ScaleRun {
  private static final int STORE_WARM_UPS = 60;

  private final Stage stage;
  private final Path root;
  private final Random random;
  private final PrintWriter progress;
  private final List<String> remarks = new ArrayList<>();

  /** Creates the run for the repository at {@code root}. */
  ScaleRun(Stage stage, Path root, Random random, PrintWriter progress) {
    this.stage = stage;
    this.root = root;
    this.random = random;
    this.progress = progress;
  }

  /** Remarks about failed or reduced measurements. */
  List<String> remarks() {
    return List.copyOf(remarks);
  }

  /** Returns all samples of a dimension; none if its measurement failed. */
  List<ScaleSample> measure(Dimension dimension) throws InterruptedException {
    try {
      return samples(dimension);
    } catch (IOException e) {
      remark(dimension.id() + ": not measured: " + e.getMessage());
      return List.of();
    }
  }

  private List<ScaleSample> samples(Dimension dimension) throws IOException, InterruptedException {
    List<Integer> sizes = sizes(dimension);
    List<ScaleSample> samples = new ArrayList<>();
    try (ScaleTrial trial = trial(dimension, sizes)) {
      for (int size : sizes) {
        report(dimension.id() + ": preparing " + size);
        trial.prepare(size);
      }
      for (int round = 1; round <= stage.settings().rounds(); round++) {
        report(dimension.id() + ": round " + round);
        List<Integer> order = new ArrayList<>(sizes);
        Collections.shuffle(order, random);
        for (int size : order) {
          for (Map.Entry<String, Double> figure : trial.sample(size).entrySet()) {
            samples.add(
                new ScaleSample(round, dimension, figure.getKey(), size, figure.getValue()));
          }
        }
      }
    }
    return samples;
  }

  private List<Integer> sizes(Dimension dimension) throws IOException {
    if (dimension != Dimension.CONNECTIONS) {
      return dimension.sizes();
    }
    List<Integer> sizes = new ArrayList<>();
    for (int size : dimension.sizes()) {
      int allowed = OpenFiles.allowed(size);
      sizes.add(allowed);
      if (allowed < size) {
        remark(size + " connections: open files allow " + allowed + " (ulimit -n)");
      }
    }
    return sizes.stream().filter(size -> size > 0).distinct().toList();
  }

  private ScaleTrial trial(Dimension dimension, List<Integer> sizes) throws IOException {
    return switch (dimension) {
      case ROUTES, RULES, COOKIE -> new RequestTrial(dimension, stage, root);
      case CONNECTIONS -> new ConnectionsTrial(stage, root, sizes.get(sizes.size() - 1));
      case REVISIONS ->
        new StoreTrial(
            stage.directory(), (int) (STORE_WARM_UPS * stage.settings().warmUpShare()));
    };
  }

  private void remark(String what) {
    remarks.add(what);
    report(what);
  }

  private void report(String what) {
    progress.println(what);
    progress.flush();
  }
}
