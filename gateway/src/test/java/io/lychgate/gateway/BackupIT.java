package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.ApiToken;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.ManagedStore;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.SessionRules;
import io.lychgate.gateway.store.SignOnStore.Identity;
import io.lychgate.gateway.store.SignOnStore.ProviderSession;
import io.lychgate.gateway.store.SignOnStore.Purpose;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreBackup;
import io.lychgate.gateway.store.StoreUrl;
import io.lychgate.gateway.store.User;
import io.lychgate.gateway.testkit.LocalPostgres;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups between SQLite and PostgreSQL by the commands, and damaged, changed and foreign files. */
class BackupIT {
  private static final Actor ANN = new Actor("ann", "192.0.2.1");
  private static LocalPostgres server;
  private static int databases;

  @TempDir
  Path directory;

  @BeforeAll
  static void start() throws Exception {
    String missing = LocalPostgres.missing();
    Assumptions.assumeTrue(missing == null, missing);
    server = LocalPostgres.start();
  }

  @AfterAll
  static void stop() throws Exception {
    if (server != null) {
      server.stop();
    }
  }

  private static final String RECEIVER = "tls://siem.example:6514";

  /** The result of a command. */
  private record Ended(int code, String out, String err) {}

  private static Ended run(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Main.commandLine(arguments)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
    return new Ended(code, out.toString(), err.toString());
  }

  private String config(String name, String url, String user) throws IOException {
    return Files.writeString(directory.resolve(name + ".yaml"), """
            listeners: [ { name: web, address: "127.0.0.1:0", protocols: [http/1.1] } ]
            store: { url: "%s"%s, directory: %s }
            sites: [ { hosts: [ localhost ], routes: [ { match: { path: "/*" }, respond: { status: 204 } } ] } ]
            """.formatted(
                url, user.isEmpty() ? "" : ", user: " + user, name))
        .toString();
  }

  private String sqlite(String name) throws IOException {
    return config(name, "jdbc:sqlite:" + name + ".db", "");
  }

  private String postgres(String name) throws Exception {
    return config(name, server.create("backup" + ++databases), "postgres");
  }

  private static Store open(String config) {
    StringWriter err = new StringWriter();
    StoreOption option = new StoreOption();
    option.file = Path.of(config);
    return StoreOption.open(
        Objects.requireNonNull(option.config(new PrintWriter(err, true)), err::toString));
  }

  private static void fill(Store store) {
    store.users().add(new User("ann", Role.PUBLISHER, "$argon2id$x", false), ANN);
    store.manifests().create("shop", "rules: [] # \u00e9 \ud83d\ude00 \"'\\\n", ANN);
    store.manifests().publish("shop", 1, "first", ANN);
    store.secrets().lasting("tickets");
    store.managed().set(ManagedStore.Kind.MANIFEST, "shop", "git://ops", ANN);
    store.acme().keepAccount("https://ca.example", "sealed:abc");
    store.audit().forwards().hold(RECEIVER, "one", Duration.ofSeconds(1));
    store.experiments().create("one", "{}", "{}", ANN);
    store.manifests().create("later", "rules: []\n", ANN);
    store.publications().schedule("later", 1, Instant.now().plusSeconds(86_400), "", ANN);
    Grant grant = new Grant(Role.EDITOR, List.of("shop.example"));
    store
        .tokens()
        .create(
            new ApiToken.New("ci", "ann", grant, Set.of("*"), Instant.now().plusSeconds(86_400)),
            ANN);
    store.signOn().link("https://idp.example", "s1", new Identity("ann", false), ANN);
    // They end with the process, and the provider's session names one of the gateway.
    String session = store.sessions().open("ann");
    store.signOn().noteProvider(session, new ProviderSession("corp", "sealed:id"));
    store.signOn().begin(store.users().find("ann").orElseThrow(), Purpose.REGISTRATION);
  }

