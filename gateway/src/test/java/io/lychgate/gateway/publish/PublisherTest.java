package io.lychgate.gateway.publish;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.observe.census.Census;
import io.lychgate.gateway.push.ManifestIndex;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Manifest;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.PublicationState;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.StoredPublication;
import io.lychgate.gateway.store.TestClock;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.NewestJdk;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two publishers of one store with a clock that the test moves. */
@NewestJdk
final class PublisherTest {
  private static final Actor ANN = new Actor("ann", null);

  @TempDir
  Path directory;

  private final TestClock clock = new TestClock();
  private final List<String> events = new CopyOnWriteArrayList<>();
  private final Set<String> gone = ConcurrentHashMap.newKeySet();
  private Store store;
  private Publisher one;
  private Publisher two;
  private volatile @Nullable String objection;

  @BeforeEach
  void open() {
    store = Store.open(StoreUrl.parse("jdbc:sqlite:test.db", directory), directory, clock);
    one = new Publisher(new Scene("one"));
    two = new Publisher(new Scene("two"));
    one.start();
    two.start();
  }

  @AfterEach
  void close() {
    one.close();
    two.close();
    store.close();
  }

  private StoredPublication scheduled(String name, String text, Duration in) {
    Manifest made = value(store.manifests().create(name, text, ANN));
    StoredPublication scheduled = value(
        store.publications().schedule(name, made.version(), clock.instant().plus(in), "", ANN));
    one.changed();
    two.changed();
    return scheduled;
  }

  private static <T> T value(Outcome<T> outcome) {
    return ((Outcome.Done<T>) outcome).value();
  }

  private StoredPublication now(StoredPublication of) {
    return store.publications().find(of.id()).orElseThrow();
  }

  @Test
  void firesOnceAtItsTimeAndNotBefore() {
    StoredPublication shop = scheduled("shop", "rules: []", Duration.ofHours(2));
    StoredPublication earlier = scheduled("blog", "rules: []", Duration.ofMinutes(119));
    clock.advance(Duration.ofMinutes(119));
    Await.until(() -> assertThat(now(earlier).state()).isEqualTo(PublicationState.DONE));
    assertThat(now(shop).state()).isEqualTo(PublicationState.SCHEDULED);

    clock.advance(Duration.ofMinutes(1));

    Await.until(() -> assertThat(now(shop).state()).isEqualTo(PublicationState.DONE));
    assertThat(now(shop).reason()).isEmpty();
    assertThat(store.manifests().history("shop", 10, 0).total()).isEqualTo(1);
    Await.until(() ->
        assertThat(events.stream().filter(event -> event.contains("shop done"))).hasSize(1));
  }

  @Test
  void clockThatJumpsFiresLateAndSaysSo() {
    StoredPublication shop = scheduled("shop", "rules: []", Duration.ofMinutes(5));
    Instant due = shop.dueAt();

    clock.advance(Duration.ofMinutes(65));

    Await.until(() -> assertThat(now(shop).state()).isEqualTo(PublicationState.DONE));
    assertThat(now(shop).reason()).contains("60 min after its time " + due);
  }

  @Test
  void textThatThisVersionRefusesFails() {
    StoredPublication bad = scheduled("bad", "broken", Duration.ofMinutes(1));

    clock.advance(Duration.ofMinutes(1));

    Await.until(() -> assertThat(now(bad).state()).isEqualTo(PublicationState.FAILED));
    assertThat(one.alerts()).extracting(StoredPublication::manifest).containsExactly("bad");
    assertThat(store.manifests().published().manifests()).isEmpty();
  }

  @Test
  void publicationOfAnAuthorWithoutTheRightFailsAndSaysWhy() {
    StoredPublication shop = scheduled("shop", "rules: []", Duration.ofMinutes(1));
    objection = "its author ann is disabled";

    clock.advance(Duration.ofMinutes(1));

    Await.until(() -> assertThat(now(shop).state()).isEqualTo(PublicationState.FAILED));
    assertThat(now(shop).reason()).isEqualTo("its author ann is disabled");
    assertThat(one.alerts()).extracting(StoredPublication::manifest).containsExactly("shop");
    assertThat(store.manifests().published().manifests()).isEmpty();
  }

