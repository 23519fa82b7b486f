package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.ClosedWindow;
import io.lychgate.gateway.testkit.Commands;
import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import io.lychgate.gateway.testkit.OriginVisit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The first bytes of a page precede its pushes, and pushes precede the images that the client requests. */
final class PushOrderIT {
  private static final int PAGE = 60_000;
  private static final int ASSET = 20_000;
  private static final int IMAGE = 40_000;

  /** In one piece, so that the first bytes are available with the head. */
  private static final String HTML =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: " + PAGE + "\r\n\r\n"
          + "<p>".repeat(PAGE / 3);

  /** For pages that are slower than their pushes. */
  private static final Semaphore PAGE_MAY_COME = new Semaphore(0);

  private static final String MANIFEST = """
      rules:
        - match: { path: /page }
          assets:
            - { url: /assets/site.css, as: style }
            - { url: /assets/app.js, as: script }
            - { url: /assets/f.woff2, as: font }
        - match: { path: /same }
          assets:
            - { url: /assets/site.css, as: style }
            - { url: /assets/f.woff2, as: font }
        - match: { path: /ruled }
          assets:
            - { url: /assets/last.js, as: script }
            - { url: /assets/first.woff2, as: font }
        - match: { path: /refused }
          assets:
            - { url: /late.css, as: style }
        - match: { regex: "^/(lowered|slow)$" }
          assets:
            - { url: /assets/site.css, as: style }
            - { url: /assets/f.woff2, as: font }
      priorities:
        - { match: { path: /lowered }, urgency: 5 }
        - { match: { path: /assets/last.js }, urgency: 7 }
        - { match: { path: /assets/first.woff2 }, urgency: 0 }
      """;

  @RegisterExtension
  static final GatewayExtension GATEWAY = new GatewayExtension()
      .file("site.yaml", MANIFEST)
      .file("public/assets/fill.bin", new byte[ClosedWindow.FILLER])
      .file("public/assets/site.css", new byte[ASSET])
      .file("public/assets/app.js", new byte[ASSET])
      .file("public/assets/f.woff2", new byte[ASSET])
      .file("public/assets/last.js", new byte[ASSET])
      .file("public/assets/first.woff2", new byte[ASSET])
      .file("public/assets/a.jpg", new byte[IMAGE])
      .file("public/assets/b.jpg", new byte[IMAGE])
      .more("push: { manifests: [ site.yaml ] }\n");

  @BeforeAll
  static void start() {
    for (String file :
        List.of("site.css", "app.js", "f.woff2", "last.js", "first.woff2", "a.jpg")) {
      Commands.curl("-o", "/dev/null", GATEWAY.http("/assets/" + file)).expectSuccess();
    }
    GATEWAY
        .origin()
        .on("/page", visit -> visit.send(HTML))
        .on("/same", visit -> visit.send("HTTP/1.1 304 Not Modified\r\nETag: \"1\"\r\n\r\n"))
        .on("/ruled", visit -> visit.send(HTML))
        .on("/refused", visit -> visit.send(HTML))
        .on("/late.css", PushOrderIT::slowly)
        .on("/slow", PushOrderIT::slowly)
        .on("/lowered", PushOrderIT::slowly);
  }

  private static void slowly(OriginVisit visit) throws IOException, InterruptedException {
    assertThat(PAGE_MAY_COME.tryAcquire(10, TimeUnit.SECONDS)).isTrue();
    visit.send(HTML);
  }

  /** Priorities of clients for a page and for its images. */
  enum Client {
    SILENT,
    URGENCIES_OF_CHROMIUM,
    URGENCIES_OF_FIREFOX,
    CHAIN_OF_CHROMIUM,
    WEIGHTS_OF_FIREFOX,
    BOTH_OF_CHROMIUM;

    ClosedWindow connect() {
      return switch (this) {
        case URGENCIES_OF_CHROMIUM, URGENCIES_OF_FIREFOX ->
          ClosedWindow.connect(GATEWAY, "/assets/fill.bin", "priority", "u=0, i");
        default -> ClosedWindow.connect(GATEWAY, "/assets/fill.bin");
      };
    }

