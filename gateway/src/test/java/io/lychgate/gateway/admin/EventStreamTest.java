package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.testkit.NewestJdk;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

// The client of the JDK ignores interrupts while it waits for lines.
@NewestJdk
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EventStreamTest {

  private static final Map<String, String> SCHEMAS =
      Map.of("savings", "Savings", "connections", "ConnectionSummary", "snapshot", "SnapshotEvent");

  @TempDir
  Path directory;

  @Test
  void sendsAllTopicsAtOnceAndEachPublicationImmediately() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient user = admin.as(Role.ADMIN);
      user.post("/api/v1/manifests", Map.of("name", "shop", "text", "rules: []"));
      try (Stream<String> lines = user.lines("/api/v1/events").body()) {
        Iterator<String> stream = lines.iterator();
        TreeSet<String> topics = new TreeSet<>();
        while (topics.size() < 3) {
          String topic = next(stream, "event: ");
          admin.contract.checkSchema(
              SCHEMAS.getOrDefault(topic, "unknown topic"), next(stream, "data: "));
          topics.add(topic);
        }
        assertThat(topics).containsExactly("connections", "savings", "snapshot");

        user.post("/api/v1/manifests/shop/publish", "{}", "if-match", "\"1\"");

        while (!next(stream, "data: ").startsWith("{\"revision\":1,")) {
          assertThat(stream.hasNext()).isTrue();
        }
      }
    }
  }

  @Test
  void sendsOnlyTheRequestedTopics() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient user = admin.as(Role.VIEWER);
      assertThat(user.get("/api/v1/events?topics=weather").code()).isEqualTo("invalid");
      try (Stream<String> lines = user.lines("/api/v1/events?topics=snapshot").body()) {
        assertThat(next(lines.iterator(), "event: ")).isEqualTo("snapshot");
      }
    }
  }

  @Test
  void publicationsAreForUsersOfAllSites() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient chief = admin.as("chief", Grant.everywhere(Role.ADMIN));
      AdminClient ann = admin.as("ann", new Grant(Role.PUBLISHER, List.of("shop.example")));
      chief.post("/api/v1/manifests", Map.of("name", "shop", "text", "rules: []"));
      try (Stream<String> all = chief.lines("/api/v1/events").body();
          Stream<String> own = ann.lines("/api/v1/events").body()) {
        Iterator<String> ofChief = all.iterator();
        Iterator<String> ofAnn = own.iterator();
        assertThat(next(ofAnn, "event: ")).isNotEmpty();
        chief.post("/api/v1/manifests/shop/publish", "{}", "if-match", "\"1\"");

        assertThat(untilRevision(ofChief)).contains("event: publications");
        assertThat(untilRevision(ofAnn)).contains("event: snapshot").doesNotContain("publications");
      }
    }
  }

  private static String untilRevision(Iterator<String> stream) {
    StringBuilder read = new StringBuilder();
    String line = "";
    while (!line.startsWith("data: {\"revision\":1,")) {
      line = stream.next();
      read.append(line).append('\n');
    }
    return read.toString();
  }

  @Test
  void streamContinuesAfterTheLastEventOrNamesTheGap() throws Exception {
    try (AdminFixture admin = new AdminFixture(directory)) {
      AdminClient user = admin.as(Role.ADMIN);
      user.post("/api/v1/manifests", Map.of("name", "shop", "text", "rules: []"));
      String id;
      try (Stream<String> lines = user.lines("/api/v1/events?topics=snapshot").body()) {
        id = next(lines.iterator(), "id: ");
      }
      user.post("/api/v1/manifests/shop/publish", "{}", "if-match", "\"1\"");
      try (Stream<String> lines =
          user.lines("/api/v1/events?topics=snapshot", "last-event-id", id).body()) {
        Iterator<String> stream = lines.iterator();
        String first = next(stream, "event: ");
        assertThat(first).isEqualTo("snapshot");
        assertThat(next(stream, "data: ")).startsWith("{\"revision\":1,");
      }
      for (String unknown : new String[] {"7", "0badcafe-1", id + "999", "x-y"}) {
        try (Stream<String> lines = user.lines(
                "/api/v1/events?topics=snapshot", "last-event-id", unknown)
            .body()) {
          Iterator<String> stream = lines.iterator();
          assertThat(next(stream, "event: ")).as(unknown).isEqualTo("gap");
          assertThat(next(stream, "event: ")).isEqualTo("snapshot");
        }
      }
    }
  }

  @Test
  void endsStreamsWhenTheServerCloses() throws Exception {
    AdminFixture admin = new AdminFixture(directory);
    AdminClient user = admin.as(Role.VIEWER);
    Stream<String> lines = user.lines("/api/v1/events?topics=snapshot").body();
    Iterator<String> stream = lines.iterator();
    next(stream, "event: ");

    long started = System.nanoTime();
    admin.close();

    assertThat(Duration.ofNanos(System.nanoTime() - started)).isLessThan(Duration.ofSeconds(5));
    List<String> rest = new java.util.ArrayList<>();
    stream.forEachRemaining(rest::add);
    assertThat(rest)
        .allMatch(line -> line.isEmpty() || line.startsWith("data: ") || line.startsWith(":"));
  }

  private static String next(Iterator<String> stream, String prefix) {
    String line = stream.next();
    while (!line.startsWith(prefix)) {
      line = stream.next();
    }
    return line.substring(prefix.length());
  }
}
