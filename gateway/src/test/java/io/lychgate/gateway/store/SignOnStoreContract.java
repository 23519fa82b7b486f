package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.SecondFactorStore.Added;
import io.lychgate.gateway.store.SignOnStore.Identity;
import io.lychgate.gateway.store.SignOnStore.ProviderSession;
import io.lychgate.gateway.store.SignOnStore.Purpose;
import io.lychgate.gateway.store.SignOnStore.Step;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Second factors and incomplete sign-ins in a store, independent of its database. */
abstract class SignOnStoreContract {
  @TempDir
  Path directory;

  final TestClock clock = new TestClock();
  Store store;

  abstract StoreUrl emptyDatabase() throws Exception;

  @BeforeEach
  void open() throws Exception {
    store = Store.open(emptyDatabase(), directory, clock);
    store.users().add(new User("ann", Role.EDITOR, "hash", false), Actor.SYSTEM);
    store.users().add(new User("bob", Role.VIEWER, "hash", false), Actor.SYSTEM);
  }

  @AfterEach
  void close() {
    store.close();
  }

  static Passkey passkey(String id, String account, long count) {
    return new Passkey(
        id, account, "key", "localhost", "credential", count, true, false, Instant.EPOCH, null);
  }

  @Test
  void stepOfACodeIsUsedOnceAndNeverBackwards() {
    SecondFactorStore factors = store.secondFactors();
    assertThat(factors.useStep("ann", 1)).isFalse();
    assertThat(factors.beginTotp("ann", "first")).isTrue();
    assertThat(factors.beginTotp("ann", "second")).isTrue();
    assertThat(factors.of("ann").isEnrolled()).isFalse();
    assertThat(factors.confirmTotp("ann", "first", 10, Actor.SYSTEM)).isFalse();
    assertThat(factors.confirmTotp("ann", "second", 10, Actor.SYSTEM)).isTrue();
    assertThat(factors.beginTotp("ann", "third")).isFalse();

    assertThat(factors.useStep("ann", 10)).isFalse();
    assertThat(factors.useStep("ann", 12)).isTrue();
    assertThat(factors.useStep("ann", 12)).isFalse();
    assertThat(factors.useStep("ann", 11)).isFalse();
    assertThat(factors.useStep("bob", 13)).isFalse();
  }

  @Test
  void counterOfAKeyGrowsOrStaysZero() {
    SecondFactorStore factors = store.secondFactors();
    assertThat(factors.addPasskey(passkey("a", "ann", 5), Actor.SYSTEM)).isEqualTo(Added.DONE);
    assertThat(factors.addPasskey(passkey("a", "bob", 5), Actor.SYSTEM)).isEqualTo(Added.KNOWN);
    assertThat(factors.addPasskey(passkey("z", "ann", 0), Actor.SYSTEM)).isEqualTo(Added.DONE);

    assertThat(factors.usePasskey(passkey("a", "ann", 5), 5)).isFalse();
    assertThat(factors.usePasskey(passkey("a", "ann", 5), 6)).isTrue();
    assertThat(factors.usePasskey(passkey("z", "ann", 0), 0)).isTrue();
    assertThat(factors.of("ann").passkeys().get(0).usedAt()).isEqualTo(clock.instant());
    for (int i = 2; i < SecondFactorStore.MAX_PASSKEYS; i++) {
      factors.addPasskey(passkey("k" + i, "ann", 0), Actor.SYSTEM);
    }
    assertThat(factors.addPasskey(passkey("more", "ann", 0), Actor.SYSTEM))
        .isEqualTo(Added.TOO_MANY);
    assertThat(factors.removePasskey("bob", "a", Actor.SYSTEM)).isFalse();
    assertThat(factors.renamePasskey("bob", "a", "mine", Actor.SYSTEM)).isFalse();
  }

  @Test
  void recoveryCodesGoWithTheLastFactor() {
    SecondFactorStore factors = store.secondFactors();
    assertThat(factors.replaceRecoveryCodes("ann", List.of("one"), Actor.SYSTEM))
        .isFalse();
    factors.addPasskey(passkey("a", "ann", 0), Actor.SYSTEM);
    assertThat(factors.replaceRecoveryCodes("ann", List.of("one", "two"), Actor.SYSTEM))
        .isTrue();
    assertThat(factors.useRecoveryCode("bob", "one", Actor.SYSTEM)).isFalse();
    assertThat(factors.useRecoveryCode("ann", "one", Actor.SYSTEM)).isTrue();
    assertThat(factors.useRecoveryCode("ann", "one", Actor.SYSTEM)).isFalse();

    factors.removePasskey("ann", "a", Actor.SYSTEM);
    assertThat(factors.of("ann").recoveryCodes()).isZero();
  }

