package io.lychgate.gateway.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.LearnConfig;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.lychgate.gateway.testkit.NewestJdk;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Proposals for given traffic. */
@NewestJdk
final class ManifestLearnerTest {
  private static final LearnConfig RULES = LearnConfig.defaults();

  private final ManifestLearner learner = new ManifestLearner(4 << 20);
  /** Memory is measured over this many learners, each with {@link #PAGES} pages of two assets. */
  private static final int COPIES = 4;

  private static final int PAGES = 2000;
  private static final long ENTRIES = 2L * COPIES * PAGES;

  private final Traffic traffic = new Traffic();

  /** Memory use that the learners report, in bytes. */
  private long reported;

  @Test
  void proposesFrequentAssetsInTheOrderOfUse() {
    traffic
        .visits(80, "/p/17", "/a.js", "/site.css", "/hero.jpg")
        .visits(20, "/p/18?utm=1", "/a.js", "/site.css", "/rare.js");

    List<Proposal> proposals = proposals(ManifestIndex.EMPTY);

    assertThat(proposals)
        .extracting(Proposal::url)
        .containsExactly("/site.css", "/a.js", "/hero.jpg");
    assertThat(proposals).extracting(Proposal::match).containsOnly("^/p/[0-9]+$");
    assertThat(proposals).extracting(Proposal::tier).containsExactly(1, 1, 2);
    assertThat(proposals.get(0).manifest()).isEqualTo("learned-shop.test");
    assertThat(proposals.get(0).confidence()).isCloseTo(0.963, Offset.offset(0.001));
    assertThat(proposals.get(0).reason()).isEqualTo("followed 100 of 100 page views");
  }

  @Test
  void proposesNothingForTooFewViews() {
    traffic.visits(RULES.minViews() - 1, "/", "/a.css");

    assertThat(proposals(ManifestIndex.EMPTY)).isEmpty();
  }

  @Test
  void learnsFromLinkFieldsToo() {
    for (int i = 0; i < 60; i++) {
      traffic.linked("/", "</l.css>; rel=preload; as=style, </x>; rel=preconnect\n");
    }

    assertThat(proposals(ManifestIndex.EMPTY))
        .extracting(Proposal::reason)
        .containsExactly("named by the Link field of 60 of 60 page views");
  }

  @Test
  void fontOfAStyleSheetBelongsToThePage() {
    for (int i = 0; i < 60; i++) {
      traffic.visit("/", "/a.css").then("/f.woff2", "https://shop.test/a.css");
    }

    assertThat(proposals(ManifestIndex.EMPTY))
        .extracting(Proposal::url)
        .containsExactly("/a.css", "/f.woff2");
  }

  @Test
  void countsAnAssetOncePerView() {
    for (int i = 0; i < 30; i++) {
      traffic.visit("/").again("/");
      for (int times = 0; times < 3; times++) {
        traffic.then("/a.css", "https://shop.test/");
      }
      traffic.then("/half.css", "https://shop.test/");
    }

    List<Proposal> proposals = proposals(ManifestIndex.EMPTY);

    assertThat(proposals).extracting(Proposal::url).containsExactly("/a.css");
    assertThat(proposals.get(0).hits()).isEqualTo(60);
    assertThat(proposals.get(0).views()).isEqualTo(60);
  }

  @Test
  void omitsPublishedEntriesAndUncacheableAssets() {
    for (int i = 0; i < 60; i++) {
      traffic.visit("/", "/a.css", "/app.3f9a2c.js").unfit("/private.css", "/");
    }
    ManifestIndex inForce = index("{ rules: [ { match: { path: / }, assets: ["
        + " { url: /a.css, as: style }, { url: /app.0a1b2c.js, as: script } ] } ] }");

    assertThat(proposals(inForce)).extracting(Proposal::kind).containsExactly("rename");
    assertThat(proposals(ManifestIndex.EMPTY))
        .extracting(Proposal::url)
        .containsExactly("/a.css", "/app.3f9a2c.js");
  }

  @Test
  void proposesTheNewNameAfterADeployRemovesTheOldOne() {
    ManifestIndex inForce = index(
        "{ rules: [ { match: { path: / }, assets: [ { url: /app.0a1b2c.js, as: script } ] } ] }");
    traffic.visits(10, "/", "/app.0a1b2c.js");
    assertThat(proposals(inForce)).isEmpty();

    traffic.gone("/app.0a1b2c.js", "/").visits(5, "/", "/app.3f9a2c.js");

    List<Proposal> proposals = proposals(inForce);
    assertThat(proposals).hasSize(1);
    assertThat(proposals.get(0).manifest()).isEqualTo("shop");
    assertThat(proposals.get(0).replaces()).isEqualTo("/app.0a1b2c.js");
    assertThat(proposals.get(0).url()).isEqualTo("/app.3f9a2c.js");
  }

