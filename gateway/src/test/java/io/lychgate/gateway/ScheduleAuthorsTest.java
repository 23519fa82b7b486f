package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.ApiToken;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Manifest;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.StoredPublication;
import io.lychgate.gateway.store.User;
import io.lychgate.gateway.store.UserChange;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ScheduleAuthorsTest {
  private static final Actor ROOT = new Actor("root", null);
  private static final Grant PUBLISHER = new Grant(Role.PUBLISHER, List.of("shop.example"));
  private static final String TEXT = "hosts: [ shop.example ]\nrules: []\n";

  @TempDir
  Path directory;

  private final ScheduleAuthors authors = new ScheduleAuthors();
  private Store store;

  @BeforeEach
  void open() {
    store = Store.open(
        StoreUrl.parse("jdbc:sqlite:test.db", directory), directory, InstantSource.system());
    assertThat(store.users().add(new User("ann", List.of(PUBLISHER), "hash", false), ROOT))
        .isTrue();
  }

  @AfterEach
  void close() {
    store.close();
  }

  private StoredPublication scheduledBy(String author) {
    Manifest made = value(store.manifests().create("shop", TEXT, new Actor(author, "192.0.2.1")));
    return value(store
        .publications()
        .schedule(
            "shop",
            made.version(),
            Instant.now().plusSeconds(3600),
            "",
            new Actor(author, "192.0.2.1")));
  }

  private static <T> T value(Outcome<T> outcome) {
    return ((Outcome.Done<T>) outcome).value();
  }

  private void change(UserChange change) {
    User user = store.users().find("ann").orElseThrow();
    assertThat(store.users().change("ann", user.version(), change, ROOT))
        .isInstanceOf(Outcome.Done.class);
  }

  private @Nullable String objection(StoredPublication scheduled) {
    return authors.objection(store, store.publications().find(scheduled.id()).orElseThrow());
  }

  @Test
  void authorWithTheRoleForTheSitesMayPublish() {
    StoredPublication scheduled = scheduledBy("ann");
    assertThat(objection(scheduled)).isNull();
  }

  @Test
  void disabledOrDeletedAuthorMayNot() {
    StoredPublication scheduled = scheduledBy("ann");
    change(new UserChange(null, null, true));
    assertThat(objection(scheduled))
        .isEqualTo("its author ann is disabled (expected: a user who may publish)");
    User user = store.users().find("ann").orElseThrow();
    store.users().delete("ann", user.version(), ROOT);
    assertThat(objection(scheduled)).contains("no longer a user");
  }

  @Test
  void authorWhoLostTheRoleForTheSitesMayNot() {
    StoredPublication scheduled = scheduledBy("ann");
    change(new UserChange(null, List.of(new Grant(Role.PUBLISHER, List.of("blog.example"))), null));
    assertThat(objection(scheduled)).contains("may no longer publish for these sites");
    change(new UserChange(null, List.of(new Grant(Role.EDITOR, List.of("*"))), null));
    assertThat(objection(scheduled)).contains("may no longer publish for these sites");
  }

  @Test
  void authorWithAnotherNameMayPublish() {
    StoredPublication scheduled = scheduledBy("ann");
    change(new UserChange("anna", null, null));
    assertThat(store.publications().find(scheduled.id()).orElseThrow().author()).isEqualTo("anna");
    assertThat(objection(scheduled)).isNull();
  }

  @Test
  void tokenMayUntilItIsDeleted() {
    ApiToken token = value(store
            .tokens()
            .create(
                new ApiToken.New(
                    "ci", "ann", PUBLISHER, Set.of("*"), Instant.now().plusSeconds(60)),
                ROOT))
        .token();
    StoredPublication scheduled = scheduledBy("ann/ci");
    assertThat(objection(scheduled)).isNull();
    assertThat(store.tokens().delete(token.id(), true, ROOT)).isEqualTo(1);
    assertThat(objection(scheduled)).isEqualTo("the token ann/ci, which scheduled it, was deleted");
  }
}
