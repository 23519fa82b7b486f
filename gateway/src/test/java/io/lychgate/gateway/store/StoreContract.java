package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.message.ArmAssignment;
import io.lychgate.gateway.store.Outcome.Conflict;
import io.lychgate.gateway.store.Outcome.Done;
import io.lychgate.gateway.store.Outcome.Missing;
import io.lychgate.gateway.store.Outcome.Stale;
import io.lychgate.gateway.store.PublishedManifests.PublishedManifest;
import io.lychgate.gateway.store.ServerDecision.Kind;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Behaviour of a store, independent of its database. */
abstract class StoreContract {

  static final Actor ANN = new Actor("ann", "192.0.2.1");
  static final String TEXT =
      "# why: the logo\nrules:\n  - match: { path: \"/\" }   # home\n    assets: []\n";

  @TempDir
  Path directory;

  final TestClock clock = new TestClock();
  Store store;

  abstract StoreUrl emptyDatabase() throws Exception;

  @BeforeEach
  void open() throws Exception {
    store = Store.open(emptyDatabase(), directory, clock);
  }

  @AfterEach
  void close() {
    store.close();
  }

  @Test
  void keepsTheTextOfADraftByteForByte() {
    String odd = TEXT + "\t\r\n# \u00e9\u4e2d\ud83d\ude00 trailing   ";

    Manifest created = done(store.manifests().create("shop", odd, ANN));

    assertThat(store.manifests().find("shop")).contains(created);
    assertThat(created.draft()).isEqualTo(odd);
    assertThat(created.state()).isEqualTo(ManifestState.DRAFT);
  }

  @Test
  void rejectsASecondManifestOfTheSameNameAndABadName() {
    done(store.manifests().create("shop", TEXT, ANN));

    assertThat(store.manifests().create("shop", TEXT, ANN)).isInstanceOf(Conflict.class);
    assertThat(store.manifests().create("Shop/../x", TEXT, ANN)).isInstanceOf(Conflict.class);
  }

  @Test
  void keepsTheLastFiftyRevisionsOfTheConfiguration() throws Exception {
    ConfigurationStore configuration = store.configuration();
    assertThat(configuration.seed("0", "first", ANN)).isTrue();
    assertThat(configuration.seed("again", "", ANN)).isFalse();
    long first = configuration.changes();
    StoredConfiguration now = configuration.find().orElseThrow();
    for (int i = 1; i <= 52; i++) {
      now = done(configuration.saveDraft(now.version(), "" + i, ANN));
      now = done(configuration.publish(now.version(), "change " + i, ANN));
    }

    Page<ConfigurationRevision> page = configuration.history(100, 0);

    assertThat(page.total()).isEqualTo(50);
    assertThat(page.items()).hasSize(50);
    assertThat(page.items().get(0).text()).isEqualTo("52");
    assertThat(page.items().get(49).text()).isEqualTo("3");
    assertThat(configuration.changes()).isEqualTo(first + 52);
    assertThat(configuration.publish(now.version(), "", ANN)).isInstanceOf(Conflict.class);
    assertThat(configuration.publish(now.version() - 1, "", ANN)).isInstanceOf(Stale.class);
    assertThat(configuration.rollBack(now.version(), first, "", ANN)).isInstanceOf(Missing.class);
    StoredConfiguration back = done(configuration.rollBack(now.version(), first + 10, "", ANN));
    assertThat(back.published().text()).isEqualTo("10");
    assertThat(back.published().rolledBackTo()).isEqualTo(first + 10);
    assertThat(back.isChanged()).isFalse();
    assertThat(StoreIntegrity.check(store.url()).toString())
        .contains("50 texts as they were published")
        .contains("faults=[]")
        .doesNotContain("was changed");
    try (Connection connection = DatabaseOpener.connectAny(store.url());
        Statement statement = connection.createStatement()) {
      statement.execute(
          "UPDATE configuration_revision SET body = 'evil' WHERE number = " + (first + 20));
    }
    assertThat(StoreIntegrity.check(store.url()).toString())
        .contains("configuration revision " + (first + 20) + ": its text was changed");
  }

  @Test
  void oneGatewayRefreshesASessionAndTheOthersGetTheResult() {
    RefreshStore refreshes = store.refreshes();
    Duration minute = Duration.ofMinutes(1);

    RefreshStore.Claim.Won a = won(refreshes.claim("a", minute));
    assertThat(refreshes.claim("a", minute)).isEqualTo(new RefreshStore.Claim.Held());
    RefreshStore.Claim.Won lapsed = won(refreshes.claim("b", Duration.ofMillis(-1)));
    RefreshStore.Claim.Won b = won(refreshes.claim("b", minute));
    refreshes.publish("a", "sealed", minute);
    assertThat(refreshes.claim("a", minute)).isEqualTo(new RefreshStore.Claim.Done("sealed"));
    refreshes.release("a", a);
    assertThat(refreshes.claim("a", minute)).isEqualTo(new RefreshStore.Claim.Done("sealed"));
    refreshes.release("b", lapsed);
    assertThat(refreshes.claim("b", minute))
        .as("a claim that lapsed releases no later one")
        .isEqualTo(new RefreshStore.Claim.Held());
    refreshes.release("b", b);
    won(refreshes.claim("b", minute));
    refreshes.publish("a", "sealed", Duration.ofMillis(-1));
    won(refreshes.claim("a", minute));
  }

  @Test
  void expiredRefreshesAreRemovedWithoutAClaim() throws Exception {
    RefreshStore refreshes = store.refreshes();
    refreshes.claim("kept", Duration.ofMinutes(1));
    refreshes.claim("expired", Duration.ofMillis(-1));

    refreshes.removeExpired();

    try (Connection connection = DatabaseOpener.connectAny(store.url());
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT token FROM session_refresh")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getString(1)).isEqualTo("kept");
      assertThat(rows.next()).isFalse();
    }
  }

  private static RefreshStore.Claim.Won won(RefreshStore.Claim claim) {
    assertThat(claim).isInstanceOf(RefreshStore.Claim.Won.class);
    return (RefreshStore.Claim.Won) claim;
  }

  @Test
  void oneNodeAtATimeOrdersCertificates() {
    AcmeStore acme = store.acme();

    assertThat(acme.lead("a", Duration.ofMinutes(1))).isTrue();
    assertThat(acme.lead("b", Duration.ofMinutes(1))).isFalse();
    assertThat(acme.lead("a", Duration.ofMinutes(1))).isTrue();
    acme.release("b");
    assertThat(acme.lead("b", Duration.ofMinutes(1))).isFalse();
    acme.release("a");
    assertThat(acme.lead("b", Duration.ofMillis(-1))).isTrue();
    // The lease of b is over.
    assertThat(acme.lead("a", Duration.ofMinutes(1))).isTrue();
  }

