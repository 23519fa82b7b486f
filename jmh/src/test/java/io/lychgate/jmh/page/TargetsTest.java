package io.lychgate.jmh.page;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.jmh.lab.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class TargetsTest {
  private static final Cell PROMPT = new Cell(25, 20, 0);
  private static final Cell SLOW = new Cell(25, 20, 300);
  private static final Mode PLAIN = new Mode(false, false);
  private static final Mode OVERRIDE = new Mode(false, true);
  private static final Mode AHEAD = new Mode(true, false);

  private final List<Sample> samples = new ArrayList<>();

  @Test
  void laterFirstPaintThanTheReferenceIsAMiss() {
    sample(Browser.CHROMIUM_103, "lychgate", PLAIN, PROMPT, 400, 90);
    sample(Browser.CHROMIUM_103, "h2o", PLAIN, PROMPT, 350, 90);
    sample(Browser.CHROMIUM_103, "lychgate", AHEAD, PROMPT, 350, 90);
    sample(Browser.CHROMIUM_103, "h2o", AHEAD, PROMPT, 349, 90);

    assertThat(judge(List.of(PLAIN, AHEAD), PROMPT))
        .contains(
            "- First paint no later than h2o in every cell: 1 of 2",
            "  - 1.14: Chromium 103, 25 ms, 20 Mbit/s, think 0 ms, push off, override off");
  }

  @Test
  void plainModeIsComparedIfTheReferenceCannotGoAhead() {
    sample(Browser.CHROMIUM, "lychgate", AHEAD, SLOW, 500, 400);
    sample(Browser.CHROMIUM, "h2o", PLAIN, SLOW, 650, 400);

    assertThat(judge(List.of(PLAIN, AHEAD), SLOW))
        .contains(
            "- First paint earlier than h2o where the application thinks, push or hints on: 1 of 1");
  }

  @Test
  void htmlDelayedByPushesIsAMiss() {
    sample(Browser.CHROMIUM_103, "lychgate", PLAIN, PROMPT, 350, 100);
    sample(Browser.CHROMIUM_103, "lychgate", AHEAD, PROMPT, 350, 114);
    sample(Browser.CHROMIUM_103, "h2o", PLAIN, PROMPT, 350, 100);
    sample(Browser.CHROMIUM_103, "h2o", AHEAD, PROMPT, 350, 330);

    assertThat(judge(List.of(PLAIN, AHEAD), PROMPT))
        .contains(
            "- HTML complete with push no later than 1.15 × without, lychgate: 1 of 1",
            "- HTML complete with push no later than 1.15 × without, h2o: 0 of 1",
            "  - 3.30: Chromium 103, 25 ms, 20 Mbit/s, think 0 ms, push on, override off");
  }

  @Test
  void overrideIsJudgedInFirefoxOnly() {
    sample(Browser.FIREFOX, "lychgate", PLAIN, PROMPT, 1000, 100);
    sample(Browser.FIREFOX, "lychgate", OVERRIDE, PROMPT, 850, 100);
    sample(Browser.CHROMIUM, "lychgate", PLAIN, PROMPT, 1000, 100);
    sample(Browser.CHROMIUM, "lychgate", OVERRIDE, PROMPT, 1000, 100);

    assertThat(judge(List.of(PLAIN, OVERRIDE), PROMPT))
        .containsExactly(
            "- First paint in Firefox with override 10 % earlier than without, lychgate: 1 of 1");
  }

  private void sample(
      Browser browser, String server, Mode mode, Cell cell, double firstPaint, double htmlEnd) {
    Load load = new Load(firstPaint, htmlEnd, firstPaint, 15, 0, 0, 775_000, 0);
    samples.add(new Sample(1, cell, new Variant(browser, server, mode), load));
  }

  private List<String> judge(List<Mode> modes, Cell cell) {
    List<PageServer> servers = List.of(new Named("lychgate"), new Named("h2o"));
    Plan plan = new Plan(servers, List.of(Browser.values()), List.of(cell), modes, 0);
    return Targets.judge(plan, new Samples(samples), "h2o");
  }

  /** A server that is never started. */
  private record Named(String name) implements PageServer {
    @Override
    public Optional<String> absence() {
      return Optional.empty();
    }

    @Override
    public String version() {
      return "";
    }

    @Override
    public boolean canGoAhead(Browser browser) {
      return "lychgate".equals(name) || browser.takesPushes();
    }

    @Override
    public List<String> prepare(Place place, Mode mode) {
      return List.of();
    }
  }
}
