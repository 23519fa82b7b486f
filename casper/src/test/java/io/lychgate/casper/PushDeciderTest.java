package io.lychgate.casper;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.casper.CandidateFacts.Reusability;
import io.lychgate.casper.PushDecision.Hint;
import io.lychgate.casper.PushDecision.Push;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One row for each reason to skip, then decisions for whole pages. */
class PushDeciderTest {
  record Row(SkipReason expected, Page page) {
    @Override
    public String toString() {
      return expected.token();
    }
  }

  static Stream<Row> rows() {
    return Stream.of(
        new Row(SkipReason.PUSH_OFF, new Page().mode(PushMode.OFF)),
        new Row(
            SkipReason.AUTHORIZATION_PENDING, new Page().request("/", true, false, false, false)),
        new Row(SkipReason.PREFETCH, new Page().prefetched()),
        new Row(SkipReason.SAVE_DATA, new Page().request("/", true, true, true, false)),
        new Row(SkipReason.PAGE_ITSELF, new Page().request("/a.css", true, false, true, false)),
        new Row(
            SkipReason.NOT_REUSABLE,
            new Page()
                .knowing(new CandidateFacts(
                    Reusability.NOT_REUSABLE, 10, false, CandidateFacts.NO_KEY, true))),
        new Row(
            SkipReason.GONE,
            new Page()
                .knowing(
                    new CandidateFacts(Reusability.GONE, -1, false, CandidateFacts.NO_KEY, true))),
        new Row(
            SkipReason.REDIRECTED,
            new Page()
                .knowing(new CandidateFacts(
                    Reusability.REDIRECTED, -1, false, CandidateFacts.NO_KEY, true))),
        new Row(
            SkipReason.WASTEFUL,
            new Page()
                .knowing(new CandidateFacts(
                    Reusability.REUSABLE, 10, true, CandidateFacts.NO_KEY, true))),
        new Row(SkipReason.ALREADY_CACHED, new Page().holding("/a.css")),
        new Row(SkipReason.ALREADY_PROMISED, new Page().promised("/a.css")),
        new Row(
            SkipReason.LATER_TIER,
            new Page().candidates(style("/a.css", 2), style("/first.css", 1))),
        new Row(
            SkipReason.DELIVERY_EXCLUDED,
            new Page().mode(PushMode.HINTS).candidates(only(Delivery.PUSH))),
        new Row(
            SkipReason.CLIENT_TAKES_NO_PUSH,
            new Page().mode(PushMode.PUSH).client(ClientAbilities.HINTS_ONLY)),
        new Row(
            SkipReason.CROSS_ORIGIN,
            new Page().mode(PushMode.PUSH).candidates(style("https://cdn.test/a.css", 1))),
        new Row(
            SkipReason.PUSH_LIMIT,
            new Page().mode(PushMode.PUSH).client(new ClientAbilities(true, true, 0))),
        new Row(SkipReason.BYTE_BUDGET, new Page().mode(PushMode.PUSH).knowing(bytes(513 * 1024))),
        new Row(SkipReason.HTTP_1, new Page().client(ClientAbilities.HTTP_1)),
        new Row(
            SkipReason.NOT_A_NAVIGATION,
            new Page().mode(PushMode.HINTS).request("/", false, false, true, false)),
        new Row(
            SkipReason.HINTS_ALREADY_SENT,
            new Page().mode(PushMode.HINTS).request("/", true, false, true, true)),
        new Row(
            SkipReason.NOT_HINTABLE,
            new Page().mode(PushMode.HINTS).candidates(document("/next.html"))),
        new Row(SkipReason.HINT_LIMIT, new Page().mode(PushMode.HINTS).maxHints(0)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void skipsForTheReason(Row row) {
    assertThat(row.page().decide().get(0)).isEqualTo(PushDecision.skip(row.expected()));
  }

  @Test
  void everyReasonHasARowAndAUniqueToken() {
    Set<SkipReason> covered = rows()
        .map(Row::expected)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(SkipReason.class)));

    // Conditions of rules exclude these before the decider runs.
    covered.addAll(EnumSet.range(SkipReason.OUTSIDE_SCHEDULE, SkipReason.OTHER_VARIANT));
    assertThat(covered).isEqualTo(EnumSet.allOf(SkipReason.class));
    assertThat(covered)
        .extracting(SkipReason::token)
        .doesNotHaveDuplicates()
        .allMatch(t -> t.matches("[a-z0-9]+(-[a-z0-9]+)*"));
    assertThat(covered)
        .extracting(SkipReason::sentence)
        .doesNotHaveDuplicates()
        .allMatch(s -> s.endsWith("."));
  }

  @Test
  void pushesToClientsThatAcceptPushesAndHintsToOthers() {
    assertThat(new Page().decide()).containsExactly(Push.PUSH);
    assertThat(new Page().client(ClientAbilities.HINTS_ONLY).decide()).containsExactly(Hint.HINT);
  }

  @Test
  void hintsCandidatesBeyondThePushLimit() {
    PushCandidate[] three = {
      style("/a.css", 1), style("https://cdn.test/b.css", 1), style("/c.css", 1)
    };
    ClientAbilities onePush = new ClientAbilities(true, true, 1);

    assertThat(new Page().client(onePush).candidates(three).decide())
        .containsExactly(Push.PUSH, Hint.HINT, Hint.HINT);
  }

  @Test
  void announcesTheNextTierToAVisitorWithTheFirstCached() {
    PushCandidate[] tiers = {
      style("/a.css", 1), style("/b.css", 1), style("/hero.css", 2), style("/later.css", 3)
    };
    Page page = new Page().client(ClientAbilities.HINTS_ONLY).candidates(tiers);

    assertThat(tokens(page)).containsExactly("hint", "hint", "later-tier", "later-tier");
    page.holding("/a.css");
    assertThat(tokens(page)).containsExactly("already-cached", "hint", "later-tier", "later-tier");
    page.holding("/b.css");
    assertThat(tokens(page))
        .containsExactly("already-cached", "already-cached", "hint", "later-tier");
    page.holding("/hero.css");
    assertThat(tokens(page))
        .containsExactly("already-cached", "already-cached", "already-cached", "hint");
  }

  @Test
  void candidateThatCanNeverBeSentBlocksNoTier() {
    PushCandidate connect =
        PushCandidate.of("https://cdn.test", Destination.CONNECT, Delivery.AUTO, 1, "");
    PushCandidate[] candidates = {only(Delivery.PUSH), connect, style("/hero.css", 2)};
    Page page = new Page().client(ClientAbilities.HINTS_ONLY).candidates(candidates);

    assertThat(tokens(page)).containsExactly("client-takes-no-push", "hint", "hint");
  }

  @Test
  void resourceNamedTwiceIsSentOnce() {
    Page page = new Page().candidates(style("/a.css", 1), style("/a.css", 1));

    assertThat(tokens(page)).containsExactly("push", "already-promised");
  }

  @Test
  void changedVersionIsNotCached() {
    PushCandidate old = PushCandidate.of("/a.css", Destination.STYLE, Delivery.AUTO, 1, "v1");
    PushCandidate current = PushCandidate.of("/a.css", Destination.STYLE, Delivery.AUTO, 1, "v2");
    Page page = new Page().candidates(old, current);
    page.fingerprint.add(old, CandidateFacts.UNKNOWN);

    assertThat(tokens(page)).containsExactly("already-cached", "push");
  }

  @Test
  void requestWithoutFetchMetadataIsANavigation() {
    assertThat(PageRequest.isNavigation("GET", "navigate", "document")).isTrue();
    assertThat(PageRequest.isNavigation("GET", "", "")).isTrue();
    assertThat(PageRequest.isNavigation("GET", "navigate", "iframe")).isFalse();
    assertThat(PageRequest.isNavigation("GET", "cors", "empty")).isFalse();
    assertThat(PageRequest.isNavigation("POST", "", "")).isFalse();
  }

  private static PushCandidate style(String url, int tier) {
    return PushCandidate.of(url, Destination.STYLE, Delivery.AUTO, tier, "");
  }

  private static PushCandidate only(Delivery delivery) {
    return PushCandidate.of("/only.css", Destination.STYLE, delivery, 1, "");
  }

  private static PushCandidate document(String url) {
    return PushCandidate.of(url, Destination.DOCUMENT, Delivery.AUTO, 1, "");
  }

  private static CandidateFacts bytes(long bytes) {
    return new CandidateFacts(Reusability.REUSABLE, bytes, false, CandidateFacts.NO_KEY, true);
  }

  private static List<String> tokens(Page page) {
    return page.decide().stream().map(PushDecision::token).toList();
  }

  /** A page request with one candidate, from a client that accepts pushes. Methods change this default. */
  private static final class Page {
    private final CacheFingerprint fingerprint =
        new CacheFingerprint(CasperParameters.defaults(), 1);
    private final PushDiary diary = new PushDiary();
    private PageRequest request =
        new PageRequest("site.test", "/", true, false, false, true, false);
    private ClientAbilities client = new ClientAbilities(true, true, 100);
    private PushPolicy policy = PushPolicy.defaults();
    private PushCandidate[] candidates = {style("/a.css", 1)};
    private CandidateFacts facts = CandidateFacts.UNKNOWN;

    Page mode(PushMode mode) {
      policy = policy.withMode(mode);
      return this;
    }

    Page maxHints(int max) {
      policy =
          new PushPolicy(policy.mode(), max, policy.maxPushes(), policy.pushBudgetBytes(), true);
      return this;
    }

    Page request(
        String path, boolean navigation, boolean savesData, boolean authorized, boolean hintsSent) {
      request =
          new PageRequest("site.test", path, navigation, false, savesData, authorized, hintsSent);
      return this;
    }

    Page prefetched() {
      request = new PageRequest("site.test", "/", true, true, false, true, false);
      return this;
    }

    Page client(ClientAbilities abilities) {
      client = abilities;
      return this;
    }

    Page candidates(PushCandidate... all) {
      candidates = all;
      return this;
    }

    Page knowing(CandidateFacts known) {
      facts = known;
      return this;
    }

    Page holding(String path) {
      fingerprint.add(style(path, 1), CandidateFacts.UNKNOWN);
      return this;
    }

    Page promised(String path) {
      diary.record("site.test", style(path, 1));
      return this;
    }

    List<PushDecision> decide() {
      CandidateFacts[] known = new CandidateFacts[candidates.length];
      known[0] = facts;
      PushDecision[] decisions = new PushDecision[candidates.length];
      PushDecider.decide(
          new PushContext(request, client, policy, fingerprint, diary),
          candidates,
          known,
          candidates.length,
          decisions);
      return new ArrayList<>(List.of(decisions));
    }
  }
}
