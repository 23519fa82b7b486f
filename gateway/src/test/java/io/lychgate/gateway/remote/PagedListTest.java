package io.lychgate.gateway.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Commands of lists, at a server with many items. */
final class PagedListTest {
  private HttpServer server;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private volatile int users = 2_500;
  private final AtomicInteger asked = new AtomicInteger();

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/api/v1/users", exchange -> list(exchange, "cursor"));
    server.createContext("/api/v1/routes", exchange -> list(exchange, "offset"));
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void list(HttpExchange exchange, String place) throws IOException {
    asked.incrementAndGet();
    Map<String, String> query = new TreeMap<>();
    String text = exchange.getRequestURI().getRawQuery();
    Arrays.stream(text == null ? new String[0] : text.split("&")).forEach(each -> {
      String[] parts = each.split("=", 2);
      query.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    });
    int limit = Integer.parseInt(query.getOrDefault("limit", "100"));
    int from = Integer.parseInt(query.getOrDefault(place, "0"));
    ObjectNode page = JsonMapper.shared().createObjectNode();
    page.put("total", users);
    int end = Math.min(users, from + limit);
    if (place.equals("cursor")) {
      page.put("next", end == users ? null : String.valueOf(end));
    }
    for (int i = from; i < end; i++) {
      page.withArray("items").addObject().put("name", "user" + i);
    }
    byte[] body = page.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("content-type", "application/json");
    exchange.sendResponseHeaders(200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }

  private int run(String group, String... arguments) {
    CommandLine line = RemoteCommands.of(
            Map.of("LYCHGATE_SERVER", "http://127.0.0.1:" + server.getAddress().getPort()))
        .group(group)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  private JsonNode printed() {
    return JsonMapper.shared().readTree(out.toString());
  }

  @Test
  void listHasTheItemsOfAllPages() {
    assertThat(run("user", "list", "--json")).isZero();

    assertThat(printed().get("items").size()).isEqualTo(2_500);
    assertThat(printed().at("/items/2499/name").stringValue()).isEqualTo("user2499");
    assertThat(printed().get("next").isNull()).isTrue();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void fullPageThatIsTheLastEndsTheList() {
    users = 2_000;
    assertThat(run("user", "list", "--json")).isZero();

    assertThat(printed().get("items").size()).isEqualTo(2_000);
    assertThat(asked).hasValue(2);
  }

  @Test
  void listWithoutCursorsIsReadByOffset() {
    assertThat(run("route", "list", "--json")).isZero();

    assertThat(printed().get("items").size()).isEqualTo(2_500);
  }

  @Test
  void pageThatTheUserSelectsIsReadAlone() {
    assertThat(run("user", "list", "--json", "--limit", "7")).isZero();

    assertThat(printed().get("items").size()).isEqualTo(7);
    assertThat(printed().get("next").stringValue()).isEqualTo("7");
  }

  @Test
  void longListEndsWithTheWayToTheRest() {
    users = 30_000;
    assertThat(run("user", "list", "--json")).isZero();

    assertThat(printed().get("items").size()).isEqualTo(10_000);
    assertThat(err.toString())
        .contains("the first 10000 items only (expected: a filter, or --limit with --cursor 10000");
  }

  @Test
  void optionWithoutTheOneThatBelongsToItIsWrongUse() {
    assertThat(run("user", "list", "--cert", "own.pem")).isEqualTo(2);
    assertThat(err.toString()).contains("--key: missing (expected: --cert and --key)");
    assertThat(run("user", "list", "--user", "ann")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--password-file: missing (expected: --user and --password-file)");
  }

  @Test
  void approvalNamesTheVersionThatWasRead() {
    assertThat(run("manifest", "approve-draft", "shop")).isEqualTo(2);
    assertThat(err.toString()).contains("Missing required option: '--if-match=ETAG'");
  }
}