  @Test
  void keepsCertificatesAndTheResultOfTheLastOrder() {
    AcmeStore acme = store.acme();
    long before = acme.changes();
    AcmeStore.Row failed = new AcmeStore.Row(
        "id",
        List.of("a.example", "b.example"),
        null,
        null,
        clock.instant(),
        2,
        "no",
        clock.instant());
    AcmeStore.Row issued =
        new AcmeStore.Row("id", failed.names(), "chain", "sealed", clock.instant(), 0, null, null);

    acme.keep("https://a", failed);
    assertThat(acme.certificates("https://a")).containsExactly(failed);
    acme.keep("https://a", issued);
    assertThat(acme.certificates("https://a")).containsExactly(issued);
    assertThat(acme.certificates("https://b")).isEmpty();
    assertThat(acme.changes()).isEqualTo(before + 2);

    acme.drop("https://a", "id");
    assertThat(acme.certificates("https://a")).isEmpty();
    assertThat(acme.account("https://a")).isEmpty();
    acme.keepAccount("https://a", "first");
    acme.keepAccount("https://a", "second");
    assertThat(acme.account("https://a")).contains("second");
  }

  @Test
  void proofsAreThereUntilTheyAreWithdrawnOrTheirTimeIsOver() {
    AcmeStore acme = store.acme();
    AcmeStore.Challenge http = new AcmeStore.Challenge("http-01", "a.example", "token", "proof");
    AcmeStore.Challenge alpn = new AcmeStore.Challenge("tls-alpn-01", "a.example", "", "proof");

    acme.publish(List.of(http, alpn), Duration.ofMinutes(1));
    assertThat(acme.challenges()).containsExactlyInAnyOrder(http, alpn);
    acme.withdraw(List.of(alpn));
    assertThat(acme.challenges()).containsExactly(http);
    acme.publish(List.of(http), Duration.ofMillis(-1));
    assertThat(acme.challenges()).isEmpty();
  }

  @Test
  void keepsOneVerdictOnAnEntryUntilItIsWithdrawn() {
    Verdict demoted =
        new Verdict("shop", "/", "/a.js", Verdict.State.DEMOTED, 200, 9, "x", clock.instant());

    store.verdicts().put(demoted, ANN);
    Verdict exempt = store
        .verdicts()
        .put(
            new Verdict("shop", "/", "/a.js", Verdict.State.EXEMPT, 0, 0, "x", clock.instant()),
            ANN);

    assertThat(store.verdicts().all()).containsExactly(exempt);
    assertThat(exempt.author()).isEqualTo("ann");
    store.verdicts().remove("shop", "/", "/a.js", ANN);
    assertThat(store.verdicts().all()).isEmpty();
    assertThat(store.audit().find("ledger.", 10, 0).total()).isEqualTo(3);
  }

  @Test
  void keepsADecisionOnAServerUntilItIsRemoved() {
    ServerDecisionStore decisions = store.serverDecisions();
    long before = store.nodes().look().serverDecisions();

    ServerDecision drained = done(decisions.put("app", "a", Kind.DRAIN, "new kernel", is(0), ANN));
    assertThat(decisions.put("app", "a", Kind.EJECT, "", is(0), ANN))
        .isEqualTo(new Stale<>(drained.version()));
    ServerDecision ejected =
        done(decisions.put("app", "a", Kind.EJECT, "", is(drained.version()), ANN));

    assertThat(decisions.all()).containsExactly(ejected);
    assertThat(drained.reason()).isEqualTo("new kernel");
    assertThat(drained.author()).isEqualTo("ann");
    assertThat(ejected.version()).isGreaterThan(drained.version());
    assertThat(store.nodes().look().serverDecisions()).isGreaterThan(before);
    assertThat(decisions.remove("app", "b", "", any -> true, ANN)).isInstanceOf(Missing.class);
    assertThat(done(decisions.remove("app", "a", "", any -> true, ANN))).isEqualTo(ejected);
    assertThat(decisions.all()).isEmpty();
    assertThat(store.audit().find("upstream.", 10, 0).total()).isEqualTo(3);
  }

  private static LongPredicate is(long version) {
    return current -> current == version;
  }

  @Test
  void keepsAnExperimentWithItsChangesAndCounts() {
    ExperimentStore experiments = store.experiments();
    long before = store.nodes().look().experiments();

    StoredExperiment made = done(experiments.create("one", "{}", "{\"phase\":1}", ANN));
    assertThat(experiments.create("one", "{}", "{}", ANN)).isInstanceOf(Conflict.class);
    StoredExperiment started = done(experiments.change(
        "one",
        is(made.version()),
        "start",
        ANN,
        (current, all, now) -> new Done<>(new ExperimentStore.Content(
            current.design(), "{\"all\":" + all.size() + "}", "10 %"))));
    assertThat(experiments.change("one", is(made.version()), "stop", ANN, (current, all, now) -> {
          throw new AssertionError("stale");
        }))
        .isEqualTo(new Stale<>(started.version()));
    assertThat(experiments.change(
            "one", any -> true, "stop", ANN, (current, all, now) -> new Conflict<>("no")))
        .isEqualTo(new Conflict<>("no"));

    assertThat(experiments.all()).containsExactly(started);
    assertThat(started.life()).isEqualTo("{\"all\":1}");
    assertThat(store.nodes().look().experiments()).isGreaterThan(before);
    assertThat(experiments.changes("one").stream().map(ExperimentChange::action))
        .containsExactly("start", "create");
    assertThat(store.audit().find("experiment.", 10, 0).total()).isEqualTo(2);

    addCounts("one", 5);
    addCounts("one", 7);
    addCounts("deleted", 1);
    List<ArmRow> rows = new ArrayList<>();
    store.arms().forEach("one", 0, rows::add);
    assertThat(rows).hasSize(1);
    assertThat(rows.get(0).counts()).startsWith(12, 0).endsWith(24);
    long[] spread = new long[8];
    SpreadCode.addTo(spread, rows.get(0).firstBytes());
    assertThat(spread).containsExactly(0, 0, 12, 0, 0, 0, 0, 0);
    assertThat(store.arms().units("one").get(0).code()).containsExactly(1, 1);
    List<byte[]> networks = new ArrayList<>();
    store.arms().forEachCounts("one", 0, (arm, code) -> networks.add(code));
    assertThat(networks).as("those of more than a day are deleted").hasSize(1);
    assertThat(networks.get(0)).containsExactly(8, 8);

    assertThat(experiments.delete(
            "one",
            any -> true,
            ANN,
            (current, all, now) -> new Done<>(new ExperimentStore.Content("", "", ""))))
        .isInstanceOf(Done.class);
    assertThat(experiments.all()).isEmpty();
    assertThat(store.arms().units("one")).isEmpty();
    store.arms().forEachCounts("one", 0, (arm, code) -> networks.clear());
    assertThat(networks).as("none is left").hasSize(1);
  }

