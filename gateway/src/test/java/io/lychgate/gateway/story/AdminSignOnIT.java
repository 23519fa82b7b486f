package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import com.eatthepath.otp.TimeBasedOneTimePasswordGenerator;
import io.lychgate.gateway.config.password.PasswordHash;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.User;
import io.lychgate.gateway.store.UserChange;
import io.lychgate.gateway.testkit.AdminBrowser;
import io.lychgate.gateway.testkit.AdminBrowser.Response;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.SoftKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import javax.crypto.spec.SecretKeySpec;
import org.bouncycastle.util.encoders.Base32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Sign-in with a second factor: codes of an app, keys of WebAuthn, recovery codes. Admins need one here. */
final class AdminSignOnIT {
  private static final String PASSWORD = "correct horse battery";
  private static final String OWN = "/session/second-factors";

  @TempDir
  static Path directory;

  private static @Nullable GatewayProcess gateway;
  private static @Nullable Store store;
  private static String hash = "";

  @BeforeAll
  static void start() {
    gateway = GatewayProcess.start(directory, """
        listeners: [ { name: web, address: 127.0.0.1:0 } ]
        sites: []
        store: { url: "jdbc:sqlite:lychgate.db" }
        admin:
          address: 127.0.0.1:0
          signOn: { secondFactor: required, secondFactorRoles: [ admin ] }
        """, Map.of());
    store = Store.open(
        StoreUrl.parse("jdbc:sqlite:lychgate.db", directory), directory, InstantSource.system());
    hash = PasswordHash.of(PASSWORD);
  }

  @AfterAll
  static void stop() {
    if (gateway != null) {
      gateway.close();
    }
    if (store != null) {
      store.close();
    }
  }

  private static Store store() {
    if (store == null) {
      throw new IllegalStateException("not started");
    }
    return store;
  }

  private static AdminBrowser browser() {
    return new AdminBrowser(gateway == null ? 0 : gateway.adminPort());
  }

  /** Returns a browser of a new user. */
  private static AdminBrowser user(String name, Role role) {
    assertThat(store().users().add(new User(name, role, hash, false), Actor.SYSTEM))
        .isTrue();
    AdminBrowser browser = browser();
    assertThat(browser.signIn(name, PASSWORD).status()).isEqualTo(200);
    return browser;
  }

  /** Returns the code of the time step that is this far from the present one. */
  private static String code(String secret, int away) {
    TimeBasedOneTimePasswordGenerator generator = new TimeBasedOneTimePasswordGenerator();
    try {
      return generator.generateOneTimePasswordString(
          new SecretKeySpec(Base32.decode(secret), generator.getAlgorithm()),
          Instant.now().plusSeconds(30L * away));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sets up an app, which uses the code of the step before the present one, and returns its secret. */
  private static String withApp(AdminBrowser browser) {
    String secret = browser
        .post(OWN + "/totp", Map.of("password", PASSWORD))
        .json()
        .path("secret")
        .asString();
    Response confirmed = browser.put(OWN + "/totp", Map.of("code", code(secret, -1)));
    assertThat(confirmed.status()).as(confirmed.text()).isEqualTo(200);
    return secret;
  }

  private static Response second(AdminBrowser browser, String field, Object value) {
    return browser.post("/session/second-step", Map.of(field, value));
  }

  private static SoftKey withKey(AdminBrowser browser, String name) throws Exception {
    SoftKey key = new SoftKey(browser.origin(), "localhost");
    Response added = addKey(browser, key, name);
    assertThat(added.status()).as(added.text()).isEqualTo(200);
    return key;
  }

  private static Response addKey(AdminBrowser browser, SoftKey key, String name) throws Exception {
    JsonNode begun =
        browser.post(OWN + "/keys/options", Map.of("password", PASSWORD)).json();
    String challenge = begun.at("/options/challenge").asString();
    return browser.post(
        OWN + "/keys",
        Map.of(
            "step",
            begun.path("step").asString(),
            "name",
            name,
            "credential",
            key.register(challenge)));
  }

  private static String challenge(Response step) {
    return step.json().at("/keyOptions/challenge").asString();
  }

  @Test
  void codeOfTheAppOpensASessionOnce() {
    String secret = withApp(user("app", Role.VIEWER));
    AdminBrowser browser = browser();

    Response step = browser.signIn("app", PASSWORD);
    assertThat(step.status()).isEqualTo(202);
    assertThat(step.json().path("methods").toString()).isEqualTo("[\"totp\",\"recovery\"]");
    assertThat(browser.isSignedIn()).isFalse();
    assertThat(browser.get("/manifests").status()).isEqualTo(401);
    String now = code(secret, 0);
    assertThat(second(browser, "code", now).status()).isEqualTo(200);
    assertThat(browser.isSignedIn()).isTrue();
    assertThat(browser.cookies()).doesNotContainKey("__Host-lychgate-step");

    // Replay: the same code, and one of an earlier step.
    AdminBrowser other = browser();
    other.signIn("app", PASSWORD);
    assertThat(second(other, "code", now).code()).isEqualTo("wrong-credentials");
    assertThat(second(other, "code", code(secret, -1)).code()).isEqualTo("wrong-credentials");
    assertThat(second(other, "code", code(secret, 1)).status()).isEqualTo(200);
  }

  @Test
  void secretsAreNotInTheStoreInPlainText() throws Exception {
    AdminBrowser browser = user("plain", Role.VIEWER);
    String secret = browser
        .post(OWN + "/totp", Map.of("password", PASSWORD))
        .json()
        .path("secret")
        .asString();
    JsonNode codes =
        browser.put(OWN + "/totp", Map.of("code", code(secret, 0))).json().path("recoveryCodes");

    assertThat(codes.size()).isEqualTo(10);
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file :
          files.filter(each -> each.toString().contains("lychgate.db")).toList()) {
        String content = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
        assertThat(content).doesNotContain(secret).doesNotContain(codes.get(0).asString());
      }
    }
    assertThat(browser.get(OWN).text()).doesNotContain(secret);
  }