  @Test
  void proposesTheNewNameWhenTheOldOneIsRarelyRequested() {
    ManifestIndex inForce = index(
        "{ rules: [ { match: { path: / }, assets: [ { url: \"/app.js?v=1\", as: script } ] } ] }");
    traffic.visits(100, "/", "/app.js?v=1").visits(19, "/", "/app.js?v=2");
    assertThat(proposals(inForce)).isEmpty();

    traffic.visits(1, "/", "/app.js?v=2");

    assertThat(proposals(inForce)).extracting(Proposal::url).containsExactly("/app.js?v=2");
  }

  @Test
  void twoNamesInParallelUseAreNoRenaming() {
    ManifestIndex inForce = index(
        "{ rules: [ { match: { path: / }, assets: [ { url: /app.0a1b2c.js, as: script } ] } ] }");
    for (int i = 0; i < 200; i++) {
      traffic.visit("/", i % 2 == 0 ? "/app.0a1b2c.js" : "/app.3f9a2c.js");
    }

    assertThat(proposals(inForce)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "::",
        "https://",
        "https://shop.test",
        "https://evil.test/page",
        "//shop.test/",
        "about:blank",
        "https://shop.test/%zz",
        "https://shop.test/\u0000",
        "https://[::1/",
        "javascript:alert(1)",
      })
  void unusualRefererIsHarmless(String referer) {
    for (int i = 0; i < 60; i++) {
      traffic.visit("/page").then("/a.css", referer);
    }

    assertThat(proposals(ManifestIndex.EMPTY)).isEmpty();
  }

  @Test
  void pathsInvalidInAManifestAreOmitted() {
    traffic.visits(60, "/a\"b", "/x\".css", "//evil/x.css", "/a b.css");
    traffic.visits(60, "/ok", "/x\".css", "//evil/x.css", "/a{b.css", "/a*b.css");

    assertThat(proposals(ManifestIndex.EMPTY)).isEmpty();
  }

  @Test
  void staysWithinItsMemoryLimit() {
    long bound = 512 * 1024;
    ManifestLearner small = new ManifestLearner(bound);
    Random random = new Random(1);
    for (int round = 0; round < 200; round++) {
      for (int i = 0; i < 100; i++) {
        int number = random.nextInt();
        traffic.visit(
            "/x" + Integer.toString(number, 36) + "/y",
            "/a" + number + ".css",
            "/b.0a1b" + i + ".js");
      }
      small.learn(traffic.take());
      assertThat(small.bytes()).isLessThanOrEqualTo(bound);
    }

    assertThat(small.patterns()).isBetween(100, 2000);
  }

  @Test
  void reportedSizeIncludesTheSiblingsOfPages() {
    char last = 'a';
    for (int i = 0; i < PageKinds.MAX_SIBLINGS; i++) {
      traffic.visit("/shop/" + last++);
    }
    learner.learn(traffic.take());
    long apart = learner.bytes();

    // From now on all of them are one kind, and no sibling is remembered.
    traffic.visit("/shop/" + last);
    learner.learn(traffic.take());

    assertThat(learner.bytes()).isLessThan(apart);
  }

  @Test
  void entryTakesLessThanAKibibyteAndAboutTheReportedSize() {
    // Objects of earlier tests in this JVM disturb single measurements.
    long[] taken = {takenByEntries(), takenByEntries(), takenByEntries()};
    Arrays.sort(taken);

    assertThat(taken[1] / ENTRIES).isLessThan(1024);
    assertThat((double) taken[1] / reported).isBetween(0.4, 1.6);
  }

  /** Bytes of the heap. */
  private long takenByEntries() {
    List<ManifestLearner> kept = new ArrayList<>();
    long before = heap();
    reported = 0;
    for (int copy = 0; copy < COPIES; copy++) {
      ManifestLearner one = new ManifestLearner(64 << 20);
      for (int i = 0; i < PAGES; i++) {
        traffic.visit("/section-" + i + "/page", "/site-" + i + ".css", "/app-x" + i + ".js");
      }
      one.learn(traffic.take());
      kept.add(one);
      reported += one.bytes();
    }
    long taken = heap() - before;
    // Keeps the learners reachable until here.
    assertThat(kept).hasSize(COPIES);
    return taken;
  }

  private static long heap() {
    // The serial collector leaves dead objects in place if they are few, except in each fourth
    // collection.
    for (int i = 0; i < 4; i++) {
      System.gc();
    }
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  private List<Proposal> proposals(ManifestIndex inForce) {
    learner.learn(traffic.take());
    return learner.proposals(inForce, RULES);
  }

  static ManifestIndex index(String text) {
    PushManifest shop = new ManifestReader().read(text, "shop").value();
    return ManifestIndex.of(List.of(shop), 1, ManifestIndex.EMPTY);
  }
}
