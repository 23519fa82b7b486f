package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.Outcome.Conflict;
import io.lychgate.gateway.store.Outcome.Done;
import io.lychgate.gateway.store.Outcome.Stale;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Approvals and publications in a store. {@code PublishControlIT} has the same with PostgreSQL. */
final class PublicationStoreTest {
  private static final Actor ANN = new Actor("ann", "192.0.2.1");
  private static final Actor BEN = new Actor("ben", "192.0.2.2");
  private static final Actor CLEO = new Actor("cleo", "192.0.2.3");

  @TempDir
  Path directory;

  private final TestClock clock = new TestClock();
  private Store store;
  private ManifestStore manifests;
  private PublicationStore publications;

  @BeforeEach
  void open() {
    store = Store.open(StoreUrl.parse("jdbc:sqlite:test.db", directory), directory, clock);
    manifests = store.manifests();
    publications = store.publications();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static <T> T done(Outcome<T> outcome) {
    assertThat(outcome).isInstanceOf(Done.class);
    return ((Done<T>) outcome).value();
  }

  private static String conflict(Outcome<?> outcome) {
    assertThat(outcome).isInstanceOf(Conflict.class);
    return ((Conflict<?>) outcome).sentence();
  }

  private Instant now() {
    return clock.instant();
  }

  private StoredPublication schedule(Manifest manifest) {
    return done(publications.schedule(
        manifest.name(), manifest.version(), now().plusSeconds(60), "later", ANN));
  }

  private StoredPublication canary(Manifest manifest, String... nodes) {
    return done(publications.beginCanary(
        manifest.name(), manifest.version(), List.of(nodes), Duration.ofMinutes(5), "", "", ANN));
  }

  private Manifest published(String name, String text) {
    Manifest made = done(manifests.create(name, text, ANN));
    done(manifests.publish(name, made.version(), "", ANN));
    return manifests.find(name).orElseThrow();
  }

  private Manifest edited(Manifest manifest, String text, Actor by) {
    return done(manifests.saveDraft(manifest.name(), manifest.version(), text, by));
  }

  private String inForce(String name) {
    Revision revision = manifests.find(name).orElseThrow().published();
    return revision == null ? "" : String.valueOf(revision.text());
  }

  @Test
  void hashIsThatOfTheCanonicalText() {
    String hash = ContentHash.of("a: 1\nb: 2\n");

    assertThat(hash).isEqualTo(ContentHash.of("a: 1\r\nb: 2"));
    assertThat(hash).isEqualTo(ContentHash.of("\ufeffa: 1\rb: 2\n\n"));
    assertThat(hash).isNotEqualTo(ContentHash.of("a: 1\nb: 3\n"));
    assertThat(ContentHash.of(""))
        .isEqualTo("01ba4719c80b6fe911b091a7c05124b64eeece964e09c058ef8f9805daca546b");
  }

  @Test
  void everybodyWhoChangedTheDraftIsAnAuthor() {
    manifests.requireApproval(manifest -> true);
    Manifest draft = done(manifests.create("shop", "one", ANN));
    draft = edited(draft, "two", BEN);
    draft = edited(draft, "three", ANN);

    assertThat(publications.approvals(draft).authors()).containsExactly("ann", "ben");
    assertThat(conflict(publications.approve("shop", draft.version(), "", BEN)))
        .contains("ben changed this draft");
    assertThat(publications.approve("shop", draft.version() - 1, "", CLEO))
        .isEqualTo(new Stale<>(draft.version()));
    assertThat(conflict(manifests.publish("shop", draft.version(), "", ANN)))
        .contains("not approved");

    // Both refusals are in the audit trail.
    assertThat(store.audit().find(AuditFilter.ALL, 2, 0).items())
        .allMatch(AuditEntry::refused)
        .extracting(AuditEntry::action)
        .containsExactly("manifest.publish", "manifest.approve");

    done(publications.approve("shop", draft.version(), "fine", CLEO));
    done(manifests.publish("shop", draft.version(), "", ANN));
    Manifest next = edited(manifests.find("shop").orElseThrow(), "four", CLEO);
    // The draft after a publication has its own authors.
    assertThat(publications.approvals(next).authors()).containsExactly("cleo");
  }

  @Test
  void authorMayNotApproveWithATokenOrUnderANewName() {
    manifests.requireApproval(manifest -> true);
    Actor tokenOfAnn = new Actor("ann/ci", "192.0.2.1");
    Manifest draft = done(manifests.create("shop", "one", tokenOfAnn));
    assertThat(publications.approvals(draft).authors()).containsExactly("ann");
    assertThat(conflict(publications.approve("shop", draft.version(), "", ANN)))
        .contains("ann changed this draft");

    draft = edited(draft, "two", BEN);
    assertThat(conflict(publications.approve("shop", draft.version(), "", tokenOfAnn)))
        .contains("changed this draft");

    store.users().add(new User("ben", Role.PUBLISHER, "$argon2id$x", false), CLEO);
    User ben = store.users().find("ben").orElseThrow();
    done(store.users().change("ben", ben.version(), new UserChange("bob", null, null), CLEO));
    Actor bob = new Actor("bob", "192.0.2.2");
    assertThat(conflict(publications.approve("shop", draft.version(), "", bob)))
        .contains("bob changed this draft");
  }

  @Test
  void approvalEndsWithTheTextAndCanBeWithdrawn() {
    manifests.requireApproval(manifest -> true);
    Manifest draft = done(manifests.create("shop", "one", ANN));
    done(publications.approve("shop", draft.version(), "", BEN));
    draft = edited(draft, "two", ANN);
    draft = edited(draft, "one", ANN);
    assertThat(publications.approvals(draft).given()).isEmpty();

    done(publications.approve("shop", draft.version(), "", BEN));
    assertThat(publications.approvals(draft).given()).hasSize(1);
    done(publications.withdraw("shop", draft.version(), BEN));
    assertThat(conflict(manifests.publish("shop", draft.version(), "", ANN)))
        .contains("not approved");
  }

  @Test
  void approvalEndsWithTheRightsOfTheApprover() {
    Manifest draft = done(manifests.create("shop", "one", ANN));
    store.users().add(new User("ben", Role.PUBLISHER, "$argon2id$x", false), CLEO);
    done(publications.approve("shop", draft.version(), "", BEN));
    done(publications.approve("shop", draft.version(), "", new Actor("ben/ci", "192.0.2.2")));
    done(publications.approve("shop", draft.version(), "", new Actor("benno", "192.0.2.4")));

    User ben = store.users().find("ben").orElseThrow();
    done(store.users().change("ben", ben.version(), UserChange.disabled(true), CLEO));

    assertThat(publications.approvals(draft).given())
        .extracting(Approval::approver)
        .containsExactly("benno");
  }

  @Test
  void filesOfTheConfigurationNeedNoApproval() {
    manifests.requireApproval(manifest -> true);
    Manifest seed = done(manifests.create("seed", "one", Actor.SYSTEM));

    done(manifests.publish("seed", seed.version(), "", Actor.SYSTEM));
  }

  @Test
  void scheduledTextIsPinned() {
    Manifest draft = edited(published("shop", "one"), "two", ANN);
    StoredPublication scheduled = schedule(draft);
    draft = edited(draft, "three", ANN);

    assertThat(conflict(manifests.publish("shop", draft.version(), "", ANN)))
        .contains("is scheduled");
    assertThat(conflict(manifests.rollBack("shop", draft.version(), 1, "", ANN)))
        .contains("is scheduled");
    assertThat(conflict(manifests.retire("shop", draft.version(), "", ANN)))
        .contains("is scheduled");

    StoredPublication fired = done(publications.complete(scheduled.id(), "", Actor.SYSTEM));
    assertThat(fired.state()).isEqualTo(PublicationState.DONE);
    assertThat(inForce("shop")).isEqualTo("two");
    assertThat(manifests.find("shop").orElseThrow().draft()).isEqualTo("three");
    assertThat(conflict(publications.complete(scheduled.id(), "", Actor.SYSTEM)))
        .contains("done");
  }

  @Test
  void canaryIsForItsNodesOnly() {
    Manifest draft = edited(published("shop", "one"), "two", ANN);
    PublishedManifests before = manifests.published();
    StoredPublication canary = canary(draft, "b", "c");

    PublishedManifests now = manifests.published();
    assertThat(now.revision()).isEqualTo(before.revision() + 1);
    assertThat(now.manifests()).isEqualTo(before.manifests());
    assertThat(publications.on("a", now)).isEqualTo(now);
    assertThat(publications.on("b", now).manifests().get(0).text()).isEqualTo("two");
    assertThat(publications.on("b", now).manifests().get(0).revision())
        .isEqualTo(canary.revision());

    done(publications.undoCanary(canary.id(), "too slow", BEN));
    PublishedManifests after = manifests.published();
    assertThat(after.revision()).isEqualTo(now.revision() + 1);
    assertThat(publications.on("b", after).manifests()).isEqualTo(before.manifests());
  }

  @Test
  void canaryOfANewManifestIsNotInForceElsewhere() {
    StoredPublication canary = canary(done(manifests.create("new", "one", ANN)), "b");

    PublishedManifests now = manifests.published();
    assertThat(now.manifests()).isEmpty();
    assertThat(publications.on("b", now).manifests()).hasSize(1);
    done(publications.complete(canary.id(), "", BEN));
    assertThat(inForce("new")).isEqualTo("one");
  }

  @Test
  void promotionIsRefusedAfterAnotherPublication() {
    Manifest first = edited(published("shop", "one"), "two", ANN);
    StoredPublication canary = canary(first, "b");
    // A node of an older version does not know of canaries.
    AtomicLong number = new AtomicLong();
    var unused = manifests.change(
        "shop", manifests.find("shop").orElseThrow().version(), (handle, manifest) -> {
          number.set(manifests
              .putKeepingDraft(handle, manifest, RevisionKind.PUBLISH, "x", null, "", ANN)
              .number());
          return new Done<>(manifest);
        });

    assertThat(conflict(publications.complete(canary.id(), "", BEN)))
        .contains("revision " + number.get() + " was published in the meantime");
    assertThat(inForce("shop")).isEqualTo("x");
  }

  @Test
  void undoRestoresWhatWasBefore() {
    Manifest draft = edited(published("shop", "one"), "two", ANN);
    done(manifests.publish("shop", draft.version(), "", ANN));
    List<StoredPublication> all =
        publications.newest("shop", NewestFirst.of(10)).items();
    assertThat(all).extracting(StoredPublication::state).containsOnly(PublicationState.DONE);
    String second = all.stream()
        .filter(each -> each.text().equals("two"))
        .findFirst()
        .orElseThrow()
        .id();

    done(publications.undo(second, "", BEN));
    assertThat(inForce("shop")).isEqualTo("one");
    assertThat(manifests.find("shop").orElseThrow().draft()).isEqualTo("two");
    assertThat(conflict(publications.undo(second, "", BEN))).contains("not in force");
  }

  @Test
  void undoOfTheFirstPublicationTakesItOutOfForce() {
    published("shop", "one");
    String first =
        publications.newest("shop", NewestFirst.of(10)).items().get(0).id();

    done(publications.undo(first, "", BEN));

    assertThat(manifests.find("shop").orElseThrow().state()).isEqualTo(ManifestState.RETIRED);
    assertThat(manifests.published().manifests()).isEmpty();
  }

  @Test
  void oldPublicationsAreRemovedAndRunningOnesKept() {
    Manifest manifest = published("shop", "0");
    for (int i = 1; i <= 120; i++) {
      clock.advance(Duration.ofSeconds(1));
      Manifest draft = edited(manifests.find("shop").orElseThrow(), "text " + i, ANN);
      done(manifests.publish("shop", draft.version(), "", ANN));
    }
    assertThat(manifest.name()).isEqualTo("shop");

    assertThat(publications.newest("shop", NewestFirst.of(1000)).total()).isEqualTo(100);
    assertThat(manifests.history("shop", 1000, 0).total()).isEqualTo(121);
  }

  @Test
  void countsEndWithTheCanary() {
    StoredPublication canary = canary(done(manifests.create("new", "one", ANN)), "b");
    publications.count(canary.id(), new CanaryCount("i1", "b", 5, 1, new byte[0], 2, 1));
    publications.count(canary.id(), new CanaryCount("i1", "b", 9, 2, new byte[0], 3, 1));

    assertThat(publications.counts(canary.id())).singleElement().satisfies(count -> {
      assertThat(count.requests()).isEqualTo(9);
      assertThat(count.serverErrors()).isEqualTo(2);
    });
    done(publications.undoCanary(canary.id(), "", ANN));
    assertThat(publications.counts(canary.id())).isEmpty();
  }

  @Test
  void leaseHasOneHolder() {
    assertThat(publications.lead("a", Duration.ofMinutes(1))).isTrue();
    assertThat(publications.lead("b", Duration.ofMinutes(1))).isFalse();
    publications.release("a");
    assertThat(publications.lead("b", Duration.ofMinutes(1))).isTrue();
  }

  @Test
  void recordedHoursExpireAfterTwoDays() {
    RecordStore records = store.records();
    records.put(new RecordedHour("a", now(), 10, 10, new byte[] {1}));
    records.put(new RecordedHour("a", now(), 12, 12, new byte[] {2}));
    assertThat(records.since(now().minusSeconds(60), 10))
        .singleElement()
        .satisfies(hour -> assertThat(hour.views()).isEqualTo(12));

    Instant start = now();
    clock.advance(RecordStore.KEPT.plusHours(1));
    records.put(new RecordedHour("a", now(), 1, 1, new byte[0]));
    assertThat(records.since(start.minusSeconds(60), 10)).hasSize(1);
    records.clear();
    assertThat(records.since(start, 10)).isEmpty();
  }
}
