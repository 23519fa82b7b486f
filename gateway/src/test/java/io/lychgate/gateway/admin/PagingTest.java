package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.StoredConfiguration;
import io.lychgate.gateway.store.ViewSample;
import io.lychgate.gateway.testkit.NewestJdk;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Lists by cursor: each item once and in order, also while others come. */
@NewestJdk
final class PagingTest {
  private static final String API = "/api/v1";
  private static final long NOW = System.currentTimeMillis();

  @TempDir
  Path directory;

  private AdminFixture admin;
  private AdminClient user;

  @BeforeEach
  void start() throws Exception {
    admin = new AdminFixture(directory);
    user = admin.as(Role.ADMIN);
  }

  @AfterEach
  void stop() {
    admin.close();
  }

  /** Returns a field of all items, in pages of two. */
  private List<String> pages(String address, String field, Runnable betweenPages) {
    List<String> found = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = user.get(address + (address.contains("?") ? "&" : "?") + "limit=2" + cursor)
          .json();
      assertThat(page.get("items").size()).as("no empty page follows").isPositive();
      page.get("items").forEach(item -> found.add(item.get(field).asString()));
      cursor = page.get("next").isNull()
          ? ""
          : "&cursor=" + URLEncoder.encode(page.get("next").stringValue(), StandardCharsets.UTF_8);
      betweenPages.run();
    } while (!cursor.isEmpty());
    return found;
  }

  private static ViewSample view(String id, long at, double load) {
    double[] times = new double[ViewSample.TIMES.size()];
    Arrays.fill(times, Double.NaN);
    times[ViewSample.TIMES.indexOf("load")] = load;
    ViewSample like = Samples.view(id, "www.example.com");
    return new ViewSample(
        id,
        at,
        like.node(),
        like.site(),
        like.route(),
        like.page(),
        like.revision(),
        like.protocol(),
        like.nextHop(),
        like.outcome(),
        like.cacheState(),
        like.device(),
        like.browser(),
        like.network(),
        like.hints(),
        like.pushes(),
        like.usedEarly(),
        like.failed(),
        like.reported(),
        times,
        like.bytes(),
        like.arms());
  }

  @Test
  void viewsAreListedOnceInBothOrdersWhileOthersCome() {
    admin
        .store
        .views()
        .append(List.of(
            view("a", NOW - 3000, 80),
            view("b", NOW - 3000, Double.NaN),
            view("c", NOW - 4000, 90),
            view("d", NOW - 5000, 80),
            view("e", NOW - 6000, Double.NaN)));
    int[] number = new int[1];
    Runnable another = () -> admin
        .store
        .views()
        .append(List.of(view("x" + number[0]++, System.currentTimeMillis() - 1000, 500)));

    assertThat(pages(API + "/views?seconds=60", "id", another))
        .containsExactly("a", "b", "c", "d", "e");
    assertThat(pages(API + "/views?seconds=60&order=slowest", "id", () -> {}).stream()
            .filter(id -> !id.startsWith("x")))
        .containsExactly("c", "a", "d", "b", "e");
    for (String cursor : List.of("x", "YQ", "YQpiCmM")) {
      assertThat(user.get(API + "/views?cursor=" + cursor).detail())
          .isEqualTo("cursor: another value (expected: `next` of the page before)");
    }
  }

  @Test
  void manifestsAreListedOnceWhileOthersAreMadeAndDeleted() {
    for (String name : List.of("b", "c", "d", "e", "f")) {
      admin.store.manifests().create(name, "rules: []\n", Actor.SYSTEM);
    }
    int[] number = new int[1];
    Runnable another = () -> {
      admin.store.manifests().create("a" + number[0]++, "rules: []\n", Actor.SYSTEM);
      user.send("DELETE", API + "/manifests/c", null, "if-match", "*");
    };

    assertThat(pages(API + "/manifests", "name", another)).containsExactly("b", "c", "d", "e", "f");
    assertThat(user.get(API + "/manifests?limit=1&offset=2")
            .json()
            .get("items")
            .get(0)
            .get("name")
            .asString())
        .as("an older client")
        .isEqualTo("a2");
  }

  @Test
  void reportsAreListedOnceWhileOthersAreMade() {
    List<String> made = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      made.add(admin.store.reports().add("report", Samples.REPORT, Actor.SYSTEM).id());
    }
    List<String> all = pages(API + "/reports", "id", () -> {});

    assertThat(all).containsExactlyInAnyOrderElementsOf(made);
    assertThat(pages(
            API + "/reports",
            "id",
            () -> admin.store.reports().add("late", Samples.REPORT, Actor.SYSTEM)))
        .containsSubsequence(all)
        .doesNotHaveDuplicates();
  }

  @Test
  void eventsOfTheHistoryAreListedOnceWhileOthersAreNoted() {
    String events = API + "/history/events";
    for (int i = 0; i < 5; i++) {
      user.post(events, Map.of("kind", "note", "text", "event " + i, "at", "2026-11-01T00:00:00Z"));
    }
    List<String> all = pages(events, "id", () -> {});

    assertThat(all).hasSize(5).doesNotHaveDuplicates();
    assertThat(pages(events, "id", () -> user.post(events, Map.of("kind", "note", "text", "late"))))
        .isEqualTo(all);
    assertThat(user.get(events + "?cursor=x").detail()).startsWith("cursor: another value");
  }

  @Test
  void timelinesAreListedOnceWhileOthersAreWatched() {
    String timelines = API + "/timelines";
    Map<String, Object> watch = Map.of("host", "www.example.com");
    for (int i = 0; i < 5; i++) {
      user.post(timelines, watch);
    }
    List<String> all = pages(timelines, "id", () -> {});

    assertThat(all).hasSize(5).doesNotHaveDuplicates();
    assertThat(pages(timelines, "id", () -> user.post(timelines, watch))).isEqualTo(all);
  }

  @Test
  void proposalsAreListedOnceWhileOthersAreFiled() {
    for (String id : List.of("a", "b", "c", "d", "e")) {
      admin.store.proposals().put(id, "shop", "add", Samples.PROPOSAL, Actor.SYSTEM);
    }
    int[] number = new int[1];

    assertThat(pages(
            API + "/proposals",
            "id",
            () -> admin
                .store
                .proposals()
                .put("late" + number[0]++, "shop", "add", Samples.PROPOSAL, Actor.SYSTEM)))
        .startsWith("a")
        .containsSubsequence("a", "b", "c", "d", "e")
        .doesNotHaveDuplicates();
  }

  @Test
  void revisionsAreListedOnceWhileOthersArePublished() {
    admin.store.manifests().create("shop", "rules: []\n", Actor.SYSTEM);
    int[] number = new int[1];
    Runnable publish = () -> {
      String any = "*";
      user.put(
          API + "/manifests/shop/draft",
          Map.of("text", "# " + number[0]++ + "\n"),
          "if-match",
          any);
      user.post(API + "/manifests/shop/publish", Map.of(), "if-match", any);
    };
    for (int i = 0; i < 5; i++) {
      publish.run();
    }

    assertThat(pages(API + "/manifests/shop/history", "revision", publish))
        .containsExactly("5", "4", "3", "2", "1");
  }

  @Test
  void revisionsOfTheConfigurationAreListedOnceWhileOthersArePublished() {
    admin.store.configuration().seed("zone: a", "", Actor.SYSTEM);
    int[] number = new int[1];
    Runnable publish = () -> {
      long version = admin.store.configuration().find().orElseThrow().version();
      Outcome<StoredConfiguration> saved =
          admin.store.configuration().saveDraft(version, "zone: b" + number[0]++, Actor.SYSTEM);
      long next = ((Outcome.Done<StoredConfiguration>) saved).value().version();
      var unused = admin.store.configuration().publish(next, "", Actor.SYSTEM);
    };
    publish.run();
    publish.run();

    assertThat(pages(API + "/configuration/history", "revision", publish))
        .containsExactly("3", "2", "1");
  }

  @Test
  void experimentsAreListedOnceWhileOthersAreMade() {
    for (String id : List.of("e1", "e2", "e3", "e4", "e5")) {
      user.post(API + "/experiments", Samples.design(id, "www.example.com"));
    }
    List<String> all = pages(API + "/experiments", "id", () -> {});
    int[] number = new int[1];

    assertThat(all).containsExactlyInAnyOrder("e1", "e2", "e3", "e4", "e5");
    assertThat(pages(
            API + "/experiments",
            "id",
            () -> user.post(
                API + "/experiments", Samples.design("late" + number[0]++, "www.example.com"))))
        .isEqualTo(all);
  }

  @Test
  void connectionsAreListedOnceInEachOrderWhileOthersOpen() {
    Runnable open = admin.gateway::openConnection;

    assertThat(pages(API + "/connections", "id", open)).containsExactly("4", "3", "2", "1");
    assertThat(pages(API + "/connections?sort=requests&q=192.0.2", "id", open))
        .startsWith("1", "3", "4", "2")
        .doesNotHaveDuplicates();
    assertThat(pages(API + "/connections?sort=-inFlight", "id", () -> {}))
        .as("in order of ids where the number is the same")
        .isSorted()
        .hasSizeGreaterThan(4)
        .doesNotHaveDuplicates();
  }

  @Test
  void routesAndUpstreamsKeepTheOrderOfTheConfigurationThroughAReload() {
    for (String list : List.of("/routes", "/upstreams")) {
      List<String> others = admin.upstreams.others;
      others.clear();
      others.addAll(List.of("c", "b", "d", "a"));
      int[] number = new int[1];
      Runnable reload = () -> others.add(0, "new" + number[0]++);

      assertThat(pages(API + list, list.equals("/routes") ? "id" : "name", reload))
          .as(list)
          .startsWith("c", "b", "d", "a")
          .doesNotHaveDuplicates();
    }
    admin.upstreams.others.clear();
    admin.upstreams.others.addAll(List.of("c", "b", "d", "a"));
    String gone = user.get(API + "/upstreams?limit=2").json().get("next").stringValue();
    admin.upstreams.others.remove("b");
    assertThat(user.get(API + "/upstreams?limit=1&cursor=" + gone)
            .json()
            .at("/items/0/name")
            .stringValue())
        .as("the former place of an upstream that is gone")
        .isEqualTo("a");
  }

  @Test
  void certificatesAreListedOnce() {
    List<String> others = List.of("b".repeat(32), "c".repeat(32), "a".repeat(32));
    admin.certificates.others.addAll(others);

    assertThat(pages(API + "/certificates", "id", () -> {}))
        .startsWith("0123456789abcdef0123456789abcdef")
        .endsWith(others.toArray(String[]::new))
        .hasSize(4);
  }

  @Test
  void entriesOfTheLedgerStayInTheOrderOfTheirRules() {
    String text = """
        rules:
          - match: { path: /b }
            assets: [ { url: /z.js, as: script }, { url: /a.js, as: script }, { url: /m.css, as: style } ]
          - match: { path: /a }
            assets: [ { url: /c.js, as: script }, { url: /b.js, as: script } ]
        """;
    admin.manifests = AdminFixture.index("shop", text, admin.manifests);
    List<String> written = List.of("/z.js", "/a.js", "/m.css", "/c.js", "/b.js");

    assertThat(pages(API + "/ledger", "url", () -> {})).isEqualTo(written);
    assertThat(pages(API + "/ledger?sort=-wasteShare", "url", () -> {})).isEqualTo(written);
    assertThat(pages(API + "/ledger?sort=views&q=.js", "url", () -> {}))
        .containsExactly("/z.js", "/a.js", "/c.js", "/b.js");
  }

  @Test
  void cursorOfAnotherTextIsRefused() {
    // Base64 of a, of 7, and of two lines: a number, and a text that is no place.
    for (String cursor : List.of("x", "YQ", "Nw", "LTEKYQ")) {
      for (String list : List.of("/connections", "/routes", "/upstreams", "/certificates")) {
        boolean isPlace = list.equals("/connections") && cursor.equals("LTEKYQ");
        assertThat(user.get(API + list + "?cursor=" + cursor).status())
            .as(list + " " + cursor)
            .isEqualTo(isPlace ? 200 : 400);
      }
    }
    assertThat(user.get(API + "/ledger?cursor=x").status()).isEqualTo(400);
    assertThat(user.get(API + "/ledger?sort=views&cursor=YQ").status()).isEqualTo(400);
  }

  @Test
  void sessionsAndBackupsHaveCursors() {
    for (int i = 0; i < 4; i++) {
      admin.store.sessions().open("first");
    }
    user.post(API + "/backups", Map.of());

    assertThat(pages(API + "/users/first/sessions", "id", () -> {}))
        .hasSize(4)
        .doesNotHaveDuplicates();
    JsonNode backups = user.get(API + "/backups?limit=1").json();
    assertThat(backups.get("total").intValue()).isEqualTo(1);
    assertThat(backups.get("next").isNull()).as("a full page that is the last").isTrue();
  }
}