  private static void expectSame(Store store, byte[] secret) {
    assertThat(store.users().find("ann").orElseThrow().role()).isEqualTo(Role.PUBLISHER);
    assertThat(store.manifests().published().manifests().get(0).text())
        .isEqualTo("rules: [] # \u00e9 \ud83d\ude00 \"'\\\n");
    assertThat(store.secrets().lasting("tickets")).isEqualTo(secret);
    assertThat(store.managed().placeOf(ManagedStore.Kind.MANIFEST, "shop")).isEqualTo("git://ops");
    assertThat(store.acme().account("https://ca.example")).contains("sealed:abc");
    assertThat(store.audit().forwards().progress(RECEIVER)).isPresent();
    assertThat(store.experiments().find("one")).isPresent();
    assertThat(store.publications().running().get(0).manifest()).isEqualTo("later");
    assertThat(store.tokens().list("ann", 10, 0).items().get(0).grant().sites())
        .containsExactly("shop.example");
    assertThat(store.signOn().identity("https://idp.example", "s1")).isPresent();
    assertThat(store.sessions().list("ann", SessionRules.DEFAULTS)).isEmpty();
    assertThat(store.audit().verify("").faults()).isEmpty();
    // Numbers and ids continue after the restored ones.
    store.manifests().create("blog", "rules: []\n", ANN);
    store.manifests().publish("blog", 1, "", ANN);
    assertThat(store.manifests().published().revision()).isEqualTo(2);
    assertThat(store.audit().verify("").faults()).isEmpty();
  }

  @Test
  void storeMovesFromSqliteToPostgresAndBack() throws Exception {
    String first = sqlite("first");
    byte[] secret;
    try (Store store = open(first)) {
      fill(store);
      secret = store.secrets().lasting("tickets");
    }
    Path file = directory.resolve("first.backup.zip");
    Path back = directory.resolve("back.backup.zip");
    String second = postgres("second");
    String third = sqlite("third");

    assertThat(run("backup", "-c", first, file.toString()).code()).isZero();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    expectKeptWithoutForce(first, file);
    Ended restored = run("restore", "-c", second, file.toString());
    assertThat(restored.code()).as(restored.err() + restored.out()).isZero();
    assertThat(run("backup", "-c", second, back.toString()).code()).isZero();
    Ended again = run("restore", "-c", third, back.toString());
    assertThat(again.code()).as(again.err() + again.out()).isZero();

    try (Store store = open(second)) {
      expectSame(store, secret);
    }
    try (Store store = open(third)) {
      expectSame(store, secret);
    }
  }

  private static void expectKeptWithoutForce(String config, Path backup) throws Exception {
    byte[] earlier = Files.readAllBytes(backup);
    Ended refused = run("backup", "-c", config, backup.toString());
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains(backup + ": exists (expected: no such file, or --force)");
    assertThat(backup).hasBinaryContent(earlier);
    Files.writeString(backup, "old");
    assertThat(run("backup", "-c", config, "--force", backup.toString()).code()).isZero();
    assertThat(Files.size(backup)).isGreaterThan("old".length());
    assertThat(run("backup", "-c", config, "--force", "/dev/null").err())
        .contains("/dev/null: a device or a pipe (expected: a file)");
  }

  @Test
  void storeThatIsNotEmptyIsReplacedByForceOnly() throws Exception {
    String from = postgres("from");
    String to = postgres("to");
    byte[] secret;
    try (Store store = open(from)) {
      fill(store);
      secret = store.secrets().lasting("tickets");
    }
    try (Store store = open(to)) {
      store.manifests().create("other", "rules: []\n", ANN);
    }
    Path file = directory.resolve("from.backup.zip");
    assertThat(run("backup", "-c", from, file.toString()).code()).isZero();

    Ended refused = run("restore", "-c", to, file.toString());
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .containsPattern("the table \\w+ has rows \\(expected: an empty store");
    try (Store store = open(to)) {
      assertThat(store.manifests().find("other")).isPresent();
    }
    assertThat(run("restore", "-c", to, "--force", file.toString()).code()).isZero();
    try (Store store = open(to)) {
      assertThat(store.manifests().find("other")).isEmpty();
      expectSame(store, secret);
    }
  }

