package io.lychgate.gateway.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.admin.AdminClient.Reply;
import io.lychgate.gateway.history.EventKind;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.testkit.NewestJdk;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@NewestJdk
class HistoryResourceTest {
  private static final String HISTORY = "/api/v1/history";
  private static final Part H1 = Part.whole("h1");
  private static final Part H2 = Part.whole("h2");
  private static final Part NONE = Part.whole(Part.NO_PROTOCOL);

  @TempDir
  Path directory;

  private AdminFixture admin;
  private AdminClient viewer;

  @BeforeEach
  void start() throws Exception {
    admin = new AdminFixture(directory);
    viewer = admin.as(Role.VIEWER);
  }

  @AfterEach
  void stop() {
    admin.close();
  }

  @Test
  void protocolsAreSeriesAndAddUpToAll() {
    Instant from = admin.past.present();
    admin.past.minutes(
        2,
        Map.of(
            H1, Map.of(Measure.REQUESTS, 6L, Measure.OPENED, 3L),
            H2, Map.of(Measure.REQUESTS, 30L, Measure.OPENED, 1L, Measure.H1_EQUIVALENT, 6L),
            NONE, Map.of(Measure.CPU_NANOS, 2_000_000_000L)));

    JsonNode body = viewer
        .get(HISTORY + "?from=" + from + "&to=" + admin.past.present()
            + "&measure=requests&measure=requestsPerConnection&measure=cpuSeconds&measure=saved")
        .json();

    assertThat(sum(body, "http/1.1", "requests")).isEqualTo(12);
    assertThat(sum(body, "h2", "requests")).isEqualTo(60);
    assertThat(sum(body, "all", "requests")).isEqualTo(72);
    assertThat(sum(body, "all", "cpuSeconds")).isEqualTo(4);
    assertThat(sum(body, "h2", "saved")).isEqualTo(10);
    assertThat(hasLine(body, "h2", "cpuSeconds"))
        .as("the CPU time of the loops belongs to no protocol")
        .isFalse();
  }

  @Test
  void periodThatNobodyObservedIsNullAndNotZero() {
    Instant from = admin.past.present();
    admin.past.minutes(1, Map.of(H2, Map.of(Measure.REQUESTS, 5L)));

    JsonNode body = viewer
        .get(HISTORY + "?from=" + from.minusSeconds(60) + "&to=" + from.plusSeconds(60)
            + "&measure=requests")
        .json();

    assertThat(body.has("previous")).isFalse();
    JsonNode values = line(body, "all", "requests").get("values");
    assertThat(values.get(0).isNull()).isTrue();
    assertThat(values.get(values.size() - 1).isNull()).isFalse();
  }

  @Test
  void previousPeriodHasAsManyPoints() {
    admin.past.minutes(4, Map.of(H2, Map.of(Measure.REQUESTS, 5L)));

    JsonNode body = viewer
        .get(HISTORY + "?compare=previous&measure=requests&seconds=61&to="
            + admin.past.present().plusMillis(500))
        .json();

    assertThat(body.at("/previous/points").size())
        .isPositive()
        .isEqualTo(body.get("points").size());
    assertThat(body.at("/previous/to")).isEqualTo(body.get("from"));
  }

  @Test
  void totalsHaveOneRowForEachSiteAndProtocol() {
    Instant from = admin.past.present();
    admin.past.minutes(
        1,
        Map.of(
            new Part(Scope.SITE, "shop.example", "h2"), Map.of(Measure.REQUESTS, 5L),
            new Part(Scope.SITE, "=cmd()", "h1"), Map.of(Measure.REQUESTS, 2L)));
    String query = "/totals?scope=site&measure=requests&measure=cpuSeconds&from=" + from + "&to="
        + admin.past.present();

    JsonNode rows = viewer.get(HISTORY + query).json().get("rows");

    assertThat(StreamSupport.stream(rows.spliterator(), false)
            .map(row -> row.get("name").stringValue() + " "
                + row.get("protocol").stringValue() + " " + row.at("/values/requests")))
        .containsExactlyInAnyOrder(
            "shop.example all 5.0", "shop.example h2 5.0", "=cmd() all 2.0", "=cmd() http/1.1 2.0");
    assertThat(rows.get(0).at("/values/cpuSeconds").isNull())
        .as("the CPU time of a site is not counted")
        .isTrue();
    assertThat(viewer.get(HISTORY + query + "&format=csv").text())
        .as("a spreadsheet does not run the name")
        .startsWith("name,protocol,requests,cpuSeconds\r\n")
        .contains("'=cmd(),all,2,\r\n");
  }

