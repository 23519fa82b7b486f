package io.lychgate.gateway.learn;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.LearnConfig;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.push.manifest.ManifestReader;
import io.lychgate.gateway.push.manifest.PushManifest;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Manifest;
import io.lychgate.gateway.store.ManifestState;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.PublishedManifests;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.StoredProposal.State;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Proposals in drafts, and their effect on drafts that users have edited. */
final class ProposalDeskTest {
  private static final Actor ANN = new Actor("ann", null);
  private static final String LEARNED = "learned-shop.test";
  private static final String SHOP = """
      # Ann's manifest
      rules:
      - match: { path: "/" }   # the front page
        assets:
        - { url: /app.0a1b2c.js, as: script }
      """;

  @TempDir
  Path directory;

  private final ManifestLearner learner = new ManifestLearner(4 << 20);
  private final Traffic traffic = new Traffic();
  private Store store;
  private ManifestIndex index = ManifestIndex.EMPTY;
  private LearnConfig config = LearnConfig.defaults();
  private ProposalDesk desk;

  @BeforeEach
  void open() {
    store = Store.open(
        StoreUrl.parse("jdbc:sqlite:lychgate.db", directory), directory, InstantSource.system());
    desk = new ProposalDesk(learner, () -> index, () -> config, () -> store, this::putInForce);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void proposalBecomesADraftOfTheLearnerAndIsNotPublished() {
    round(traffic.visits(60, "/", "/a.css"));

    Manifest learned = manifest(LEARNED);
    assertThat(learned.state()).isEqualTo(ManifestState.DRAFT);
    assertThat(learned.draftAuthor()).isEqualTo("learner");
    assertThat(learned.draft())
        .contains("hosts: [\"shop.test\"]")
        .contains("{ url: \"/a.css\", as: style } # confidence 0.94: followed 60 of 60 page views");
    assertThat(new ManifestReader().read(learned.draft(), "x").isValid()).isTrue();
    assertThat(store.manifests().published().manifests()).isEmpty();
    assertThat(desk.all()).hasSize(1);
  }

  @Test
  void furtherViewsDoNotChangeTheDraft() {
    round(traffic.visits(60, "/", "/a.css"));
    long version = manifest(LEARNED).version();

    round(traffic.visits(600, "/", "/a.css"));

    assertThat(manifest(LEARNED).version()).isEqualTo(version);
    assertThat(desk.all().get(0).proposal().views()).isEqualTo(660);
  }

  @Test
  void dismissedProposalStaysOutOfTheDraft() {
    round(traffic.visits(60, "/", "/a.css", "/b.js"));
    String id = idOf("/b.js");

    desk.dismiss(id, ANN);
    round(traffic.visits(60, "/", "/a.css", "/b.js"));

    assertThat(manifest(LEARNED).draft()).contains("/a.css").doesNotContain("/b.js");
    assertThat(store.proposals().find(id).orElseThrow().state()).isEqualTo(State.DISMISSED);
  }

  @Test
  void publishingOneProposalKeepsTheOthersInTheDraft() {
    round(traffic.visits(60, "/", "/a.css", "/b.js"));

    Outcome<?> done = desk.publish(idOf("/a.css"), ANN);

    assertThat(done).isInstanceOf(Outcome.Done.class);
    Manifest learned = manifest(LEARNED);
    assertThat(Objects.requireNonNull(learned.published()).text())
        .contains("/a.css")
        .doesNotContain("/b.js");
    assertThat(Objects.requireNonNull(learned.published()).author()).isEqualTo("ann");
    assertThat(learned.draft()).contains("/a.css", "/b.js");
    assertThat(learned.state()).isEqualTo(ManifestState.CHANGED);
    assertThat(desk.all()).extracting(each -> each.proposal().url()).containsExactly("/b.js");
  }

  @Test
  void deployRenamesInTheDraftAndKeepsComments() {
    publishShop();

    deploy();

    Manifest shop = manifest("shop");
    assertThat(shop.draft())
        .contains("# Ann's manifest", "# the front page", "{ url: /app.3f9a2c.js, as: script }")
        .doesNotContain("{ url: /app.0a1b2c.js");
    assertThat(shop.draftAuthor()).isEqualTo("learner");
    assertThat(shop.state()).isEqualTo(ManifestState.CHANGED);
    assertThat(Objects.requireNonNull(shop.published()).text()).isEqualTo(SHOP);
  }

  @Test
  void draftOfAUserChangesOnlyWhenTheUserAccepts() {
    publishShop();
    String own = SHOP + "# not done yet\n";
    store.manifests().saveDraft("shop", manifest("shop").version(), own, ANN);

    deploy();

    assertThat(manifest("shop").draft()).isEqualTo(own);
    String id = idOf("/app.3f9a2c.js");
    assertThat(desk.publish(id, ANN)).isInstanceOf(Outcome.Conflict.class);
    assertThat(desk.accept(id, ANN)).isInstanceOf(Outcome.Done.class);
    assertThat(manifest("shop").draft()).contains("/app.3f9a2c.js", "# not done yet");
    assertThat(manifest("shop").draftAuthor()).isEqualTo("ann");
  }

  @Test
  void publishesAutomaticallyOnlyIfConfigured() {
    config = new LearnConfig(true, 0.005, 50, 0.6, true, Duration.ofSeconds(1));
    publishShop();
    round(traffic.visits(60, "/new", "/a.css"));

    deploy();

    assertThat(Objects.requireNonNull(manifest(LEARNED).published()).author()).isEqualTo("learner");
    assertThat(Objects.requireNonNull(manifest("shop").published()).text())
        .contains("/app.3f9a2c.js");
    assertThat(index.manifests()).hasSize(2);
    round(traffic);
    assertThat(desk.all()).isEmpty();
  }

  @Test
  void retiredManifestStaysRetired() {
    round(traffic.visits(60, "/", "/a.css"));
    desk.publish(idOf("/a.css"), ANN);
    store.manifests().retire(LEARNED, manifest(LEARNED).version(), "no", ANN);
    index = ManifestIndex.EMPTY;

    round(traffic.visits(60, "/", "/a.css"));

    assertThat(manifest(LEARNED).state()).isEqualTo(ManifestState.RETIRED);
    assertThat(desk.accept(idOf("/a.css"), ANN)).isInstanceOf(Outcome.Conflict.class);
  }

  @Test
  void addsToTextsInEveryStyle() {
    round(traffic.visits(60, "/", "/a.css"));
    Proposal addition = desk.all().get(0).proposal();
    for (String text : List.of(
        SHOP,
        "{ \"rules\": [] }",
        "rules: []\nhosts: [shop.test]\n",
        "rules:\n- match: { path: / }\n  assets:\n  - { url: /x, as: image }\nhosts: [a.test]")) {
      String with = new DraftText().with(text, List.of(addition)).orElse("nothing");

      assertThat(new ManifestReader().read(with, "x").problems()).as(text).isEmpty();
      assertThat(with).contains("/a.css");
    }
  }

  private void deploy() {
    round(traffic
        .visits(10, "/", "/app.0a1b2c.js")
        .gone("/app.0a1b2c.js", "/")
        .visits(8, "/", "/app.3f9a2c.js"));
  }

  private void round(Traffic seen) {
    learner.learn(seen.take());
    desk.round();
  }

  private void publishShop() {
    store.manifests().create("shop", SHOP, ANN);
    store.manifests().publish("shop", 1, "", ANN);
    putInForce(store.manifests().published());
  }

  private void putInForce(PublishedManifests published) {
    List<PushManifest> manifests = published.manifests().stream()
        .map(each -> new ManifestReader().read(each.text(), each.name()).value())
        .toList();
    index = ManifestIndex.of(manifests, published.revision(), index);
  }

  private Manifest manifest(String name) {
    return store.manifests().find(name).orElseThrow();
  }

  private String idOf(String url) {
    return desk.all().stream()
        .filter(each -> each.proposal().url().equals(url))
        .map(each -> each.stored().id())
        .findFirst()
        .orElseThrow();
  }
}