  private void addCounts(String experiment, long count) {
    long[] counts = new long[ArmStore.COLUMNS.size()];
    counts[0] = count;
    counts[counts.length - 1] = 2 * count;
    store
        .arms()
        .add(
            "node",
            List.of(new ArmRow(
                experiment, "a", 300_000, "node", 3, counts, SpreadCode.encode(new long[] {
                  0, 0, count
                }))),
            List.of(new ArmStore.MoreUnits(experiment, "a", code -> {
              byte[] more = Arrays.copyOf(code, code.length + 1);
              more[code.length] = 1;
              return more;
            })),
            List.of(counts(experiment, 0, (byte) 7), counts(experiment, 25 * 3_600_000L, (byte) 8)),
            8);
  }

  private static ArmStore.MoreCounts counts(String experiment, long start, byte last) {
    return new ArmStore.MoreCounts(experiment, "a", start, code -> {
      byte[] more = Arrays.copyOf(code, code.length + 1);
      more[code.length] = last;
      return more;
    });
  }

  @Test
  void keepsTheDecisionOnAProposalWhenItsEvidenceGrows() {
    store.proposals().put("one", "shop", "add", "{}", Actor.SYSTEM);
    store.proposals().decide("one", StoredProposal.State.DISMISSED, ANN);

    store.proposals().put("one", "shop", "add", "{\"views\":2}", Actor.SYSTEM);

    StoredProposal kept = store.proposals().find("one").orElseThrow();
    assertThat(kept.isDismissed()).isTrue();
    assertThat(kept.author()).isEqualTo("ann");
    assertThat(kept.body()).isEqualTo("{\"views\":2}");
    assertThat(store.proposals().decide("two", StoredProposal.State.ACCEPTED, ANN))
        .isEmpty();
    store.proposals().remove("one");
    assertThat(store.proposals().all()).isEmpty();
  }

  @Test
  void rejectsAnEditOfAStaleVersion() {
    done(store.manifests().create("shop", TEXT, ANN));
    done(store.manifests().saveDraft("shop", 1, TEXT + "# a", ANN));

    assertThat(store.manifests().saveDraft("shop", 1, TEXT + "# b", ANN)).isEqualTo(new Stale<>(2));
    assertThat(store.manifests().publish("shop", 1, "", ANN)).isEqualTo(new Stale<>(2));
    assertThat(store.manifests().saveDraft("none", 1, TEXT, ANN)).isInstanceOf(Missing.class);
    assertThat(store.manifests().find("shop").orElseThrow().draft()).endsWith("# a");
  }

  @Test
  void numbersRevisionsAcrossAllManifests() {
    publish("a", TEXT);
    publish("b", TEXT + "# b");
    done(store.manifests().saveDraft("a", 2, TEXT + "# 2", ANN));
    Publication third = done(store.manifests().publish("a", 3, "second try", ANN));

    assertThat(third.revision())
        .isEqualTo(new Revision(
            3,
            "a",
            RevisionKind.PUBLISH,
            "ann",
            "second try",
            clock.instant(),
            null,
            TEXT + "# 2"));
    assertThat(store.manifests().published())
        .isEqualTo(new PublishedManifests(
            3,
            List.of(
                new PublishedManifest("a", 3, TEXT + "# 2"),
                new PublishedManifest("b", 2, TEXT + "# b"))));
    assertThat(store.manifests().history("a", 10, 0).items())
        .extracting(Revision::number)
        .containsExactly(3L, 1L);
  }

  @Test
  void editingADraftKeepsThePublishedText() {
    publish("shop", TEXT);

    Manifest edited = done(store.manifests().saveDraft("shop", 2, "half done", ANN));

    assertThat(edited.state()).isEqualTo(ManifestState.CHANGED);
    assertThat(store.manifests().published().manifests())
        .containsExactly(new PublishedManifest("shop", 1, TEXT));
    assertThat(store.manifests().find("half", ManifestState.CHANGED, 10, 0).items())
        .containsExactly(edited);
    assertThat(store.manifests().find("half", ManifestState.DRAFT, 10, 0).items())
        .isEmpty();
  }

  @Test
  void doesNotPublishThePublishedTextAgain() {
    publish("shop", TEXT);

    assertThat(store.manifests().publish("shop", 2, "", ANN)).isInstanceOf(Conflict.class);
    assertThat(store.manifests().published().revision()).isEqualTo(1);
  }

  @Test
  void rollbackPublishesTheOldTextAgain() {
    publish("shop", TEXT);
    done(store.manifests().saveDraft("shop", 2, "worse", ANN));
    done(store.manifests().publish("shop", 3, "", ANN));

    Publication back = done(store.manifests().rollBack("shop", 4, 1, "undo", ANN));

    assertThat(back.revision())
        .isEqualTo(new Revision(
            3, "shop", RevisionKind.ROLLBACK, "ann", "undo", clock.instant(), 1L, TEXT));
    assertThat(manifest(back).draft()).isEqualTo(TEXT);
    assertThat(manifest(back).state()).isEqualTo(ManifestState.PUBLISHED);
    assertThat(store.manifests().rollBack("shop", 5, 99, "", ANN)).isInstanceOf(Missing.class);
  }

  @Test
  void retiredManifestKeepsItsHistoryAndCanBeRolledBack() {
    publish("shop", TEXT);

    Publication retired = done(store.manifests().retire("shop", 2, "over", ANN));

    assertThat(manifest(retired).state()).isEqualTo(ManifestState.RETIRED);
    assertThat(store.manifests().published()).isEqualTo(new PublishedManifests(2, List.of()));
    assertThat(store.manifests().retire("shop", 3, "", ANN)).isInstanceOf(Conflict.class);
    assertThat(store.manifests().rollBack("shop", 3, 2, "", ANN)).isInstanceOf(Conflict.class);
    done(store.manifests().rollBack("shop", 3, 1, "", ANN));
    assertThat(store.manifests().published().manifests()).hasSize(1);
  }