    void page(ClosedWindow window, String path) {
      switch (this) {
        case SILENT -> window.get(3, path);
        case URGENCIES_OF_CHROMIUM, URGENCIES_OF_FIREFOX ->
          window.get(3, path, "priority", "u=0, i");
        case CHAIN_OF_CHROMIUM -> window.get(3, path, 0, 256, true);
        case WEIGHTS_OF_FIREFOX -> window.get(3, path, 0, 42, false);
        case BOTH_OF_CHROMIUM -> window.get(3, path, 0, 256, true, "priority", "u=0, i");
      }
    }

    void images(ClosedWindow window) {
      switch (this) {
        case SILENT -> window.get(5, "/assets/a.jpg").get(7, "/assets/b.jpg");
        case URGENCIES_OF_CHROMIUM ->
          window
              .get(5, "/assets/a.jpg", "priority", "u=2, i")
              .get(7, "/assets/b.jpg", "priority", "i");
        case URGENCIES_OF_FIREFOX ->
          window
              .get(5, "/assets/a.jpg", "priority", "u=5, i")
              .get(7, "/assets/b.jpg", "priority", "u=4, i");
        case CHAIN_OF_CHROMIUM ->
          window.get(5, "/assets/a.jpg", 3, 183, true).get(7, "/assets/b.jpg", 5, 147, true);
        case WEIGHTS_OF_FIREFOX ->
          window.get(5, "/assets/a.jpg", 0, 12, false).get(7, "/assets/b.jpg", 0, 22, false);
        case BOTH_OF_CHROMIUM ->
          window
              .get(5, "/assets/a.jpg", 3, 183, true, "priority", "u=2, i")
              .get(7, "/assets/b.jpg", 5, 147, true, "priority", "i");
      }
      window.await(5, 7);
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void firstBytesOfThePageThenPushesThenImages(Client client) {
    try (ClosedWindow window = client.connect()) {
      client.page(window, "/page");
      window.await(3, 2, 4, 6);
      List<Integer> order = new ArrayList<>(window.open(1));
      assertThat(order).as("the page has first bytes").containsExactly(3);
      client.images(window);
      order.addAll(window.open(PAGE + 3 * ASSET + 2 * IMAGE - 1));

      assertThat(order.lastIndexOf(2)).as("style: " + order).isLessThan(firstImage(order));
      assertThat(order.lastIndexOf(4)).as("script: " + order).isLessThan(firstImage(order));
      assertThat(order.lastIndexOf(6)).as("font: " + order).isLessThan(firstImage(order));
      assertThat(Math.max(order.lastIndexOf(2), order.lastIndexOf(4)))
          .as("what blocks painting first: " + order)
          .isLessThan(order.indexOf(6));
      assertThat(pathOf(window, 6)).isEqualTo("/assets/f.woff2");
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void imagesRequestedBeforeThePageHasBytesFollowThePushesToo(Client client) {
    try (ClosedWindow window = client.connect()) {
      client.page(window, "/page");
      window.await(3, 2, 4, 6);
      client.images(window);
      List<Integer> order = window.open(PAGE + 3 * ASSET + 2 * IMAGE);

      List<Integer> afterFirstBytes = sinceFirstBytes(client, order);
      assertThat(afterFirstBytes.lastIndexOf(2)).isLessThan(firstImage(afterFirstBytes));
      assertThat(afterFirstBytes.lastIndexOf(4)).isLessThan(firstImage(afterFirstBytes));
      assertThat(afterFirstBytes.lastIndexOf(6)).isLessThan(firstImage(afterFirstBytes));
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void pushesDoNotWaitForAPageWithoutBytes(Client client) {
    try (ClosedWindow window = client.connect()) {
      client.page(window, "/same");
      window.await(3, 2, 4);
      client.images(window);
      List<Integer> order = window.open(2 * ASSET + 2 * IMAGE);

      assertThat(order.lastIndexOf(4)).as("font: " + order).isLessThan(firstImage(order));
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void ruleAppliesToPushesAfterTheFirstBytesOfThePage(Client client) {
    try (ClosedWindow window = client.connect()) {
      client.page(window, "/ruled");
      window.await(3, 2, 4);
      client.images(window);
      List<Integer> order = window.open(PAGE + 2 * ASSET + 2 * IMAGE);

      List<Integer> afterFirstBytes = sinceFirstBytes(client, order);
      assertThat(afterFirstBytes.lastIndexOf(4)).as("u=0").isLessThan(firstImage(afterFirstBytes));
      assertThat(order.indexOf(2)).as("u=7: " + order).isGreaterThan(lastImage(order));
      assertThat(window.head(2)).contains("priority: u=7");
    }
  }

  @ParameterizedTest
  @EnumSource(Client.class)
  void pushesFollowAPageLoweredByARule(Client client) {
    try (ClosedWindow window = client.connect()) {
      client.page(window, "/lowered");
      window.await(2, 4);
      PAGE_MAY_COME.release();
      window.await(3);
      List<Integer> order = new ArrayList<>(window.open(1));
      assertThat(order).as("the page has first bytes").containsExactly(3);
      client.images(window);
      order.addAll(window.open(PAGE + 2 * ASSET + 2 * IMAGE - 1));

      assertThat(order.lastIndexOf(2)).as("style: " + order).isLessThan(firstImage(order));
      assertThat(order.indexOf(4)).as("font: " + order).isGreaterThan(order.lastIndexOf(3));
    }
  }

  /** The client lowers the page or raises the push: neither moves the push before the page's first bytes. */
  @ParameterizedTest
  @EnumSource(
      value = Client.class,
      names = {"URGENCIES_OF_CHROMIUM", "URGENCIES_OF_FIREFOX", "BOTH_OF_CHROMIUM"})
  void clientPriorityMovesNoPushBeforeThePage(Client client) {
    try (ClosedWindow window = client.connect()) {
      client.page(window, "/slow");
      window.await(2, 4);
      window.client().send(Http2Peer.PRIORITY_UPDATE, 0, 0, update(3, "u=7"));
      window.client().send(Http2Peer.PRIORITY_UPDATE, 0, 0, update(2, "u=0"));
      window.client().send(Http2Peer.PRIORITY, 0, 4, new byte[] {0, 0, 0, 0, (byte) 255});
      PAGE_MAY_COME.release();
      window.await(3);

      assertThat(window.open(1)).containsExactly(3);
      List<Integer> order = window.open(PAGE + 2 * ASSET - 1);
      assertThat(order.lastIndexOf(2)).as("style: " + order).isLessThan(order.indexOf(3));
      assertThat(order.indexOf(4)).as("font: " + order).isGreaterThan(order.lastIndexOf(3));
    }
  }

  @Test
  void promiseRefusedBeforeItsHeadDelaysNoStream() {
    try (ClosedWindow window = Client.SILENT.connect()) {
      window.get(3, "/refused");
      window.client().readUntil(frame -> frame.type() == Http2Peer.PUSH_PROMISE);
      window.client().send(Http2Peer.RST_STREAM, 0, 2, new byte[] {0, 0, 0, 8});
      window.await(3);
      window.open(PAGE);
      PAGE_MAY_COME.release();

      window.get(5, "/assets/a.jpg", "priority", "u=5").get(7, "/assets/b.jpg", "priority", "u=4");
      window.await(5, 7);
      List<Integer> order = window.open(2 * IMAGE);
      assertThat(order.lastIndexOf(7)).as(order.toString()).isLessThan(order.indexOf(5));
    }
  }

  private static byte[] update(int stream, String value) {
    byte[] text = value.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(4 + text.length).putInt(stream).put(text).array();
  }

  /** No pushed byte comes before; images may if the client gives them the same share as the page. */
  private static List<Integer> sinceFirstBytes(Client client, List<Integer> order) {
    int first = order.indexOf(3);
    List<Integer> before = order.subList(0, first);
    if (client == Client.SILENT || client == Client.WEIGHTS_OF_FIREFOX) {
      assertThat(before).as("before the page: " + order).isSubsetOf(5, 7);
    } else {
      assertThat(before).as("before the page: " + order).isEmpty();
    }
    return order.subList(first, order.size());
  }

  private static int firstImage(List<Integer> order) {
    int first = order.indexOf(5);
    int second = order.indexOf(7);
    return first < 0 || second < 0 ? Math.max(first, second) : Math.min(first, second);
  }

  private static int lastImage(List<Integer> order) {
    return Math.max(order.lastIndexOf(5), order.lastIndexOf(7));
  }

  private static String pathOf(ClosedWindow window, int promised) {
    return window.client().trace().stream()
        .filter(frame -> frame.type() == Http2Peer.PUSH_PROMISE
            && ByteBuffer.wrap(frame.payload()).getInt() == promised)
        .flatMap(frame -> frame.fields().lines())
        .filter(line -> line.startsWith(":path: "))
        .map(line -> line.substring(7))
        .findFirst()
        .orElse("");
  }
}
