package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class SqliteSignOnStoreTest extends SignOnStoreContract {
  @Override
  StoreUrl emptyDatabase() {
    return StoreUrl.parse("jdbc:sqlite:sign-on.db", directory);
  }

  @Test
  void replacementStillNeedsTheSecondFactor() {
    byte[] secret = store.secrets().lasting("sign-on-factors");
    store.secondFactors().beginTotp("ann", "sealed");
    store.secondFactors().confirmTotp("ann", "sealed", 7, Actor.SYSTEM);
    StoreUrl url = store.url();
    store.close();
    StoreException why = new StoreException(StoreException.Kind.READ_ONLY, "read-only", null);

    try (Store replacement = Store.standIn(url, directory, clock, why)) {
      assertThat(replacement.secondFactors().of("ann").hasTotp()).isTrue();
      assertThat(replacement.secrets().lasting("sign-on-factors")).isEqualTo(secret);
      assertThat(replacement.secondFactors().useStep("ann", 7)).isFalse();
      assertThat(replacement.secondFactors().useStep("ann", 8)).isTrue();
    }
  }
}