  @Test
  void deletesAManifestThatWasNeverPublished() {
    done(store.manifests().create("shop", TEXT, ANN));

    assertThat(store.manifests().retire("shop", 1, "", ANN))
        .isEqualTo(new Done<>(new Publication(null, null)));
    assertThat(store.manifests().find("shop")).isEmpty();
  }

  @Test
  void concurrentPublishersGetDistinctRevisions() throws Exception {
    int manifests = 4;
    int rounds = 10;
    Set<Long> numbers = ConcurrentHashMap.newKeySet();
    ExecutorService pool = Executors.newFixedThreadPool(manifests);
    try {
      List<Future<?>> running = IntStream.range(0, manifests)
          .<Future<?>>mapToObj(i -> pool.submit(() -> publishRounds("m" + i, rounds, numbers)))
          .toList();
      for (Future<?> one : running) {
        one.get();
      }
    } finally {
      pool.shutdownNow();
    }

    assertThat(numbers).hasSize(manifests * rounds);
    assertThat(store.manifests().published().revision()).isEqualTo(rounds * (long) manifests);
    assertThat(new PublishedFile(directory).read()).contains(store.manifests().published());
  }

  @Test
  void oneOfTwoConcurrentWritersWins() throws Exception {
    done(store.manifests().create("shop", TEXT, ANN));
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      Future<Outcome<Manifest>> one =
          pool.submit(() -> store.manifests().saveDraft("shop", 1, "one", ANN));
      Future<Outcome<Manifest>> two =
          pool.submit(() -> store.manifests().saveDraft("shop", 1, "two", ANN));

      assertThat(List.of(one.get(), two.get()))
          .filteredOn(Done.class::isInstance)
          .hasSize(1);
      assertThat(List.of(one.get(), two.get()))
          .filteredOn(Stale.class::isInstance)
          .hasSize(1);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void keepsACopyOfPublishedTextsBesideTheStore() {
    publish("shop", TEXT);

    assertThat(new PublishedFile(directory).read())
        .contains(new PublishedManifests(1, List.of(new PublishedManifest("shop", 1, TEXT))));
  }

  @Test
  void writesAnAuditEntryForEachChangeAndForFailures() {
    publish("shop", TEXT);
    store.audit().record(ANN, "session.login", null, true, "wrong 100% password");

    assertThat(store.audit().find("", 10, 0).items())
        .extracting(AuditEntry::action)
        .containsExactly("session.login", "manifest.publish", "manifest.create");
    Page<AuditEntry> failures = store.audit().find("100% P", 10, 0);
    assertThat(failures.total()).isEqualTo(1);
    assertThat(failures.items().get(0).refused()).isTrue();
    assertThat(failures.items().get(0).actor()).isEqualTo(ANN);
  }

  @Test
  void createsTheFirstUserOnce() {
    User admin = new User("admin", Role.ADMIN, "hash", true);

    assertThat(store.users().addFirst(admin)).isTrue();
    assertThat(store.users().addFirst(new User("other", Role.ADMIN, "hash", true)))
        .isFalse();
    assertThat(store.users().find("admin")).contains(admin);
    assertThat(store.users().find("other")).isEmpty();
  }

  @Test
  void onlyTheClaimingNodeClaimsTheFirstUserAgainAfterACrash() {
    assertThat(store.users().claimFirst("one", "gate-1")).isEqualTo(new FirstUser.Ours());
    assertThat(store.users().claimFirst("two", "gate-2"))
        .isInstanceOfSatisfying(
            FirstUser.Theirs.class, theirs -> assertThat(theirs.node()).isEqualTo("gate-1"));
    assertThat(store.users().claimFirst("one", "gate-1")).isEqualTo(new FirstUser.Ours());

    User admin = new User("admin", Role.ADMIN, "hash", true);
    assertThat(store.users().addFirst(admin, "two")).isFalse();
    assertThat(store.users().addFirst(admin, "one")).isTrue();
    assertThat(store.users().claimFirst("two", "gate-2")).isInstanceOf(FirstUser.Theirs.class);
    store.users().setPassword("admin", "other", false, ANN);
    assertThat(store.users().claimFirst("two", "gate-2")).isEqualTo(new FirstUser.Known());
  }

  @Test
  void findsASessionUntilItExpiresOrIsClosed() {
    store.users().addFirst(new User("ann", Role.EDITOR, "hash", false));
    String id = store.sessions().open("ann");

    clock.advance(Session.IDLE.minusSeconds(1));
    assertThat(store.sessions().find(id)).isPresent();
    clock.advance(Session.IDLE.minusSeconds(1));
    assertThat(store.sessions().find(id)).as("was seen").isPresent();
    clock.advance(Session.IDLE);
    assertThat(store.sessions().find(id)).as("idle").isEmpty();

    String second = store.sessions().open("ann");
    for (Duration age = Duration.ZERO; age.compareTo(Session.LIFE) < 0; age = age.plusHours(7)) {
      assertThat(store.sessions().find(second)).as("at %s", age).isPresent();
      clock.advance(Duration.ofHours(7));
    }
    assertThat(store.sessions().find(second)).as("old").isEmpty();
  }

  @Test
  void sharesOneSecretPerNameAndPeriod() {
    byte[] lasting = store.secrets().lasting("quic");
    List<byte[]> periods = store.secrets().ofPeriods("tickets", 7, 10);

    assertThat(lasting).hasSize(32).isEqualTo(store.secrets().lasting("quic"));
    assertThat(periods).hasSize(4).doesNotHaveDuplicates();
    List<byte[]> later = store.secrets().ofPeriods("tickets", 9, 12);
    assertThat(later).hasSize(4);
    assertThat(later.get(0)).isEqualTo(periods.get(2));
    assertThat(later.get(1)).isEqualTo(periods.get(3));
  }

  @Test
  void deletesSecretsOfPastPeriods() {
    byte[] lasting = store.secrets().lasting("quic");
    byte[] old = store.secrets().ofPeriods("tickets", 7, 8).get(0);

    store.secrets().ofPeriods("tickets", 8, 9);

    assertThat(store.secrets().ofPeriods("tickets", 7, 8).get(0)).isNotEqualTo(old);
    assertThat(store.secrets().lasting("quic")).isEqualTo(lasting);
  }

  @Test
  void closesOneSessionOrAllOfAUser() {
    store.users().addFirst(new User("ann", Role.EDITOR, "hash", false));
    String one = store.sessions().open("ann");
    String two = store.sessions().open("ann");
    String three = store.sessions().open("ann");

    store.sessions().close(one);
    assertThat(store.sessions().find(one)).isEmpty();
    assertThat(store.sessions().find(two)).isPresent();
    store.sessions().closeAll("ann");
    assertThat(store.sessions().find(two)).isEmpty();
    assertThat(store.sessions().find(three)).isEmpty();
  }

  private static ViewSample view(
      String id, long at, String outcome, int reported, String column, double value) {
    double[] times = new double[ViewSample.TIMES.size()];
    Arrays.fill(times, Double.NaN);
    times[ViewSample.TIMES.indexOf(column)] = value;
    return new ViewSample(
        id,
        at,
        "n",
        "shop.test",
        "r",
        "/a",
        142,
        "h2",
        reported == 1 ? "h2" : "",
        outcome,
        reported == 1 ? "warm" : "cold",
        "desktop",
        "firefox",
        "4g",
        2,
        0,
        1,
        0,
        reported,
        times,
        reported == 1 ? 99 : -1,
        List.of(new ArmAssignment("exp", "a", Long.MIN_VALUE, -3, ArmAssignment.Period.DURING)));
  }

  private static ViewSamples.Filter all() {
    return new ViewSamples.Filter(0, Long.MAX_VALUE, null, null, null, null, null, null, false);
  }

  @Test
  void partsOfAReportMakeOneViewAndReplaysChangeNothing() {
    ViewSamples views = store.views();
    done(store.experiments().create("exp", "{}", "{}", ANN));
    ViewSample load = view("v1", 10, "loaded", ViewSample.LOAD, "ttfb", 80);
    ViewSample end = view("v1", 10, "loaded", ViewSample.END, "lcp", 200);

    assertThat(views.append(List.of(load, view("v2", 20, "failed", ViewSample.LOAD, "ttfb", 90))))
        .containsExactly(true, true);
    assertThat(views.append(List.of(end, load, end))).containsExactly(true, false, false);

    ViewSample found = views.find("v1").orElseThrow();
    assertThat(found.time("ttfb")).isEqualTo(80);
    assertThat(found.time("lcp")).isEqualTo(200);
    assertThat(found.time("cls")).isNaN();
    assertThat(found.reported()).isEqualTo(ViewSample.LOAD | ViewSample.END);
    assertThat(found.cacheState()).isEqualTo("warm");
    assertThat(found.bytes()).isEqualTo(99);
    assertThat(found.arms())
        .containsExactly(
            new ArmAssignment("exp", "a", Long.MIN_VALUE, -3, ArmAssignment.Period.DURING));
    assertThat(views.list(all(), ViewSamples.Order.NEWEST, null, 10, 0).items())
        .extracting(ViewSample::id)
        .containsExactly("v2", "v1");
  }

  @Test
  void listsTheViewsOfAnArmAndTheSlowestFirst() {
    ViewSamples views = store.views();
    done(store.experiments().create("exp", "{}", "{}", ANN));
    views.append(List.of(
        view("v1", 10, "loaded", ViewSample.LOAD, "load", 900),
        view("v2", 20, "abandoned", ViewSample.LOAD, "ttfb", 90),
        view("v3", 30, "loaded", ViewSample.LOAD, "load", 400)));
    store.waterfalls().put(List.of(new StoredWaterfall("v3", 30, "shop.test", "{}", null)));

    assertThat(views.list(all(), ViewSamples.Order.SLOWEST, null, 10, 0).items())
        .extracting(ViewSample::id)
        .containsExactly("v1", "v3", "v2");
    assertThat(total(new ViewSamples.Arm("exp", "a"), false)).isEqualTo(3);
    assertThat(total(new ViewSamples.Arm("exp", "b"), false)).isZero();
    assertThat(total(new ViewSamples.Arm("exp", "a"), true)).isEqualTo(1);
  }

  /** An export reads for seconds. */
  @Test
  void viewsAreWrittenAndReadWhileAllOfThemAreRead() {
    ViewSamples views = store.views();
    views.append(List.of(
        view("v1", 10, "loaded", ViewSample.LOAD, "load", 900),
        view("v2", 20, "loaded", ViewSample.LOAD, "load", 400)));
    List<String> read = new ArrayList<>();

    views.forEachView(null, 0, 1_000, view -> {
      read.add(view.id());
      ViewSample more = view("new-" + view.id(), 30, "loaded", ViewSample.LOAD, "load", 1);
      // Another thread has another connection.
      assertThat(CompletableFuture.supplyAsync(() -> views.append(List.of(more))))
          .succeedsWithin(Duration.ofSeconds(3));
      assertThat(CompletableFuture.supplyAsync(() -> views.find(more.id()).isPresent()))
          .succeedsWithin(Duration.ofSeconds(3))
          .isEqualTo(true);
    });

    assertThat(read).as("those of its beginning").containsExactly("v1", "v2");
    assertThat(views.list(all(), ViewSamples.Order.NEWEST, null, 10, 0).total()).isEqualTo(4);
  }

  private long total(ViewSamples.Arm arm, boolean withWaterfall) {
    ViewSamples.Filter filter =
        new ViewSamples.Filter(0, Long.MAX_VALUE, null, null, null, null, null, arm, withWaterfall);
    return store.views().list(filter, ViewSamples.Order.NEWEST, null, 1, 0).total();
  }

  @Test
  void lanesOfAWaterfallMeetAndTheFirstOfEachCounts() {
    WaterfallStore waterfalls = store.waterfalls();
    waterfalls.put(List.of(new StoredWaterfall("v1", 10, "shop.test", null, "g")));
    waterfalls.put(List.of(
        new StoredWaterfall("v1", 10, "shop.test", "b", null),
        new StoredWaterfall("v1", 10, "shop.test", "replay", "other")));

    StoredWaterfall found = waterfalls.find("v1").orElseThrow();
    assertThat(found.browser()).isEqualTo("b");
    assertThat(found.gateway()).isEqualTo("g");
    assertThat(waterfalls.find("v2")).isEmpty();
    assertThat(waterfalls.among(List.of("v1", "v2"))).containsExactly("v1");
  }

  @Test
  void oldWaterfallsAndThoseBeyondTheNumberOfASiteAreDeleted() {
    WaterfallStore waterfalls = store.waterfalls();
    List<StoredWaterfall> rows = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      rows.add(new StoredWaterfall("s" + i, i, "shop.test", "b", null));
    }
    rows.add(new StoredWaterfall("o", 0, "other.test", "b", null));
    waterfalls.put(rows);
    List<String> ids = rows.stream().map(StoredWaterfall::id).toList();

    waterfalls.keepNewest(4);
    assertThat(waterfalls.among(ids)).containsExactlyInAnyOrder("s2", "s3", "s4", "s5", "o");
    waterfalls.deleteBefore("shop.test", List.of(), 4);
    assertThat(waterfalls.among(ids)).containsExactlyInAnyOrder("s4", "s5", "o");
    waterfalls.deleteBefore(null, List.of("shop.test"), 1);
    assertThat(waterfalls.among(ids)).containsExactlyInAnyOrder("s4", "s5");
  }

