package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.AdminClient.Reply;
import io.lychgate.gateway.store.Role;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Repeated POSTs with an Idempotency-Key, validators of GETs, and streams that continue. */
class IdempotencyIT {
  private static final String KEY = "idempotency-key";
  private static final String NOTES = "/api/v1/history/events";

  /** Their bodies have ages, or a range that ends now. */
  private static final Set<String> NEW_EACH_TIME =
      Set.of("/api/v1/connections", "/api/v1/status", "/api/v1/timings");

  @TempDir
  static Path directory;

  private static AdminFixture admin;
  private static AdminClient user;

  @BeforeAll
  static void start() throws Exception {
    admin = new AdminFixture(directory);
    user = admin.as(Role.ADMIN);
  }

  @AfterAll
  static void stop() {
    admin.close();
  }

  private static Map<String, String> note(String text) {
    return Map.of("kind", "deploy", "text", text);
  }

  private static int notes(String text) {
    return (int) user.get(NOTES + "?limit=1000")
        .json()
        .get("items")
        .valueStream()
        .filter(each -> each.get("text").stringValue().equals(text))
        .count();
  }

  @Test
  void repetitionGetsTheFirstResponseAndChangesNothing() {
    Reply first = user.post(NOTES, note("once"), KEY, "a1");
    Reply second = user.post(NOTES, note("once"), KEY, "\"a1\"");

    assertThat(first.status()).isEqualTo(201);
    assertThat(first.header("idempotency-replayed")).isEmpty();
    assertThat(second.status()).isEqualTo(201);
    assertThat(second.text()).isEqualTo(first.text());
    assertThat(second.header("idempotency-replayed")).isEqualTo("true");
    assertThat(notes("once")).isEqualTo(1);
  }

  @Test
  void repetitionOfACreationHasItsLocationAndVersion() {
    Map<String, String> manifest = Map.of("name", "twice", "text", "rules: []");
    Reply first = user.post("/api/v1/manifests", manifest, KEY, "m1");
    Reply second = user.post("/api/v1/manifests", manifest, KEY, "m1");

    assertThat(second.status()).isEqualTo(201);
    assertThat(second.header("location")).isEqualTo(first.header("location"));
    assertThat(second.header("etag")).isEqualTo("\"1\"");
    assertThat(user.post("/api/v1/manifests", manifest).status()).isEqualTo(409);
  }

  @Test
  void refusalThatLastsIsRepeatedToo() {
    Map<String, String> manifest = Map.of("name", "taken", "text", "rules: []");
    user.post("/api/v1/manifests", manifest);
    Reply first = user.post("/api/v1/manifests", manifest, KEY, "t1");
    Reply second = user.post("/api/v1/manifests", manifest, KEY, "t1");

    assertThat(first.code()).isEqualTo("conflict");
    assertThat(second.text()).isEqualTo(first.text());
    assertThat(second.header("content-type")).isEqualTo("application/problem+json");
  }

  @Test
  void failedTrialRunsAgain() {
    String shop = "/api/v1/manifests/tried";
    String[] any = {"if-match", "*"};
    user.post("/api/v1/manifests", Map.of("name", "tried", "text", "rules: [] # wrong\n"));
    String[] repeatable = {"if-match", "*", KEY, "trial"};

    assertThat(user.post(shop + "/publish", Map.of(), repeatable).status()).isEqualTo(422);
    user.put(shop + "/draft", Map.of("text", "rules: []\n"), any);
    assertThat(user.post(shop + "/publish", Map.of(), repeatable).status()).isEqualTo(200);
  }

  @Test
  void anotherRequestWithTheKeyIsRefused() {
    user.post(NOTES, note("key"), KEY, "b1");

    Reply other = user.post(NOTES, note("other"), KEY, "b1");
    Reply elsewhere = user.post("/api/v1/plan", note("key"), KEY, "b1");

    assertThat(other.status()).isEqualTo(422);
    assertThat(other.code()).isEqualTo("idempotency-key-reused");
    assertThat(elsewhere.status()).isEqualTo(422);
    assertThat(notes("other")).isZero();
  }

  @Test
  void keysBelongToTheirUser() {
    AdminClient editor = admin.as(Role.EDITOR);
    user.post(NOTES, note("mine"), KEY, "c1");

    Reply theirs = editor.post(NOTES, note("theirs"), KEY, "c1");

    assertThat(theirs.status()).isEqualTo(201);
    assertThat(theirs.header("idempotency-replayed")).isEmpty();
    // A refused role takes no key.
    AdminClient viewer = admin.as(Role.VIEWER);
    assertThat(viewer.post(NOTES, note("no"), KEY, "v1").status()).isEqualTo(403);
    assertThat(viewer.post(NOTES, note("no"), KEY, "v1").header("idempotency-replayed"))
        .isEmpty();
  }