  @Test
  void auditTrailHasTheFactorsBeforeAndAfterEachChangeAndNoSecret() {
    SecondFactorStore factors = store.secondFactors();
    Actor ann = new Actor("ann", "192.0.2.1");
    factors.beginTotp("ann", "sealed-secret");
    factors.confirmTotp("ann", "sealed-secret", 10, ann);
    factors.replaceRecoveryCodes("ann", List.of("code-one", "code-two"), ann);
    factors.useRecoveryCode("ann", "code-one", ann);
    factors.addPasskey(passkey("a", "ann", 0), ann);
    factors.renamePasskey("ann", "a", "yellow", ann);
    factors.removePasskey("ann", "a", ann);
    factors.reset("ann", ann);
    store.signOn().link("https://issuer", "17", new Identity("ann", false), ann);

    List<AuditEntry> own = new ArrayList<>(store
        .audit()
        .find(new AuditFilter("", "ann", "", "", "", null, null, null), 50, 0)
        .items());
    Collections.reverse(own);
    assertThat(own)
        .extracting(AuditEntry::action)
        .containsExactly(
            "second-factor.add",
            "second-factor.recovery-codes",
            "second-factor.recovery",
            "second-factor.add",
            "second-factor.rename",
            "second-factor.remove",
            "second-factor.reset",
            "user.link");
    assertThat(own.get(0).before()).contains("codes of an app: no");
    assertThat(own.get(0).after()).contains("codes of an app: yes");
    assertThat(own.get(1).before()).contains("recovery codes: none");
    assertThat(own.get(1).after()).contains("recovery codes: 2, set ");
    assertThat(own.get(2).after()).contains("recovery codes: 1, set ");
    assertThat(own.get(4).before()).contains("keys: key");
    assertThat(own.get(4).after()).contains("keys: yellow");
    assertThat(own.get(5).after()).contains("keys: none");
    assertThat(own.get(6).after()).contains("codes of an app: no", "recovery codes: none");
    assertThat(own.get(7).after()).contains("https://issuer");
    assertThat(own.toString()).doesNotContain("sealed-secret", "code-one", "code-two");
  }

  @Test
  void stepHasTriesATimeAndOneEnd() {
    SignOnStore steps = store.signOn();
    User ann = store.users().find("ann").orElseThrow();
    String id = steps.begin(ann, Purpose.SECOND_FACTOR);
    Step step = steps.find(id, Purpose.SECOND_FACTOR).orElseThrow();
    assertThat(step.isOf(ann)).isTrue();
    assertThat(step.isOf(new User("ann", Role.EDITOR, "another", false))).isFalse();
    assertThat(steps.find(id, Purpose.REGISTRATION)).isEmpty();
    for (int i = 0; i < SignOnStore.MAX_TRIES; i++) {
      assertThat(steps.countTry(id)).isTrue();
    }
    assertThat(steps.countTry(id)).isFalse();
    assertThat(steps.find(id, Purpose.SECOND_FACTOR)).isEmpty();

    String other = steps.begin(ann, Purpose.SECOND_FACTOR);
    assertThat(steps.end(other)).isTrue();
    assertThat(steps.end(other)).isFalse();
    String late = steps.begin(ann, Purpose.SECOND_FACTOR);
    clock.advance(SignOnStore.STEP_LIFE);
    assertThat(steps.find(late, Purpose.SECOND_FACTOR)).isEmpty();
    assertThat(steps.countTry(late)).isFalse();
  }

  @Test
  void userHasFewStepsAtOnce() {
    User ann = store.users().find("ann").orElseThrow();
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      ids.add(store.signOn().begin(ann, Purpose.SECOND_FACTOR));
      clock.advance(java.time.Duration.ofMillis(1));
    }

    assertThat(ids.stream()
            .filter(id -> store.signOn().find(id, Purpose.SECOND_FACTOR).isPresent()))
        .containsExactlyElementsOf(ids.subList(3, 8));
  }

  @Test
  void personAndAccountBelongTogether() {
    SignOnStore signOn = store.signOn();
    Identity identity = new Identity("ann", false);
    assertThat(signOn.link("https://a", "1", identity, Actor.SYSTEM)).isTrue();
    assertThat(signOn.link("https://a", "2", identity, Actor.SYSTEM)).isFalse();
    assertThat(signOn.link("https://a", "1", new Identity("bob", false), Actor.SYSTEM))
        .isFalse();
    assertThat(signOn.identity("https://b", "1")).isEmpty();
    long version = store.users().find("ann").orElseThrow().version();
    store.users().change("ann", version, new UserChange("anna", null, null), Actor.SYSTEM);
    assertThat(signOn.identity("https://a", "1")).contains(new Identity("anna", false));

    String session = store.sessions().open("anna");
    signOn.noteProvider(session, new ProviderSession("staff", "sealed"));
    assertThat(signOn.providerOf(session)).isEqualTo(new ProviderSession("staff", "sealed"));
    store.sessions().close(session);
    assertThat(signOn.providerOf(session)).isNull();
  }
}