  @Test
  void armsOfADeletedExperimentLeaveTheirViews() {
    ViewSamples views = store.views();
    done(store.experiments().create("exp", "{}", "{}", ANN));
    List<ViewSample> many = new ArrayList<>();
    for (int i = 0; i <= ViewSamples.DELETED_AT_ONCE; i++) {
      many.add(view("v" + i, i, "loaded", ViewSample.LOAD, "load", i));
    }
    views.append(many);
    List<ViewSample> part = new ArrayList<>();
    views.forEach("exp", 0, 1_000, 2, 3, part::add);
    assertThat(part).extracting(ViewSample::id).containsExactly("v2", "v3", "v4");

    Outcome<StoredExperiment> deleted = store
        .experiments()
        .delete(
            "exp",
            any -> true,
            ANN,
            (current, all, now) -> new Done<>(new ExperimentStore.Content("", "", "")));
    assertThat(deleted).isInstanceOf(Done.class);
    views.deleteArms("exp");
    views.append(List.of(view("late", 1, "unreported", 0, "load", Double.NaN)));

    List<ViewSample> left = new ArrayList<>();
    views.forEach("exp", 0, Long.MAX_VALUE, left::add);
    assertThat(left).isEmpty();
    assertThat(views.find("v1").orElseThrow().arms()).isEmpty();
  }