  @Test
  void canaryOfAnAuthorWithoutTheRightWaitsForAPerson() {
    Manifest made = value(store.manifests().create("shop", "rules: []", ANN));
    CanaryRules withoutRequests = new CanaryRules(true, 1, 50, 20, 0);
    StoredPublication canary =
        value(one.beginCanary(made, 1, 0, Duration.ofMinutes(5), withoutRequests, "", ANN));
    two.changed();
    objection = "its author ann is disabled";

    clock.advance(Duration.ofMinutes(6));

    Await.until(() -> assertThat(now(canary).reason())
        .contains("promote or undo it")
        .contains("its author ann is disabled"));
    assertThat(now(canary).state()).isEqualTo(PublicationState.CANARY);
    objection = null;
    Await.until(() -> assertThat(now(canary).state()).isEqualTo(PublicationState.DONE));
  }

  @Test
  void canaryWhoseLeaderDiedIsPromotedByAnother() {
    Manifest made = value(store.manifests().create("shop", "rules: []", ANN));
    CanaryRules withoutRequests = new CanaryRules(true, 1, 50, 20, 0);
    // A leader that dies releases nothing; its lease ends by itself.
    assertThat(store.publications().lead("died", Duration.ofSeconds(3))).isTrue();
    StoredPublication canary =
        value(one.beginCanary(made, 1, 0, Duration.ofMinutes(5), withoutRequests, "", ANN));
    two.changed();
    Await.until(() -> assertThat(two.lastReport(canary.id())).isPresent());

    clock.advance(Duration.ofMinutes(6));

    Await.until(() -> assertThat(now(canary).state()).isEqualTo(PublicationState.DONE));
    assertThat(store.manifests().history("shop", 10, 0).total()).isEqualTo(1);
    Await.until(() ->
        assertThat(events.stream().filter(event -> event.contains("shop done"))).hasSize(1));
  }

  @Test
  void canaryEndsWhenItsNodeIsGone() {
    Manifest made = value(store.manifests().create("shop", "rules: []", ANN));
    StoredPublication canary =
        value(one.beginCanary(made, 1, 0, Duration.ofMinutes(5), CanaryRules.defaults(), "", ANN));
    two.changed();
    assertThat(canary.nodes()).hasSize(1);
    Await.until(() -> assertThat(two.lastReport(canary.id())).isPresent());
    assertThat(now(canary).state()).isEqualTo(PublicationState.CANARY);

    gone.addAll(canary.nodes());

    Await.until(() -> assertThat(now(canary).state()).isEqualTo(PublicationState.UNDONE));
    assertThat(now(canary).reason()).contains("no node of the canary");
    assertThat(one.alerts()).hasSize(1);
  }

  @Test
  void canaryNeedsAnotherNodeThatIsThere() {
    Manifest made = value(store.manifests().create("shop", "rules: []", ANN));
    gone.add("two");

    Outcome<StoredPublication> refused =
        one.beginCanary(made, null, 50, Duration.ofMinutes(5), CanaryRules.defaults(), "", ANN);

    assertThat(refused).isInstanceOf(Outcome.Conflict.class);
  }

  /** A gateway without traffic. */
  private final class Scene implements PublishingScene {
    private final String id;

    Scene(String id) {
      this.id = id;
    }

    @Override
    public Store store() {
      return store;
    }

    @Override
    public String instance() {
      return id;
    }

    @Override
    public List<PublisherNode> nodes() {
      return Stream.of("one", "two")
          .map(each -> new PublisherNode(each, each, each.equals(id), gone.contains(each), 0))
          .toList();
    }

    @Override
    public Census census() {
      return new Census(0, Map.of());
    }

    @Override
    public ManifestIndex index() {
      return ManifestIndex.EMPTY;
    }

    @Override
    public @Nullable String error(String text) {
      return text.equals("broken") ? "broken" : null;
    }

    @Override
    public @Nullable String objection(StoredPublication scheduled) {
      return objection;
    }

    @Override
    public void follow() {
      // Nothing runs here.
    }

    @Override
    public void event(String event, String manifest, String text) {
      events.add(text);
    }
  }
}
