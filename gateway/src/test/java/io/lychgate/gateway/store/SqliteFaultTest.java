package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.store.StoreException.Kind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** SQLite files that cannot be used: they stay unchanged, and an in-memory replacement serves. */
final class SqliteFaultTest {
  private static final Actor ANN = new Actor("ann", null);

  @TempDir
  Path directory;

  private final TestClock clock = new TestClock();
  private StoreUrl url;
  private Path file;

  @BeforeEach
  void createStoreWithFiveRevisions() {
    url = StoreUrl.parse("jdbc:sqlite:lychgate.db", directory);
    file = directory.resolve("lychgate.db");
    try (Store store = Store.open(url, directory, clock)) {
      store.users().addFirst(new User("ann", Role.ADMIN, "hash", true));
      for (int i = 1; i <= 5; i++) {
        StoreContract.done(store.manifests().create("m" + i, ("text " + i).repeat(2000), ANN));
        StoreContract.done(store.manifests().publish("m" + i, 1, "", ANN));
      }
    }
  }

  private void damage(int from, int to) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    for (int i = from; i < to; i++) {
      bytes[i] = (byte) (i * 31);
    }
    Files.write(file, bytes);
  }

  /** Returns names and contents of all files. */
  private Map<Path, String> allFiles() {
    Map<Path, String> all = new HashMap<>();
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : paths.filter(Files::isRegularFile).toList()) {
        all.put(path, Files.readString(path, StandardCharsets.ISO_8859_1));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all;
  }

  private void assertReplaced(Kind kind, String finding) {
    Map<Path, String> before = allFiles();
    StoreException why = Objects.requireNonNull(Store.fault(url, directory));
    assertThat(why).hasMessageContaining(finding).hasMessageContaining("lychgate.db");
    assertThat(why.getMessage()).as("one line of the log").doesNotContain("\n");
    assertThat(why.kind()).isEqualTo(kind);
    assertThatThrownBy(() -> Store.open(url, directory, clock)).hasMessage(why.getMessage());

    try (Store store = Store.standIn(url, directory, clock, why)) {
      assertThat(store.manifests().published()).isEqualTo(published());
      assertThat(store.readOnly()).isEqualTo(why.getMessage());
      assertThatThrownBy(() -> store.manifests().create("new", "", ANN))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.READ_ONLY))
          .hasMessage(why.getMessage());
      assertThat(store.manifests().find("m1")).isPresent();
      store.users().addFirst(new User("ann", Role.ADMIN, "hash", true));
      assertThat(store.sessions().find(store.sessions().open("ann"))).isPresent();
    }
    assertThat(allFiles()).isEqualTo(before);
  }

  private PublishedManifests published() {
    return new PublishedFile(directory).read().orElseThrow();
  }

  @Test
  void damagedHeaderStaysUnchanged() throws Exception {
    damage(0, 60);

    assertReplaced(Kind.UNUSABLE, "no header of SQLite");
  }

  @Test
  void damagedPageStaysUnchanged() throws Exception {
    damage(12 * 4096, 20 * 4096);

    assertReplaced(Kind.UNUSABLE, "damaged, or not a SQLite database");
  }

  @Test
  void damagedPageOfUsersBesideManyCountersIsFound() throws Exception {
    fillWithCounters();
    assertThat(Store.fault(url, directory)).isNull();
    int page = pageOf("account");
    damage((page - 1) * 4096, page * 4096);

    assertThat(Store.fault(url, directory))
        .isNotNull()
        .hasMessageContaining("damaged, or not a SQLite database");
  }

  @Test
  void replacementHasUsersBesideManyCounters() throws Exception {
    fillWithCounters();
    StoreException why = new StoreException(Kind.READ_ONLY, "read-only", null);

    try (Store store = Store.standIn(url, directory, clock, why)) {
      assertThat(store.users().find("ann")).isPresent();
    }
  }

  /** Makes the file too large for a check of every page. */
  private void fillWithCounters() throws Exception {
    sql("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 70)"
        + " INSERT INTO rollup (width, scope, name, start, node, protocol, first_byte)"
        + " SELECT 60, 'all', '', i, '', '-', zeroblob(1048576) FROM n");
    assertThat(Files.size(file)).isGreaterThan(64L << 20);
  }

  /** Returns the number of the first page of a table, from 1. */
  private int pageOf(String table) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(
            "SELECT rootpage FROM sqlite_master WHERE name = '" + table + "'")) {
      row.next();
      return row.getInt(1);
    }
  }

  @Test
  void damagedFileWithALogStaysUnchanged() throws Exception {
    damage(12 * 4096, 20 * 4096);
    Files.write(directory.resolve("lychgate.db-wal"), new byte[5000]);
    Files.write(directory.resolve("lychgate.db-shm"), new byte[32768]);

    assertReplaced(Kind.UNUSABLE, "damaged, or not a SQLite database");
  }

  @Test
  void damagedFileWithTheLogOfAKilledProcessStaysUnchanged() throws Exception {
    Path copied = Files.createDirectory(directory.resolve("copied"));
    try (Store store = Store.open(url, directory, clock)) {
      StoreContract.done(store.manifests().create("late", "text", ANN));
      StoreContract.done(store.manifests().publish("late", 1, "", ANN));
      for (String name :
          List.of("lychgate.db", "lychgate.db-wal", "lychgate.db-shm", PublishedFile.NAME)) {
        Files.copy(directory.resolve(name), copied.resolve(name));
      }
    }
    directory = copied;
    url = StoreUrl.parse("jdbc:sqlite:lychgate.db", copied);
    file = copied.resolve("lychgate.db");
    damage(12 * 4096, 20 * 4096);

    assertReplaced(Kind.UNUSABLE, "damaged, or not a SQLite database");
  }

  @Test
  void damagedFileWithAJournalIsNotRolledBack() throws Exception {
    damage(0, 4096);
    Files.write(directory.resolve("lychgate.db-journal"), new byte[5000]);

    assertReplaced(Kind.UNUSABLE, "no header of SQLite");
  }

  @Test
  void emptyFileStaysUnchanged() throws Exception {
    Files.write(file, new byte[0]);

    assertReplaced(Kind.UNUSABLE, "empty, although a store was here");
  }

  @Test
  void truncatedFileStaysUnchanged() throws Exception {
    byte[] bytes = Files.readAllBytes(file);
    for (int length : new int[] {50, 4096, bytes.length - 1, bytes.length / 2}) {
      Files.write(file, Arrays.copyOf(bytes, length));

      assertReplaced(Kind.UNUSABLE, "damaged, or not a SQLite database");
    }
  }

  @Test
  void textFileStaysUnchanged() throws Exception {
    Files.writeString(file, "this is a letter, and no database. ".repeat(500));

    assertReplaced(Kind.UNUSABLE, "no header of SQLite");
  }

  @Test
  void databaseOfAnotherProgramStaysUnchanged() throws Exception {
    Files.delete(file);
    sql("CREATE TABLE letters (text TEXT)");

    assertReplaced(Kind.UNUSABLE, "a database of another program");
  }

  @Test
  void databaseOfANewerVersionStaysUnchanged() throws Exception {
    sql(
        "INSERT INTO flyway_schema_history SELECT 99, '99', 'needs 98 x', type, script, checksum, installed_by,"
            + " installed_on, execution_time, success FROM flyway_schema_history LIMIT 1");

    assertReplaced(Kind.UNUSABLE, "written by a newer version (schema 99");
  }

  @Test
  void replacementHasTheUsersOfANewerVersionThatAddedColumns() throws Exception {
    sql("ALTER TABLE account ADD COLUMN reviewer TEXT");
    sql(
        "INSERT INTO flyway_schema_history SELECT 99, '99', 'needs 98 x', type, script, checksum, installed_by,"
            + " installed_on, execution_time, success FROM flyway_schema_history LIMIT 1");
    StoreException why = Objects.requireNonNull(Store.fault(url, directory));

    try (Store store = Store.standIn(url, directory, clock, why)) {
      assertThat(store.users().find("ann")).isPresent();
    }
  }

  @Test
  void directoryInPlaceOfTheFileStaysUnchanged() throws Exception {
    Files.delete(file);
    Files.createDirectories(file);
    Files.writeString(file.resolve("something"), "x");

    assertReplaced(Kind.UNUSABLE, "not a file but a directory");
  }

  @Test
  void fileWithTheLogOfAKilledProcessIsUsed() throws Exception {
    Path copied = Files.createDirectory(directory.resolve("copied"));
    try (Store store = Store.open(url, directory, clock)) {
      StoreContract.done(store.manifests().create("late", "text", ANN));
      StoreContract.done(store.manifests().publish("late", 1, "", ANN));
      for (String side : List.of("", "-wal", "-shm")) {
        Files.copy(Path.of(file + side), copied.resolve("lychgate.db" + side));
      }
    }
    StoreUrl killed = StoreUrl.parse("jdbc:sqlite:lychgate.db", copied);

    assertThat(Files.size(copied.resolve("lychgate.db-wal"))).isPositive();
    assertThat(Store.fault(killed, copied)).isNull();
    try (Store store = Store.open(killed, copied, clock)) {
      assertThat(store.manifests().published().revision()).isEqualTo(6);
    }
  }

  @Test
  void fileLockedByAnotherProcessIsTemporarilyUnavailable() throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement statement = connection.createStatement()) {
      statement.execute("PRAGMA locking_mode = EXCLUSIVE");
      statement.execute("UPDATE account SET created_at = created_at");

      assertThatThrownBy(() -> Store.open(url, directory, clock))
          .isInstanceOfSatisfying(
              StoreException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE))
          .hasMessageContaining("lychgate.db: cannot be opened")
          .hasMessageContaining("locked");
    }
  }

  @Test
  void replacementHasTheReadableUsersAndHistory() {
    StoreException why = new StoreException(Kind.READ_ONLY, "read-only", null);

    try (Store store = Store.standIn(url, directory, clock, why)) {
      assertThat(store.users().find("ann").orElseThrow().mustChangePassword()).isFalse();
      assertThat(store.manifests().history("m1", 10, 0).total()).isEqualTo(1);
      assertThat(store.audit().find("manifest.publish", 10, 0).total()).isEqualTo(5);
    }
  }

  @Test
  void fileSetAsideCanStillBeOpenedAndTheNextStartHasTheManifests() throws Exception {
    damage(12 * 4096, 20 * 4096);
    Files.write(directory.resolve("lychgate.db-wal"), new byte[] {1, 2, 3});
    byte[] bytes = Files.readAllBytes(file);
    PublishedManifests before = published();

    StoreFiles.setAside(url, Instant.parse("2026-11-22T10:11:12Z"));

    Path aside = directory.resolve("lychgate.db.damaged-20261122T101112Z");
    assertThat(Files.readAllBytes(aside)).isEqualTo(bytes);
    assertThat(Path.of(aside + "-wal")).exists();
    assertThat(file).doesNotExist();
    try (Store store = Store.open(url, directory, clock)) {
      assertThat(store.manifests().published()).isEqualTo(before);
      StoreContract.done(store.manifests().create("next", "text", ANN));
      Publication next = StoreContract.done(store.manifests().publish("next", 1, "", ANN));
      assertThat(StoreContract.revision(next).number()).isEqualTo(before.revision() + 1);
    }
  }

  @Test
  void copyOfAnotherStoreInTheSameDirectoryIsIgnored() {
    try (Store other =
        Store.open(StoreUrl.parse("jdbc:sqlite:other.db", directory), directory, clock)) {
      assertThat(other.manifests().published().manifests()).isEmpty();
    }
  }

  @Test
  void restoreOfAnOlderStateKeepsTheNewerCopy() throws Exception {
    byte[] backup = Files.readAllBytes(file);
    try (Store store = Store.open(url, directory, clock)) {
      StoreContract.done(store.manifests().create("late", "text", ANN));
      StoreContract.done(store.manifests().publish("late", 1, "", ANN));
    }
    Files.write(file, backup);

    Store.open(url, directory, clock).close();

    assertThat(published().revision()).isEqualTo(5);
    assertThat(Files.readString(directory.resolve("published-6.json"), StandardCharsets.UTF_8))
        .contains("late");
  }

  private void sql(String statement) throws Exception {
    try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        Statement run = connection.createStatement()) {
      run.execute(statement);
    }
  }
}