  @Test
  void csvHasOneRowForEachCompletePoint() {
    Instant from = admin.past.present();
    admin.past.minutes(1, Map.of(H2, Map.of(Measure.REQUESTS, 5L)));

    Reply reply =
        viewer.get(HISTORY + "?format=csv&measure=requests&seconds=10&to=" + admin.past.present());

    assertThat(reply.header("content-type")).startsWith("text/csv");
    assertThat(reply.header("content-disposition")).contains("history.csv");
    assertThat(reply.text().lines())
        .hasSize(10)
        .element(0)
        .isEqualTo("start,requests all,requests http/1.1,requests h2,requests h3");
    assertThat(from).isBefore(admin.past.present());
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      from=2999-01-01T00:00:00Z                              | from: 2999
      from=yesterday                                         | from: yesterday (expected: a time of RFC 3339
      from=2020-01-01T00:00:00Z                              | from: 2020
      to=-999999999-01-01T00:00:00Z&seconds=34560000         | to: -999999999-01-01T00:00:00Z (expected: a time of RFC 3339
      from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z      | to: 2026-01-01
      from=2026-01-02T00:00:00Z&seconds=5                    | seconds: 5 (expected: absent
      seconds=0                                              | seconds: 0 (expected: 1-
      seconds=99999999999                                    | seconds: 99999999999 (expected: 1-
      measure=nonsense                                       | measure: nonsense
      scope=planet                                           | scope: planet (expected: all, listener or site)
      scope=site                                             | name: absent
      name=shop                                              | name: shop (expected: absent
      compare=next                                           | compare: next (expected: previous)
      format=xml                                             | format: xml (expected: csv or json)
      """)
  void badQuestionNamesTheParameter(String query, String detail) {
    admin.past.minutes(1, Map.of());

    Reply reply = viewer.get(HISTORY + "?" + query);

    assertThat(reply.status()).isEqualTo(400);
    assertThat(reply.json().get("detail").stringValue()).startsWith(detail);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-999999999-01-01T00:00:00Z", "%2B999999999-12-31T23:59:59Z"})
  void yearOfMoreThanFourDigitsIsNoTime(String time) {
    admin.past.minutes(2, Map.of());
    String at = time.replace("%2B", "+");
    AdminClient editor = admin.as(Role.EDITOR);

    assertThat(viewer.get(HISTORY + "/events?to=" + time).code()).isEqualTo("invalid");
    assertThat(viewer.get(HISTORY + "/totals?from=" + time).code()).isEqualTo("invalid");
    assertThat(editor.post("/api/v1/reports", Map.of("at", at)).code()).isEqualTo("invalid");
    assertThat(editor
            .post(HISTORY + "/events", Map.of("kind", "note", "text", "far", "at", at))
            .code())
        .isEqualTo("invalid");
  }

  @Test
  void noteIsChangedByItsAuthorAndAdminsOnly() {
    AdminClient author = admin.as(Role.EDITOR);
    String id = author
        .post(HISTORY + "/events", Map.of("kind", "deploy", "text", "shop 2.1"))
        .json()
        .get("id")
        .stringValue();
    AdminClient publisher = admin.as(Role.PUBLISHER);
    Map<String, Object> changed = Map.of("kind", "note", "text", "changed");

    assertThat(publisher.put(HISTORY + "/events/" + id, changed).status()).isEqualTo(409);
    assertThat(publisher.delete(HISTORY + "/events/" + id).status()).isEqualTo(409);
    assertThat(author.put(HISTORY + "/events/" + id, changed).status()).isEqualTo(200);
    assertThat(admin.as(Role.ADMIN).delete(HISTORY + "/events/" + id).status()).isEqualTo(204);
    assertThat(author.delete(HISTORY + "/events/" + id).status()).isEqualTo(404);
    assertThat(viewer
            .post(HISTORY + "/events", Map.of("kind", "deploy", "text", "no"))
            .status())
        .isEqualTo(403);
  }

  @Test
  void eventOfTheGatewayCannotBeChanged() {
    admin.past.recorder().recordOnce("revision-7", EventKind.PUBLICATION, "shop", "revision 7");
    admin.past.minutes(1, Map.of());
    AdminClient boss = admin.as(Role.ADMIN);

    assertThat(boss.delete(HISTORY + "/events/revision-7").status()).isEqualTo(409);
    assertThat(boss.post(HISTORY + "/events", Map.of("kind", "start", "text", "made up"))
            .code())
        .isEqualTo("invalid");
    assertThat(boss.post(
                HISTORY + "/events",
                Map.of("kind", "note", "text", "later", "at", "2999-01-01T00:00:00Z"))
            .code())
        .isEqualTo("invalid");
  }

  private static double sum(JsonNode body, String protocol, String measure) {
    double sum = 0;
    for (JsonNode value : line(body, protocol, measure).get("values")) {
      sum += value.isNull() ? 0 : value.doubleValue();
    }
    return sum;
  }

  private static boolean hasLine(JsonNode body, String protocol, String measure) {
    return StreamSupport.stream(body.get("series").spliterator(), false)
        .anyMatch(each -> each.get("protocol").stringValue().equals(protocol)
            && each.get("measure").stringValue().equals(measure));
  }

  private static JsonNode line(JsonNode body, String protocol, String measure) {
    return StreamSupport.stream(body.get("series").spliterator(), false)
        .filter(each -> each.get("protocol").stringValue().equals(protocol)
            && each.get("measure").stringValue().equals(measure))
        .findFirst()
        .orElseThrow(() -> new AssertionError(protocol + " " + measure + ": no line"));
  }
}
