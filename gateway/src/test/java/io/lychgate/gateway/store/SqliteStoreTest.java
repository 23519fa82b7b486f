package io.lychgate.gateway.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.store.StoreException.Kind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class SqliteStoreTest extends StoreContract {

  @Override
  StoreUrl emptyDatabase() {
    return StoreUrl.parse("jdbc:sqlite:deep/var/lychgate.db", directory);
  }

  @Test
  void createsDirectoriesAndAFileThatOnlyItsOwnerReads() throws Exception {
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
  }

  @Test
  void keepsAllDataAfterReopening() {
    publish("shop", TEXT);
    PublishedManifests before = store.manifests().published();
    store.close();

    store = Store.open(emptyDatabase(), directory, clock);

    assertThat(store.manifests().published()).isEqualTo(before);
    assertThat(store.complaint()).isNull();
  }

  @Test
  void rejectsAFileThatIsNoDatabase() throws Exception {
    Path other = directory.resolve("other.db");
    Files.writeString(
        other,
        "this is a letter, not a database, and it is long enough to have a header of 100 bytes or more to read");

    refused("jdbc:sqlite:other.db", Kind.UNUSABLE)
        .hasMessageContaining("other.db: damaged, or not a SQLite database")
        .hasMessageContaining("store set-aside -c FILE");
  }

  @Test
  void rejectsADamagedDatabaseAndLeavesItUnchanged() throws Exception {
    for (int i = 0; i < 50; i++) {
      publish("m" + i, TEXT.repeat(40));
    }
    store.close();
    byte[] bytes = Files.readAllBytes(file());
    for (int i = bytes.length / 3; i < bytes.length / 2; i++) {
      bytes[i] = (byte) (i * 31);
    }
    Files.write(file(), bytes);

    refused("jdbc:sqlite:deep/var/lychgate.db", Kind.UNUSABLE).hasMessageContaining("damaged");
    assertThat(Files.readAllBytes(file())).isEqualTo(bytes);
    assertThat(new PublishedFile(directory).read().orElseThrow().manifests()).hasSize(50);
  }

  @Test
  void rejectsADatabaseOfANewerVersion() throws Exception {
    store.close();
    try (Connection connection = DriverManager.getConnection(emptyDatabase().jdbc());
        Statement statement = connection.createStatement()) {
      statement.execute(
          "INSERT INTO flyway_schema_history SELECT 99, '99', 'needs 98 x', type, script, checksum, installed_by,"
              + " installed_on, execution_time, success FROM flyway_schema_history LIMIT 1");
    }

    refused("jdbc:sqlite:deep/var/lychgate.db", Kind.UNUSABLE)
        .hasMessageContaining("newer version (schema 99, this version knows "
            + DatabaseOpener.SCHEMA + ", the store needs 98 or newer)")
        .hasMessageContaining("Start that version again");
  }

  @Test
  void rejectsADatabaseOfAnotherProgram() throws Exception {
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("alien.db"));
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TABLE manifest (whatever TEXT)");
    }

    refused("jdbc:sqlite:alien.db", Kind.UNUSABLE).hasMessageContaining("Use an empty database");
  }

  @Test
  void rejectsADirectoryInPlaceOfTheFile() throws Exception {
    Files.createDirectories(directory.resolve("folder.db"));

    refused("jdbc:sqlite:folder.db", Kind.UNUSABLE)
        .hasMessageContaining("not a file but a directory");
  }

  @Test
  void namesAnUnknownUrlWithoutItsPassword() {
    assertThatThrownBy(() -> StoreUrl.parse("jdbc:oracle://ann:secret@db/x", directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "store.url: jdbc:oracle://db/x (expected: jdbc:sqlite:path/of/file.db or jdbc:postgresql://host/database)");
    StoreUrl url = StoreUrl.parse("jdbc:postgresql://ann:s%40cret@db:5432/x?ssl=true", directory);
    assertThat(url.jdbc()).isEqualTo("jdbc:postgresql://db:5432/x?ssl=true");
    assertThat(url.user()).isEqualTo("ann");
    assertThat(url.password()).isEqualTo("s@cret");
    assertThat(url).hasToString("postgresql://db:5432/x");
  }

  @Test
  void storesOnlyTheHashOfASession() throws Exception {
    store.users().addFirst(new User("ann", Role.EDITOR, "hash", false));
    String id = store.sessions().open("ann");
    store.close();

    assertThat(new String(Files.readAllBytes(file()), StandardCharsets.ISO_8859_1))
        .doesNotContain(id);
  }

  @Test
  void ignoresAnUnreadableCopy() throws Exception {
    Files.writeString(directory.resolve(PublishedFile.NAME), "{ \"format\": 1, \"revision\": ");

    assertThat(new PublishedFile(directory).read()).isEmpty();
  }

  private Path file() {
    return directory.resolve("deep/var/lychgate.db");
  }

  private org.assertj.core.api.AbstractThrowableAssert<?, ?> refused(String url, Kind kind) {
    return assertThatThrownBy(() -> Store.open(StoreUrl.parse(url, directory), directory, clock))
        .isInstanceOfSatisfying(StoreException.class, e -> assertThat(e.kind()).isEqualTo(kind));
  }
}
