package io.lychgate.jmh.scale;

import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Manifest;
import io.lychgate.gateway.store.ManifestStore;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreUrl;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Processor time of operations on a store of many revisions. Each sample has a new copy of the database. */
final class StoreTrial implements ScaleTrial {
  private static final String FILE = "lychgate.db";
  private static final String NAME = "site";
  private static final Actor OPERATOR = new Actor("operator", null);
  private static final int TEXT_BYTES = 1024;
  private static final int FIRST_PAGE = 50;

  /** Number of publications. It is small, as each makes the store larger. */
  private static final int PUBLICATIONS = 5;

  private static final int READS = 20;
  private static final double NANOS_PER_MICRO = 1000;

  /** Inserts the rows of publications, in one transaction, as a million of them would take an hour. */
  private static final List<String> FILL = List.of(
      "WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < %1$d)"
          + " INSERT INTO revision (number, manifest, kind, author, comment, created_at, body)"
          + " SELECT i, manifest, kind, author, comment, created_at + i, body FROM n, revision WHERE number = 1 AND %1$d > 1",
      "WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < %1$d)"
          + " INSERT INTO audit (at, actor, action, subject, outcome, detail)"
          + " SELECT at + i, actor, action, subject, outcome, 'revision ' || i FROM n, audit"
          + " WHERE action = 'manifest.publish' AND id = (SELECT max(id) FROM audit) AND %1$d > 1",
      "UPDATE revision_counter SET last = %1$d",
      "UPDATE manifest SET revision = %1$d");

  private final Path directory;
  private final int warmUps;
  private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
  private boolean isWarm;
  private int copies;

  /** Creates the trial; {@code warmUps} is the number of samples before the first that counts. */
  StoreTrial(Path directory, int warmUps) {
    this.directory = directory;
    this.warmUps = warmUps;
  }

  @Override
  public void prepare(int size) throws IOException {
    Path folder = Files.createDirectory(folder(size));
    try (Store store = open(folder)) {
      var unused = publish(store.manifests(), created(store.manifests()));
    }
    try (Connection connection =
            DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(FILE));
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      for (String fill : FILL) {
        statement.executeUpdate(String.format(Locale.ROOT, fill, size));
      }
      connection.commit();
    } catch (SQLException e) {
      throw new IOException("store: " + size + " revisions cannot be created", e);
    }
    for (int i = 0; i < warmUps && !isWarm; i++) {
      var unused = sample(size);
    }
    isWarm = true;
  }

  @Override
  public Map<String, Double> sample(int size) throws IOException {
    Path copy = Files.createDirectory(directory.resolve("store-copy-" + copies++));
    Files.copy(folder(size).resolve(FILE), copy.resolve(FILE));
    Map<String, Double> figures = new LinkedHashMap<>();
    long began = threads.getCurrentThreadCpuTime();
    try (Store store = open(copy)) {
      figures.put("start", micros(began, 1));
      ManifestStore manifests = store.manifests();
      began = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < READS; i++) {
        require(manifests.published().revision() == size, "published", size);
      }
      figures.put("load", micros(began, READS));
      Manifest manifest = manifests.find(NAME).orElseThrow();
      began = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < PUBLICATIONS; i++) {
        manifest = publish(manifests, manifest);
      }
      figures.put("publish", micros(began, PUBLICATIONS));
      began = threads.getCurrentThreadCpuTime();
      for (int i = 0; i < READS; i++) {
        long total = manifests.history(NAME, FIRST_PAGE, 0).total();
        require(total == size + PUBLICATIONS, "history", size);
      }
      figures.put("history", micros(began, READS));
    }
    delete(copy);
    return figures;
  }

  private double micros(long began, int times) {
    return (threads.getCurrentThreadCpuTime() - began) / NANOS_PER_MICRO / times;
  }

  private Path folder(int size) {
    return directory.resolve("store-" + size);
  }

  private static Store open(Path folder) {
    StoreUrl url = StoreUrl.parse("jdbc:sqlite:" + FILE, folder);
    return Store.open(url, folder, InstantSource.system());
  }

  private static Manifest created(ManifestStore manifests) throws IOException {
    return done(manifests.create(NAME, text(0), OPERATOR));
  }

  private static Manifest publish(ManifestStore manifests, Manifest manifest) throws IOException {
    Manifest saved =
        done(manifests.saveDraft(NAME, manifest.version(), text(manifest.version()), OPERATOR));
    Manifest published = done(manifests.publish(NAME, saved.version(), "by a benchmark", OPERATOR))
        .manifest();
    if (published == null) {
      throw new IOException("publish: nothing (expected: a manifest)");
    }
    return published;
  }

  /** Returns a manifest that differs from those of other versions. */
  private static String text(long version) {
    String rules = "# " + version + "\nrules:\n";
    return rules + "#".repeat(TEXT_BYTES - rules.length() - 1) + "\n";
  }

  private static <T> T done(Outcome<T> outcome) throws IOException {
    if (outcome instanceof Outcome.Done<T> done) {
      return done.value();
    }
    throw new IOException("store: " + outcome + " (expected: done)");
  }

  private static void require(boolean isFine, String what, int size) throws IOException {
    if (!isFine) {
      throw new IOException(what + ": wrong (expected: that of " + size + " revisions)");
    }
  }

  private static void delete(Path folder) throws IOException {
    try (var files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(folder);
  }

  @Override
  public void close() {}
}