  @Test
  void aPageThatTheGatewayCutStaysTruncatedWhenItsReportComes() {
    ViewSamples views = store.views();
    views.append(List.of(view("v1", 10, "truncated", 0, "ttfb", Double.NaN)));
    views.append(List.of(view("v2", 10, "unreported", 0, "ttfb", Double.NaN)));

    assertThat(views.append(List.of(
            view("v1", 10, "loaded", ViewSample.LOAD, "ttfb", 80),
            view("v2", 10, "loaded", ViewSample.LOAD, "ttfb", 80))))
        .containsExactly(true, true);

    assertThat(views.find("v1").orElseThrow().outcome()).isEqualTo("truncated");
    assertThat(views.find("v1").orElseThrow().time("ttfb")).isEqualTo(80);
    assertThat(views.find("v2").orElseThrow().outcome()).isEqualTo("loaded");
  }

  @Test
  void viewsOfAnExperimentComeInTheirOrderAndOldOnesAreDeletedWithTheirArms() {
    ViewSamples views = store.views();
    done(store.experiments().create("exp", "{}", "{}", ANN));
    views.append(List.of(
        view("v3", 30, "loaded", 1, "ttfb", 1),
        view("v1", 10, "loaded", 1, "ttfb", 1),
        view("v2", 20, "loaded", 1, "ttfb", 1)));
    List<String> seen = new ArrayList<>();

    views.forEach("exp", 10, 30, view -> seen.add(view.id() + view.arms().get(0).arm()));
    assertThat(seen).containsExactly("v1a", "v2a");
    views.forEach("other", 0, 99, view -> seen.add("none"));
    assertThat(seen).hasSize(2);

    assertThat(views.deleteBefore("other.test", List.of(), 99)).isZero();
    assertThat(views.deleteBefore("shop.test", List.of(), 20)).isEqualTo(1);
    assertThat(views.deleteBefore(null, List.of("shop.test"), 99)).isZero();
    assertThat(views.deleteBefore(null, List.of(), 30)).isEqualTo(1);
    seen.clear();
    views.forEach("exp", 0, 99, view -> seen.add(view.id()));
    assertThat(seen).containsExactly("v3");
  }

  @Test
  void sumsOfAWriterReplaceItsOwnAndStandBesideThoseOfOthers() {
    ViewSamples views = store.views();
    TimingRow.Key key = new TimingRow.Key("shop.test", "/a", "h2", "cold", "desktop");
    views.sums(
        "one", 300, List.of(new TimingRow(0, key, new long[] {1, 0, 0, 0, 0}, new byte[] {1})));
    views.sums(
        "one", 300, List.of(new TimingRow(0, key, new long[] {2, 1, 0, 0, 0}, new byte[] {1, 2})));
    views.sums(
        "two", 300, List.of(new TimingRow(0, key, new long[] {5, 0, 0, 0, 0}, new byte[] {3})));
    views.sums(
        "one", 3600, List.of(new TimingRow(0, key, new long[] {7, 0, 0, 0, 0}, new byte[] {4})));
    List<Long> counts = new ArrayList<>();

    views.forEachSum(300, 0, 300_000, "shop.test", row -> counts.add(row.counts()[0]));
    assertThat(counts).containsExactlyInAnyOrder(2L, 5L);
    views.deleteSumsBefore(1);
    views.forEachSum(300, 0, 300_000, null, row -> counts.add(row.counts()[0]));
    assertThat(counts).hasSize(2);
  }

  @Test
  void keepsGrantsAndChangesOfUsers() {
    Grant site = new Grant(Role.PUBLISHER, List.of("*.b.example", "a.example"));
    User ann = new User("ann", List.of(Grant.everywhere(Role.VIEWER), site), "hash", true);
    assertThat(store.users().add(ann, ANN)).isTrue();
    assertThat(store.users().add(new User("ANN", Role.VIEWER, "hash", true), ANN))
        .isFalse();
    assertThat(store.users().find("ann")).contains(ann);
    String session = store.sessions().open("ann");

    User scoped =
        done(store.users().change("ann", 1, new UserChange("anna", List.of(site), null), ANN));

    assertThat(scoped).isEqualTo(new User("anna", List.of(site), "hash", true, false, 2));
    assertThat(store.users().find("ann")).isEmpty();
    assertThat(store.sessions().find(session)).isEmpty();
    assertThat(store.users().change("anna", 1, UserChange.disabled(true), ANN))
        .isEqualTo(new Outcome.Stale<User>(2));
    assertThat(store.users().list("AN", 10, 0).items())
        .extracting(each -> each.user().name())
        .containsExactly("anna");
    assertThat(store.audit().find("user.rename", 10, 0).total()).isEqualTo(1);
  }

