package io.lychgate.jmh.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.jmh.lab.LinkStatistics;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class TargetsTest {
  private static final Cell NEAR = Cell.of(25, 20, 0);
  private static final Cell FAR = Cell.of(100, 20, 0);
  private static final Cell LOSSY = Cell.of(25, 20, 1);

  private final List<Sample> samples = new ArrayList<>();
  private List<Plan.Opening> openings = Plan.Opening.all();
  private final List<CpuSample> cpu = new ArrayList<>();

  @Test
  void resumedConnectionIsJudgedAtALongRoundTripOnly() {
    sample(NEAR, Mode.RESUMED, Protocol.HTTP_2, 80, 90);
    sample(NEAR, Mode.RESUMED, Protocol.HTTP_3, 80, 90);
    sample(FAR, Mode.RESUMED, Protocol.HTTP_2, 300, 310);
    sample(FAR, Mode.RESUMED, Protocol.HTTP_3, 270, 280);

    assertThat(judge())
        .containsExactly(
            "- h3, resumed, 100 ms: first byte at least 12 % before h2: 0 of 1",
            "  - 0.90: 15 KB, 100 ms, loss 0, resumed");
  }

  @Test
  void laterFirstByteOrLoadWithLossIsAMiss() {
    sample(LOSSY, Mode.NEW, Protocol.HTTP_2, 80, 100);
    sample(LOSSY, Mode.NEW, Protocol.HTTP_3, 55, 120);

    assertThat(judge())
        .containsExactly(
            "- h3 with loss: first byte no later than h2: 1 of 1",
            "- h3 with loss: load no longer than h2: 0 of 1",
            "  - 1.20: 15 KB, 25 ms, loss 1 %, new");
  }

  @Test
  void earlyDataIsComparedWithAResumedConnectionOverTcp() {
    sample(LOSSY, Mode.RESUMED, Protocol.HTTP_2, 80, 100);
    sample(LOSSY, Mode.EARLY, Protocol.HTTP_3, 30, 50);

    assertThat(judge())
        .containsExactly(
            "- h3 with loss: first byte no later than h2: 1 of 1",
            "- h3 with loss: load no longer than h2: 1 of 1");
  }

  @Test
  void newConnectionIsComparedIfOneIsNotResumed() {
    Plan plan = plan().without(new Plan.Opening(Protocol.HTTP_2, Mode.RESUMED));
    openings = plan.openings();
    sample(FAR, Mode.NEW, Protocol.HTTP_2, 300, 310);
    sample(FAR, Mode.RESUMED, Protocol.HTTP_3, 200, 210);

    assertThat(plan.leftOut()).containsExactly("h2 resumed");
    assertThat(judge())
        .containsExactly("- h3, resumed, 100 ms: first byte at least 12 % before h2: 1 of 1");
  }

  @Test
  void processorTimeIsComparedWithCaddyIfMeasured() {
    cpu("lychgate", 100);
    assertThat(judge()).isEmpty();

    cpu("caddy", 80);
    assertThat(judge())
        .containsExactly(
            "- Processor time of h3 no more than caddy's: 0 of 1",
            "  - 1.25: µs per request of 1 KB");
  }

  private Plan plan() {
    return new Plan(List.of(NEAR, FAR, LOSSY), List.of(Page.KB_15), openings);
  }

  private List<String> judge() {
    return Targets.judge(plan(), new Samples(samples), new CpuSamples(cpu));
  }

  private void sample(Cell cell, Mode mode, Protocol protocol, double firstByte, double complete) {
    samples.add(new Sample(
        1,
        cell,
        new Variant(Page.KB_15, new Plan.Opening(protocol, mode)),
        new Visit(0, 0, firstByte, complete, 1),
        new LinkStatistics(0, 0, 0, 0, 0)));
  }

  private void cpu(String server, double micros) {
    cpu.add(new CpuSample(1, new CpuSample.Case(server, Work.SMALL, Protocol.HTTP_3), micros));
  }
}