  @Test
  void changedCutAndNewerFilesAreRefused() throws Exception {
    String config = sqlite("source");
    try (Store store = open(config)) {
      fill(store);
    }
    Path file = directory.resolve("good.backup.zip");
    assertThat(run("backup", "-c", config, file.toString()).code()).isZero();
    String target = sqlite("target");

    Path cut = directory.resolve("cut.zip");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(cut, java.util.Arrays.copyOf(bytes, bytes.length / 2));
    assertThat(run("restore", "-c", target, cut.toString()).err())
        .contains("cut.zip: not a whole zip archive");

    Path changed = Files.copy(file, directory.resolve("changed.zip"));
    edit(changed, "tables/account.jsonl", "publisher", "admin");
    assertThat(run("restore", "-c", target, changed.toString()).err())
        .contains("changed.zip: tables/account.jsonl: SHA-256", "the file was changed");

    Path newer = Files.copy(file, directory.resolve("newer.zip"));
    edit(newer, "backup.json", "\"schema\":" + Store.schema(), "\"schema\":99");
    assertThat(run("restore", "-c", target, newer.toString()).err())
        .contains("newer.zip: schema 99 (expected: at most " + Store.schema());

    Path foreign = Files.writeString(directory.resolve("letter.zip"), "hello");
    assertThat(run("restore", "-c", target, foreign.toString()).code()).isEqualTo(1);
    Path longer = Files.copy(file, directory.resolve("longer.zip"));
    Files.writeString(longer, "more", StandardOpenOption.APPEND);
    Ended trailing = run("restore", "-c", target, "--check", longer.toString());
    assertThat(trailing.code()).isEqualTo(1);
    assertThat(trailing.err())
        .contains("longer.zip: bytes before or after the archive (expected: the file as");
    Ended good = run("restore", "-c", target, "--check", file.toString());
    assertThat(good.out()).contains("whole; ");
    try (Store store = open(target)) {
      assertThat(store.users().isEmpty()).isTrue();
    }
  }

  private static void edit(Path zip, String entry, String from, String to) throws IOException {
    try (FileSystem files = FileSystems.newFileSystem(zip, Map.of())) {
      Path path = files.getPath(entry);
      Files.writeString(path, Files.readString(path).replace(from, to));
    }
  }

  @Test
  void backupDuringWritesIsOfOneMoment() throws Exception {
    StoreUrl url = StoreUrl.parse(server.create("backup" + ++databases), directory)
        .withLogin("postgres", null);
    AtomicBoolean isDone = new AtomicBoolean();
    try (Store store = Store.open(url, directory.resolve("busy"), InstantSource.system())) {
      Thread writer = new Thread(() -> {
        for (int i = 0; !isDone.get(); i++) {
          store.manifests().create("m" + i, "rules: []", ANN);
          store.manifests().publish("m" + i, 1, "", ANN);
        }
      });
      writer.start();
      try {
        for (int i = 0; i < 3; i++) {
          Path file = directory.resolve("busy" + i + ".zip");
          StoreBackup.Contents contents = StoreBackup.write(url, file, "test", Instant.now());
          long revisions = rows(contents, "revision");
          // Each revision has its entry and link in the same copy.
          assertThat(rows(contents, "audit")).isEqualTo(rows(contents, "audit_chain"));
          assertThat(rows(contents, "manifest")).isBetween(revisions, revisions + 1);
          assertThat(contents.auditHead()).startsWith(rows(contents, "audit_chain") + ":");
        }
      } finally {
        isDone.set(true);
        writer.join();
      }
    }
  }

  private static long rows(StoreBackup.Contents contents, String table) {
    return contents.tables().stream()
        .filter(each -> each.name().equals(table))
        .findFirst()
        .orElseThrow()
        .rows();
  }
}