  @Test
  void guessesOfCodesAreLimited() {
    withApp(user("guessed", Role.VIEWER));
    AdminBrowser browser = browser();
    browser.signIn("guessed", PASSWORD);
    List<String> codes = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      codes.add(second(browser, "code", "00000" + i).code());
    }

    assertThat(codes.subList(0, 5)).containsOnly("wrong-credentials");
    assertThat(codes.subList(5, 8)).containsOnly("unauthenticated");
    // The password alone does not give more tries.
    AdminBrowser other = browser();
    assertThat(other.signIn("guessed", PASSWORD).status()).isEqualTo(202);
    assertThat(second(other, "code", "123456").status()).isEqualTo(429);
    assertThat(store().audit().find("session.second-factor", 50, 0).items())
        .anyMatch(entry -> entry.refused() && entry.actor().name().equals("guessed"));
  }

  @Test
  void stepEndsAfterItsTriesAndWithAChangeOfThePassword() throws Exception {
    AdminBrowser own = user("tries", Role.VIEWER);
    SoftKey key = withKey(own, "laptop");
    AdminBrowser browser = browser();
    String challenge = challenge(browser.signIn("tries", PASSWORD));
    for (int i = 0; i < 5; i++) {
      assertThat(second(browser, "credential", key.sign("AAAA")).code())
          .isEqualTo("wrong-credentials");
    }
    assertThat(second(browser, "credential", key.sign(challenge)).code())
        .isEqualTo("unauthenticated");

    AdminBrowser late = browser();
    String other = challenge(late.signIn("tries", PASSWORD));
    store().users().setPassword("tries", PasswordHash.of("another password"), false, Actor.SYSTEM);
    assertThat(second(late, "credential", key.sign(other)).code()).isEqualTo("unauthenticated");
  }

  @Test
  void factorsFollowANewName() throws Exception {
    AdminBrowser own = user("maiden", Role.VIEWER);
    String secret = withApp(own);
    SoftKey key = withKey(own, "laptop");
    long version = store().users().find("maiden").orElseThrow().version();
    store().users().change("maiden", version, new UserChange("married", null, null), Actor.SYSTEM);

    AdminBrowser browser = browser();
    browser.signIn("married", PASSWORD);
    assertThat(second(browser, "code", code(secret, 0)).status()).isEqualTo(200);
    AdminBrowser other = browser();
    String challenge = challenge(other.signIn("married", PASSWORD));
    assertThat(second(other, "credential", key.sign(challenge)).status()).isEqualTo(200);
  }

  @Test
  void recoveryCodeWorksOnce() {
    AdminBrowser browser = user("lost", Role.VIEWER);
    withApp(browser);
    JsonNode codes = browser
        .post(OWN + "/recovery-codes", Map.of("password", PASSWORD))
        .json()
        .path("recoveryCodes");
    String code = codes.get(3).asString();

    AdminBrowser first = browser();
    first.signIn("lost", PASSWORD);
    assertThat(second(first, "recoveryCode", code.toUpperCase(Locale.ROOT).replace("-", " "))
            .status())
        .isEqualTo(200);
    assertThat(first.get(OWN).json().path("recoveryCodes").intValue()).isEqualTo(9);
    AdminBrowser again = browser();
    again.signIn("lost", PASSWORD);
    assertThat(second(again, "recoveryCode", code).code()).isEqualTo("wrong-credentials");
  }

  @Test
  void keySignsInAndOnlyForItsOriginAndChallenge() throws Exception {
    AdminBrowser own = user("key", Role.VIEWER);
    SoftKey key = withKey(own, "laptop");
    assertThat(own.get(OWN).json().at("/keys/0/name").asString()).isEqualTo("laptop");

    AdminBrowser browser = browser();
    Response step = browser.signIn("key", PASSWORD);
    assertThat(step.json().at("/keyOptions/rpId").asString()).isEqualTo("localhost");
    String challenge = challenge(step);
    assertThat(second(
                browser,
                "credential",
                key.at("https://evil.example", "localhost").sign(challenge))
            .detail())
        .contains("origin");
    assertThat(second(
                browser, "credential", key.at(browser.origin(), "evil.example").sign(challenge))
            .code())
        .isEqualTo("wrong-credentials");
    key.at(browser.origin(), "localhost");
    assertThat(second(browser, "credential", key.sign("AAAAAAAAAAAAAAAAAAAAAA")).detail())
        .contains("challenge");
    assertThat(
            second(browser, "credential", key.verifying(false).sign(challenge)).detail())
        .contains("verified");
    Map<String, Object> signed = key.verifying(true).sign(challenge);
    assertThat(second(browser, "credential", signed).status()).isEqualTo(200);

    // The step has ended, and another one has another challenge.
    AdminBrowser replay = browser();
    replay.signIn("key", PASSWORD);
    assertThat(second(replay, "credential", signed).detail()).contains("challenge");
  }

  @Test
  void copyOfAKeyIsDetectedByItsCounter() throws Exception {
    SoftKey key = withKey(user("copied", Role.VIEWER), "usb");
    AdminBrowser browser = browser();
    String challenge = challenge(browser.signIn("copied", PASSWORD));
    assertThat(second(browser, "credential", key.counting(50).sign(challenge)).status())
        .isEqualTo(200);

    AdminBrowser copy = browser();
    String other = challenge(copy.signIn("copied", PASSWORD));
    assertThat(second(copy, "credential", key.counting(20).sign(other)).detail())
        .contains("counter");
  }

  @Test
  void userHasSeveralKeysAndNoneOfOthers() throws Exception {
    AdminBrowser own = user("several", Role.VIEWER);
    withKey(own, "laptop");
    SoftKey phone = withKey(own, "phone");
    AdminBrowser other = user("stranger", Role.VIEWER);
    SoftKey theirs = withKey(other, "theirs");

    // The same key again, also for another user.
    assertThat(addKey(own, phone, "again").code()).isEqualTo("conflict");
    assertThat(addKey(other, phone, "stolen").code()).isEqualTo("conflict");
    assertThat(other.put(OWN + "/keys/" + phone.id(), Map.of("name", "mine")).status())
        .isEqualTo(404);
    assertThat(other
            .post(OWN + "/keys/" + phone.id() + "/remove", Map.of("password", PASSWORD))
            .status())
        .isEqualTo(404);
    assertThat(own.put(OWN + "/keys/" + phone.id(), Map.of("name", "<b>telephone</b>"))
            .json()
            .toString())
        .contains("<b>telephone</b>");

    AdminBrowser browser = browser();
    Response step = browser.signIn("several", PASSWORD);
    assertThat(step.json().at("/keyOptions/allowCredentials").size()).isEqualTo(2);
    assertThat(second(browser, "credential", theirs.sign(challenge(step))).code())
        .isEqualTo("wrong-credentials");
    assertThat(second(browser, "credential", phone.sign(challenge(step))).status())
        .isEqualTo(200);

    assertThat(own.post(OWN + "/keys/" + phone.id() + "/remove", Map.of("password", PASSWORD))
            .json()
            .path("keys")
            .size())
        .isEqualTo(1);
  }

  @Test
  void registrationNeedsThePasswordItsStepAndItsOrigin() throws Exception {
    AdminBrowser own = user("register", Role.VIEWER);
    assertThat(own.post(OWN + "/keys/options", Map.of("password", "wrong password"))
            .code())
        .isEqualTo("wrong-credentials");
    assertThat(
            addKey(own, new SoftKey("https://evil.example", "localhost"), "a").detail())
        .contains("origin");
    assertThat(addKey(own, new SoftKey(own.origin(), "evil.example"), "a").code())
        .isEqualTo("wrong-credentials");
    SoftKey key = new SoftKey(own.origin(), "localhost");
    JsonNode begun =
        own.post(OWN + "/keys/options", Map.of("password", PASSWORD)).json();
    Map<String, Object> body = Map.of(
        "step",
        begun.path("step").asString(),
        "name",
        "once",
        "credential",
        key.register(begun.at("/options/challenge").asString()));
    AdminBrowser other = user("register-other", Role.VIEWER);
    assertThat(other.post(OWN + "/keys", body).code()).isEqualTo("conflict");
    assertThat(own.post(OWN + "/keys", body).status()).isEqualTo(200);
    assertThat(own.post(OWN + "/keys", body).code()).isEqualTo("conflict");
    assertThat(own.post(
                OWN + "/keys", Map.of("step", "x", "name", "y", "credential", Map.of("id", "z")))
            .code())
        .isEqualTo("conflict");
  }

  @Test
  void malformedCredentialsAreRefusedAndNotErrors() throws Exception {
    withKey(user("malformed", Role.VIEWER), "laptop");
    List<Map<String, Object>> hostile = List.of(
        Map.of(),
        Map.of("id", "x"),
        Map.of("id", 7, "response", List.of()),
        Map.of("id", "AAAA", "rawId", "AAAA", "type", "public-key", "response", Map.of()));
    for (Map<String, Object> each : hostile) {
      AdminBrowser browser = browser();
      browser.signIn("malformed", PASSWORD);
      assertThat(second(browser, "credential", each).code()).isEqualTo("wrong-credentials");
    }
    AdminBrowser browser = browser();
    browser.signIn("malformed", PASSWORD);
    assertThat(browser.post("/session/second-step", Map.of()).code()).isEqualTo("invalid");
    assertThat(browser
            .post("/session/second-step", Map.of("code", "1", "recoveryCode", "2"))
            .code())
        .isEqualTo("invalid");
    assertThat(browser
            .post("/session/second-step", Map.of("code", "1", "kode", "1"))
            .code())
        .isEqualTo("unknown-field");
  }

  @Test
  void roleThatNeedsASecondFactorCanDoNothingElseBefore() {
    AdminBrowser admin = user("chief", Role.ADMIN);
    assertThat(admin.get("/session").json().path("mustSetUpSecondFactor").booleanValue())
        .isTrue();
    assertThat(admin.get("/manifests").code()).isEqualTo("second-factor-required");
    assertThat(admin.post("/users", Map.of()).code()).isEqualTo("second-factor-required");
    assertThat(admin.delete("/users/chief/second-factors").code())
        .isEqualTo("second-factor-required");

    withApp(admin);

    assertThat(admin.get("/manifests").status()).isEqualTo(200);
    assertThat(admin.post(OWN + "/totp/remove", Map.of("password", PASSWORD)).code())
        .isEqualTo("conflict");
    assertThat(user("reader", Role.VIEWER).get("/manifests").status()).isEqualTo(200);
  }

  @Test
  void adminResetsTheFactorsOfAUserAndEndsItsSessions() {
    AdminBrowser lost = user("reset", Role.EDITOR);
    withApp(lost);
    AdminBrowser admin = user("resetter", Role.ADMIN);
    withApp(admin);

    assertThat(lost.delete("/users/reset/second-factors").status()).isEqualTo(403);
    assertThat(admin.delete("/users/nobody/second-factors").status()).isEqualTo(404);
    assertThat(admin.delete("/users/reset/second-factors").status()).isEqualTo(204);

    assertThat(lost.isSignedIn()).isFalse();
    assertThat(lost.signIn("reset", PASSWORD).status()).isEqualTo(200);
  }

  @Test
  void newFactorEndsTheOtherSessionsOfTheUser() throws Exception {
    AdminBrowser own = user("careful", Role.VIEWER);
    AdminBrowser stolen = browser();
    assertThat(stolen.signIn("careful", PASSWORD).status()).isEqualTo(200);
    AdminBrowser bystander = user("bystander", Role.VIEWER);

    String secret = withApp(own);

    assertThat(own.isSignedIn()).isTrue();
    assertThat(stolen.isSignedIn()).isFalse();
    assertThat(bystander.isSignedIn()).isTrue();

    AdminBrowser second = browser();
    second.signIn("careful", PASSWORD);
    assertThat(second(second, "code", code(secret, 0)).status()).isEqualTo(200);
    withKey(own, "laptop");

    assertThat(own.isSignedIn()).isTrue();
    assertThat(second.isSignedIn()).isFalse();
  }

  @Test
  void cookieOfAStepFromAnotherBrowserOpensNothingByItself() {
    withApp(user("fixed", Role.VIEWER));
    AdminBrowser browser = browser();
    browser.cookies().put("__Host-lychgate-step", "A".repeat(43));
    String planted = "B".repeat(43);
    browser.cookies().put("__Host-lychgate", planted);
    browser.signIn("fixed", PASSWORD);
    assertThat(browser.cookies().get("__Host-lychgate-step")).isNotEqualTo("A".repeat(43));
    // Without the field of writes, as a page of another site.
    assertThat(browser
            .send("POST", "/session/second-step", Map.of("code", "000000"), "x-lychgate-csrf", "")
            .code())
        .isEqualTo("cross-site");
    assertThat(browser.get("/session").status()).isEqualTo(401);
  }
}