  @Test
  void disabledUserHasAHashThatMatchesNothing() {
    store.users().addFirst(new User("boss", Role.ADMIN, "hash", false));
    store.users().add(new User("ann", Role.VIEWER, "hash", false), ANN);
    String session = store.sessions().open("ann");
    User disabled = done(store.users().change("ann", 1, UserChange.disabled(true), ANN));

    // An older version of the gateway does not know the column.
    assertThat(disabled.passwordHash()).isEqualTo("!hash");
    assertThat(store.sessions().find(session)).isEmpty();
    store.users().setPassword("ann", "other", true, ANN);
    assertThat(store.users().find("ann").orElseThrow().passwordHash()).isEqualTo("!other");
    assertThat(store.sessions().find(store.sessions().open("ann"))).isEmpty();
    User enabled = done(store.users().change("ann", 3, UserChange.disabled(false), ANN));
    assertThat(enabled.passwordHash()).isEqualTo("other");
  }

  @Test
  void twoAdminsCannotRemoveEachOther() throws Exception {
    store.users().addFirst(new User("one", Role.ADMIN, "hash", false));
    store.users().add(new User("two", Role.ADMIN, "hash", false), ANN);
    ExecutorService both = Executors.newFixedThreadPool(2);
    try {
      List<Future<Outcome<User>>> results = both.invokeAll(List.of(
          () -> store.users().delete("one", 1, ANN), () -> store.users().delete("two", 1, ANN)));
      int removed = 0;
      for (Future<Outcome<User>> result : results) {
        removed += result.get() instanceof Outcome.Done<User> ? 1 : 0;
      }
      assertThat(removed).isEqualTo(1);
      assertThat(store.users().list("", 10, 0).total()).isEqualTo(1);
    } finally {
      both.shutdownNow();
    }
  }

  @Test
  void tokenIsFoundByItsTextUntilItExpiresOrItsOwnerIsGone() {
    store.users().addFirst(new User("boss", Role.ADMIN, "hash", false));
    store.users().add(new User("ann", Role.EDITOR, "hash", false), ANN);
    ApiToken.New wanted = new ApiToken.New(
        "ci",
        "ann",
        new Grant(Role.VIEWER, List.of("a.example")),
        Set.of("manifests", "cache"),
        clock.instant().plus(Duration.ofDays(1)));
    ApiToken.Created created = done(store.tokens().create(wanted, ANN));

    assertThat(created.text()).matches("lyg_[A-Za-z0-9_-]{43}");
    assertThat(created.toString()).doesNotContain(created.text());
    ApiToken.Found found = store.tokens().use(created.text(), "192.0.2.0/24").orElseThrow();
    assertThat(found.token()).isEqualTo(created.token());
    assertThat(found.owner().name()).isEqualTo("ann");
    assertThat(store.tokens().use(created.text() + "x", "")).isEmpty();
    assertThat(store.tokens().find(created.token().id()).orElseThrow().usedNetwork())
        .isEqualTo("192.0.2.0/24");
    assertThat(store.tokens().create(wanted, ANN)).isInstanceOf(Outcome.Conflict.class);

    done(store.users().change("ann", 1, new UserChange("anna", null, null), ANN));
    assertThat(store.tokens().use(created.text(), "").orElseThrow().owner().name())
        .as("follows a new name")
        .isEqualTo("anna");
    clock.advance(Duration.ofDays(1));
    assertThat(store.tokens().use(created.text(), "")).as("expired").isEmpty();
    done(store.users().delete("anna", 2, ANN));
    assertThat(store.tokens().list(null, 10, 0).total()).isZero();
  }

  @Test
  void changesOfUsersAndVerdictsHaveTheirStates() {
    store.users().add(new User("ann", Role.EDITOR, "hash", false), ANN);
    done(store.users().change("ann", 1, new UserChange(null, null, true), ANN));
    AuditEntry disabled = store.audit().find("user.disable", 1, 0).items().get(0);
    assertThat(disabled.before()).isEqualTo("login: enabled");
    assertThat(disabled.after()).isEqualTo("login: disabled");
    AuditEntry created = store.audit().find("user.create", 1, 0).items().get(0);
    assertThat(created.after()).contains("editor").doesNotContain("hash");

    store.verdicts().remove("shop", "/", "/a.css", ANN);
    AuditEntry restored = store.audit().find("ledger.restore", 1, 0).items().get(0);
    assertThat(restored.before()).isNull();
    assertThat(restored.after()).isNull();
  }

  private ApiToken tokenOfAnn(String name, ApiToken.Origin origin) {
    ApiToken.New wanted = new ApiToken.New(
        name,
        "ann",
        new Grant(Role.VIEWER, List.of("*")),
        Set.of("*"),
        clock.instant().plus(Duration.ofDays(1)),
        origin);
    return done(store.tokens().create(wanted, ANN)).token();
  }

  /** Its requests in flight would otherwise leave tokens that end with nothing. */
  @Test
  void deletedTokenMakesNoMoreTokens() {
    store.users().add(new User("ann", Role.EDITOR, "hash", false), ANN);
    ApiToken stolen = tokenOfAnn("stolen", ApiToken.Origin.UNKNOWN);
    store.tokens().delete(stolen.id(), true, ANN);

    ApiToken.New late = new ApiToken.New(
        "late",
        "ann",
        new Grant(Role.VIEWER, List.of("*")),
        Set.of("*"),
        clock.instant().plus(Duration.ofDays(1)),
        new ApiToken.Origin(stolen.id(), null));
    assertThat(store.tokens().create(late, ANN)).isInstanceOf(Outcome.Missing.class);
    assertThat(store.tokens().list("ann", 10, 0).total()).isZero();
  }

  @Test
  void tokensEndWithTheTokenOrSessionThatMadeThem() {
    store.users().add(new User("ann", Role.EDITOR, "hash", false), ANN);
    ApiToken first = tokenOfAnn("first", new ApiToken.Origin(null, "5e5510"));
    ApiToken second = tokenOfAnn("second", new ApiToken.Origin(first.id(), null));
    tokenOfAnn("third", new ApiToken.Origin(second.id(), null));
    ApiToken other = tokenOfAnn("other", ApiToken.Origin.UNKNOWN);

    assertThat(store.tokens().delete(second.id(), false, ANN)).isEqualTo(1);
    assertThat(store.tokens().list("ann", 10, 0).items())
        .filteredOn(token -> token.name().equals("third"))
        .extracting(ApiToken::origin)
        .containsExactly(new ApiToken.Origin(first.id(), null));
    assertThat(store.tokens().deleteMadeIn("bob", "5e5510", ANN)).isZero();
    assertThat(store.tokens().deleteMadeIn("ann", "5e5510", ANN)).isEqualTo(2);
    assertThat(store.tokens().list("ann", 10, 0).items()).containsExactly(other);
    AuditEntry last = store.audit().find("token.delete", 1, 0).items().get(0);
    assertThat(last.detail()).isEqualTo("made by the token ann/first");
    assertThat(last.before()).contains("madeBy: token " + first.id());
    assertThat(last.after()).isNull();
  }