  @Test
  void concurrentRepetitionsRunOnce() {
    try (Threads threads = new Threads()) {
      List<CompletableFuture<Reply>> replies = IntStream.range(0, 16)
          .mapToObj(i -> CompletableFuture.supplyAsync(
              () -> user.post(NOTES, note("at once"), KEY, "d1"), threads.pool))
          .toList();
      List<Integer> statuses =
          replies.stream().map(each -> each.join().status()).distinct().toList();

      assertThat(statuses).contains(201);
      assertThat(statuses).isSubsetOf(201, 409);
      assertThat(notes("at once")).isEqualTo(1);
    }
  }

  /** Threads that end with the test. */
  private static final class Threads implements AutoCloseable {
    private final ExecutorService pool = Executors.newFixedThreadPool(8);

    @Override
    public void close() {
      pool.shutdownNow();
    }
  }

  @Test
  void oneTimePasswordIsNotStored() {
    Map<String, Object> wanted =
        Map.of("name", "newcomer", "grants", List.of(Map.of("role", "viewer")));
    Reply first = user.post("/api/v1/users", wanted, KEY, "u1");
    Reply second = user.post("/api/v1/users", wanted, KEY, "u1");

    assertThat(first.status()).as(first.text()).isEqualTo(201);
    assertThat(second.status()).as(second.text()).isEqualTo(409);
    assertThat(second.detail()).contains("its response was not stored");
  }

  @Test
  void badKeysAreNamed() {
    assertThat(user.post(NOTES, note("x"), KEY, "a b").detail())
        .contains("Idempotency-Key: a b (expected: 1-200 visible ASCII characters");
    assertThat(user.post(NOTES, note("x"), KEY, "k".repeat(201)).status()).isEqualTo(400);
  }

  @Test
  void everyPostTakesAKeyIfTheContractNamesIt() {
    Set<String> withKey = admin.contract.addressesWith("POST", "IdempotencyKey");
    List<String> wrong = new ArrayList<>();
    for (String address : admin.contract.addresses("POST")) {
      String path = address.replaceAll("\\{\\w+}", "none");
      String[] fields = {"if-match", "*", KEY, "each" + address.hashCode()};
      Reply first = user.post(path, "{}", fields);
      Reply second = user.post(path, "{}", fields);
      Reply other = user.post(path, "{ }", fields);
      boolean isReplayed = second.header("idempotency-replayed").equals("true")
          && second.text().equals(first.text());
      boolean isSecret = second.detail().contains("its response was not stored");
      boolean isRefused = other.code().equals("idempotency-key-reused");
      boolean takesKey = (isReplayed || isSecret) && isRefused;
      // These failures may end by themselves.
      boolean runsAgain = List.of(401, 403, 422, 429, 503).contains(first.status());
      if (takesKey != withKey.contains(address) && !runsAgain) {
        wrong.add(address + ": " + first.status() + ", " + second.status() + ", " + other.status());
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(withKey).hasSizeGreaterThan(40);
  }

  @Test
  void everyGetThatMayRespondWith304HasAValidator() {
    List<String> checked = new ArrayList<>();
    List<String> wrong = new ArrayList<>();
    for (String path : admin.contract.addressesOf("GET", 304)) {
      String address = path.replaceAll("\\{\\w+}", "1");
      Reply first = user.get(address);
      // The rest needs the id of a thing, or a question.
      if (first.status() == 200) {
        Reply second = user.get(address, "if-none-match", first.header("etag"));
        checked.add(path);
        if (second.status() != (NEW_EACH_TIME.contains(path) ? 200 : 304)) {
          wrong.add(path + ": " + first.header("etag") + ", " + second.status());
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(checked).hasSizeGreaterThan(30);
  }

  @Test
  void changeHasAnotherValidator() {
    user.post(NOTES, note("change"));
    String before = user.get(NOTES).header("etag");
    user.post(NOTES, note("change again"));
    assertThat(user.get(NOTES, "if-none-match", before).status()).isEqualTo(200);
    Reply weak = user.put("/api/v1/manifests/none/draft", Map.of("text", ""), "if-match", before);
    assertThat(weak.status()).isIn(404, 412);
  }
}
