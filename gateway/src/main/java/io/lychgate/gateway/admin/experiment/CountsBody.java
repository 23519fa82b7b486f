package io.lychgate.gateway.admin.experiment;

import io.lychgate.gateway.experiment.ArmCount;
import io.lychgate.gateway.experiment.ArmCounts;
import io.lychgate.gateway.experiment.Design;
import io.lychgate.gateway.experiment.Experiment;
import io.lychgate.gateway.experiment.GuardrailWatch;
import io.lychgate.gateway.experiment.SampleRatio;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The counts of all arms as the API shows them. */
record CountsBody(
    Instant at, List<ArmBody> arms, RatioBody sampleRatio, List<BreachBody> breaches) {
  private static final double NANOS = 1e9;
  private static final int VIEWS = 1_000;

  /**
   * @param unitsExact false if {@code units} is an estimate
   * @param got page views by the protocol that the client used: a row of the matrix of assigned against got
   * @param per1000 values for each 1,000 page views; null without page views
   */
  record ArmBody(
      String arm,
      long units,
      boolean unitsExact,
      long views,
      long connections,
      long handshakes,
      long h1Equivalent,
      double cpuSeconds,
      long requests,
      long errors5xx,
      long bytes,
      long wasted,
      long failed,
      long truncated,
      long aborted,
      GotBody got,
      FirstByteBody firstByte,
      @Nullable RateBody per1000) {}

  record GotBody(long h1, long h2, long h3) {}

  /** Milliseconds; null without responses. */
  record FirstByteBody(
      @Nullable Double p50, @Nullable Double p80, @Nullable Double p95) {}

  /** @param h1Equivalent connections that HTTP/1.1 would have needed for the same requests */
  record RateBody(double connections, double h1Equivalent, double cpuSeconds) {}

  record RatioBody(
      List<@Nullable Double> expected,
      List<Long> counted,
      @Nullable Double p,
      boolean mismatch) {}

  record BreachBody(String arm, String reason) {}

  static CountsBody of(Experiment experiment, List<ArmCounts> arms, Instant now) {
    Design design = experiment.design();
    SampleRatio ratio = SampleRatio.of(experiment, arms);
    List<BreachBody> breaches = arms.stream()
        .skip(1)
        .map(arm -> breach(design, arms.get(0), arm))
        .flatMap(List::stream)
        .toList();
    return new CountsBody(
        now,
        arms.stream().map(CountsBody::arm).toList(),
        new RatioBody(ratio.expected(), ratio.counted(), ratio.p(), ratio.isMismatch()),
        breaches);
  }

  private static List<BreachBody> breach(Design design, ArmCounts control, ArmCounts arm) {
    String reason = GuardrailWatch.breach(design, control, arm);
    return reason == null ? List.of() : List.of(new BreachBody(arm.arm(), reason));
  }

  private static ArmBody arm(ArmCounts counts) {
    long views = counts.get(ArmCount.VIEWS);
    double cpu = counts.get(ArmCount.CPU_NANOS) / NANOS;
    long connections = counts.get(ArmCount.CONNECTIONS);
    return new ArmBody(
        counts.arm(),
        counts.units().count(),
        counts.units().depth() == 0,
        views,
        connections,
        counts.get(ArmCount.HANDSHAKES),
        counts.get(ArmCount.H1_EQUIVALENT),
        cpu,
        counts.get(ArmCount.REQUESTS),
        counts.get(ArmCount.ERRORS_5XX),
        counts.get(ArmCount.BYTES),
        counts.get(ArmCount.WASTED),
        counts.get(ArmCount.FAILED),
        counts.get(ArmCount.TRUNCATED),
        counts.get(ArmCount.ABORTED),
        new GotBody(
            counts.get(ArmCount.GOT_H1), counts.get(ArmCount.GOT_H2), counts.get(ArmCount.GOT_H3)),
        new FirstByteBody(
            millis(counts.firstByteMillis(0.5)),
            millis(counts.firstByteMillis(0.8)),
            millis(counts.firstByteMillis(0.95))),
        views == 0
            ? null
            : new RateBody(
                (double) connections * VIEWS / views,
                (double) counts.get(ArmCount.H1_EQUIVALENT) * VIEWS / views,
                cpu * VIEWS / views));
  }

  private static @Nullable Double millis(double value) {
    return value < 0 ? null : value;
  }
}