  @Test
  void knownBrowserIsForgottenWithThePassword() {
    store.users().addFirst(new User("ann", Role.ADMIN, "hash", false));
    String device = store.devices().add("ann");

    assertThat(store.devices().isKnown(device, "ann")).isTrue();
    assertThat(store.devices().isKnown(device, "bob")).isFalse();
    store.users().setPassword("ann", "other", false, ANN);
    assertThat(store.devices().isKnown(device, "ann")).isFalse();
  }

  @Test
  void sessionsOfAUserAreListedAndBounded() {
    store.users().addFirst(new User("ann", Role.ADMIN, "hash", false));
    String first = store.sessions().open("ann");
    for (int i = 0; i < 100; i++) {
      clock.advance(Duration.ofSeconds(1));
      store.sessions().open("ann", new SessionOrigin("192.0.2.0/24", "a"), SessionRules.DEFAULTS);
    }

    List<Session> sessions = store.sessions().list("ann", SessionRules.DEFAULTS);
    assertThat(sessions).hasSize(100);
    assertThat(store.sessions().find(first)).as("not seen for the longest time").isEmpty();
    assertThat(store.sessions().end("bob", sessions.get(0).id())).isFalse();
    assertThat(store.sessions().end("ann", sessions.get(0).id())).isTrue();
    assertThat(store.sessions().list("ann", SessionRules.DEFAULTS)).hasSize(99);
  }

  final void publish(String name, String text) {
    done(store.manifests().create(name, text, ANN));
    done(store.manifests().publish(name, 1, "", ANN));
  }

  private boolean publishRounds(String name, int rounds, Set<Long> numbers) {
    Manifest manifest = done(store.manifests().create(name, "0", ANN));
    for (int round = 1; round <= rounds; round++) {
      manifest = done(store.manifests().saveDraft(name, manifest.version(), "" + round, ANN));
      Publication published = done(store.manifests().publish(name, manifest.version(), "", ANN));
      numbers.add(revision(published).number());
      manifest = manifest(published);
    }
    return true;
  }

  static <T> T done(Outcome<T> outcome) {
    assertThat(outcome).isInstanceOf(Done.class);
    return ((Done<T>) outcome).value();
  }

  static Manifest manifest(Publication publication) {
    return Objects.requireNonNull(publication.manifest());
  }

  static Revision revision(Publication publication) {
    return Objects.requireNonNull(publication.revision());
  }

  /** Migrates the store as a later version would. */
  private void migrateByALaterVersion(String kind) {
    StoreUrl url = store.url();
    Flyway.configure()
        .dataSource(url.jdbc(), url.user(), url.password())
        .locations("classpath:next-build/" + kind + "/" + url.kind().token())
        .ignoreMigrationPatterns("*:missing")
        .load()
        .migrate();
  }

  @Test
  void storeOfANewerVersionThatOnlyAddedThingsIsUsed() throws Exception {
    publish("before", TEXT);
    migrateByALaterVersion("expands");
    assertThat(Store.fault(store.url(), directory)).isNull();

    try (Store older = Store.open(store.url(), directory, clock)) {
      assertThat(older.readOnly()).isNull();
      assertThat(older.schemaNote()).contains("schema 99").contains("may use it");
      done(older.manifests().create("after", TEXT, ANN));
      done(older.manifests().publish("after", 1, "", ANN));
      assertThat(older.manifests().published().manifests()).hasSize(2);
      assertThat(older.audit().verify("").faults()).isEmpty();
    }
    assertThat(StoreIntegrity.check(store.url()).toString())
        .contains("schema 99")
        .doesNotContain("not checked");
    StoreBackup.Contents backup =
        StoreBackup.write(store.url(), directory.resolve("backup.zip"), "0", clock.instant());
    assertThat(backup.schema()).isEqualTo(99);
  }

  @Test
  void storeThatANewerVersionHasClosedIsRefused() {
    store.close();
    migrateByALaterVersion("contracts");

    assertThat(Store.fault(store.url(), directory))
        .hasMessageContaining("written by a newer version (schema 99, this version knows "
            + DatabaseOpener.SCHEMA + ", the store needs 98 or newer). Start that version again");
    assertThatThrownBy(() -> Store.open(store.url(), directory, clock))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("needs 98 or newer");
    assertThat(StoreIntegrity.check(store.url()).toString()).contains("needs 98 or newer");
  }

  @Test
  void nodeWhoseStoreIsClosedByANewerVersionGetsReadOnly() {
    publish("before", TEXT);
    migrateByALaterVersion("contracts");

    store.watchSchema();

    assertThat(store.readOnly()).contains("needs 98 or newer");
    assertThatThrownBy(() -> store.manifests().create("after", TEXT, ANN))
        .isInstanceOfSatisfying(
            StoreException.class,
            refused -> assertThat(refused.kind()).isEqualTo(StoreException.Kind.READ_ONLY));
    assertThat(store.manifests().published().manifests()).hasSize(1);
  }

  @Test
  void nodeNoticesAMigrationWhileItRuns() {
    assertThat(store.schemaNote()).isNull();
    migrateByALaterVersion("expands");

    store.watchSchema();

    assertThat(store.schemaNote()).contains("schema 99");
    publish("after", TEXT);
  }

  @Test
  void auditEntriesWithoutALinkAreLinkedByTheNextChangeAndAtTheNextStart() throws Exception {
    publish("before", TEXT);
    String row =
        "INSERT INTO audit (at, actor, action, outcome) VALUES (1, 'older', 'a.b', 'done')";
    run(row);
    publish("after", TEXT);
    assertThat(store.audit().verify("").faults()).isEmpty();

    run(row);
    try (Store next = Store.open(store.url(), directory, clock)) {
      assertThat(next.audit().verify("").faults()).isEmpty();
    }
  }

  private void run(String statement) throws SQLException {
    try (Connection connection = DatabaseOpener.connectAny(store.url());
        Statement run = connection.createStatement()) {
      run.executeUpdate(statement);
    }
  }
}
