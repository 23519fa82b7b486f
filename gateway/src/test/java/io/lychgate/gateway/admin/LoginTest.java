package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.AdminClient.Reply;
import io.lychgate.gateway.store.AuditEntry;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.TestClock;
import io.lychgate.gateway.testkit.NewestJdk;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@NewestJdk
class LoginTest {

  @TempDir
  Path directory;

  @Test
  void createsTheFirstUserAndReportsItsPasswordOnce() throws Exception {
    String password;
    try (AdminFixture first = new AdminFixture(directory, null, InstantSource.system())) {
      password = first.signIn().password().orElseThrow();
      Reply session = first.client().login("admin", password).get("/api/v1/session");
      assertThat(session.json().get("mustChangePassword").booleanValue()).isTrue();
      assertThat(session.json().get("role").stringValue()).isEqualTo("admin");
    }
    try (AdminFixture second = new AdminFixture(directory, null, InstantSource.system())) {
      assertThat(second.signIn().password()).isEmpty();
      assertThat(second.client().login("admin", password).get("/api/v1/session").status())
          .isEqualTo(200);
    }
  }

  @Test
  void readsThePasswordFromAFileAtEachStart() throws Exception {
    Path file = directory.resolve("password");
    for (String password : new String[] {"first-secret", "second-secret"}) {
      Files.writeString(file, password + "\n");
      try (AdminFixture admin = new AdminFixture(directory, file, InstantSource.system())) {
        assertThat(admin.signIn().password()).isEmpty();
        Reply session = admin.client().login("admin", password).get("/api/v1/session");
        assertThat(session.json().get("mustChangePassword").booleanValue()).isFalse();
      }
    }
  }

  @Test
  void setsACookieThatScriptsAndOtherSitesCannotUse() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      admin.as(Role.VIEWER);
      Reply response = login(admin.client(), "viewer-user", AdminFixture.PASSWORD);

      assertThat(response.header("set-cookie"))
          .matches(
              "__Host-lychgate=[A-Za-z0-9_-]{43}; Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=604800");
      assertThat(response.header("cache-control")).isEqualTo("no-store");
    }
  }

  @Test
  void rejectsAWrongPasswordAndAnUnknownNameAlikeAndAuditsBoth() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      admin.as(Role.VIEWER);
      Reply wrong = login(admin.client(), "viewer-user", "guess");
      Reply unknown = login(admin.client(), "unknown-user", "guess");

      assertThat(wrong.status()).isEqualTo(401);
      assertThat(unknown.text()).isEqualTo(wrong.text());
      assertThat(admin.store.audit().find("session.login", 10, 0).items())
          .filteredOn(AuditEntry::refused)
          .extracting(entry -> entry.actor().name() + " " + entry.actor().address())
          .containsExactly("unknown-user 127.0.0.1", "viewer-user 127.0.0.1");
    }
  }

  @Test
  void delaysLoginAfterFailedAttempts() throws Exception {
    TestClock clock = new TestClock();
    try (AdminFixture admin = new AdminFixture(directory, null, clock)) {
      admin.as(Role.VIEWER);
      for (int guess = 0; guess < 5; guess++) {
        assertThat(login(admin.client(), "viewer-user", "guess" + guess).status())
            .isEqualTo(401);
      }

      Reply throttled = login(admin.client(), "viewer-user", AdminFixture.PASSWORD);
      assertThat(throttled.code()).isEqualTo("too-many-attempts");
      assertThat(throttled.header("retry-after")).isEqualTo("1");

      clock.advance(Duration.ofSeconds(1));
      assertThat(login(admin.client(), "viewer-user", AdminFixture.PASSWORD).status())
          .isEqualTo(200);
    }
  }

  @Test
  void newPasswordEndsEverySessionAndOpensANewOne() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient changes = admin.as(Role.VIEWER);
      AdminClient goes = admin.client().login("viewer-user", AdminFixture.PASSWORD);
      Map<String, String> change =
          Map.of("currentPassword", AdminFixture.PASSWORD, "newPassword", "a longer new password");

      HttpResponse<Stream<String>> events = goes.lines("/api/v1/events");

      Reply changed = changes.put("/api/v1/session/password", change);
      assertThat(changed.status()).isEqualTo(200);

      assertThat(changes.get("/api/v1/session").status()).isEqualTo(401);
      assertThat(goes.get("/api/v1/session").status()).isEqualTo(401);
      assertThat(login(admin.client(), "viewer-user", AdminFixture.PASSWORD).status())
          .isEqualTo(401);
      // An open event stream ends with its session.
      assertThat(events.body()).isNotEmpty();
      AdminClient goesOn =
          admin.client().withCookie(changed.header("set-cookie").split(";", 2)[0]);
      assertThat(goesOn.get("/api/v1/session").status()).isEqualTo(200);
      assertThat(goesOn.put("/api/v1/session/password", change).code())
          .isEqualTo("wrong-credentials");
    }
  }

  @Test
  void endsAnIdleSession() throws Exception {
    TestClock clock = new TestClock();
    try (AdminFixture admin = new AdminFixture(directory, null, clock)) {
      AdminClient user = admin.as(Role.VIEWER);

      clock.advance(Duration.ofHours(9));

      assertThat(user.get("/api/v1/session").code()).isEqualTo("unauthenticated");
    }
  }

  private static Reply login(AdminClient client, String name, String password) {
    return client.post("/api/v1/session", Map.of("name", name, "password", password));
  }
}
