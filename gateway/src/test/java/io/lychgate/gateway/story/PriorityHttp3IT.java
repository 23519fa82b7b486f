package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.observe.timeline.TimelineEvent;
import io.lychgate.gateway.observe.timeline.TimelineView;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Http3Request;
import io.lychgate.scheduler.PriorityReason;
import io.netty.handler.codec.http3.Http3ErrorCode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Priorities of clients over HTTP/3: in time, early, late and on the wrong stream (RFC 9218 section 7.2). */
final class PriorityHttp3IT extends Http3Story {
  private static final int FOR_REQUEST = 0xF0700;
  private static final int FOR_PUSH = 0xF0701;
  private static final int MAX_STREAMS = 100;

  /** RFC 9114 section 7.2.8: 0x1f * N + 0x21. */
  private static final int GREASE = 0x1f * 10 + 0x21;

  private final CountDownLatch never = new CountDownLatch(1);

  @AfterEach
  void release() {
    never.countDown();
  }

  private static byte[] frame(int type, byte[] payload) {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    frame.writeBytes(ByteBuffer.allocate(4).putInt(type | 0x8000_0000).array());
    frame.writeBytes(
        ByteBuffer.allocate(2).putShort((short) (payload.length | 0x4000)).array());
    frame.writeBytes(payload);
    return frame.toByteArray();
  }

  private static byte[] update(long stream, String value) {
    byte[] text = value.getBytes(StandardCharsets.ISO_8859_1);
    return frame(
        FOR_REQUEST,
        ByteBuffer.allocate(4 + text.length)
            .putInt((int) stream | 0x8000_0000)
            .put(text)
            .array());
  }

  private void assertClosed(Http3ErrorCode code) {
    Await.until(() -> assertThat(client.closeCode()).isEqualTo(code.code()));
  }

  /** Sends a request without end and starts a recording of the connection. */
  private long record() throws Exception {
    origin.on("/wait", exchange -> Await.latch(never)).text("/hello", "hello");
    return watch();
  }

  private TimelineView timeline(long id) {
    return gateway.timelines().find(id).join().orElseThrow();
  }

  /** Waits until the gateway has read all updates so far: they are sent on one stream, in order. */
  private void awaitUpdates(long timeline, Http3Request underWay) {
    client.control(update(underWay.id(), "u=7"));
    Await.until(() ->
        assertThat(timeline(timeline).events()).anyMatch(event -> isAsked(event, underWay.id())));
  }

  private static boolean isAsked(TimelineEvent event, long stream) {
    return event.stream() == stream
        && event.reason() != null
        && event.reason().token().equals(PriorityReason.CLIENT_ASKED.token());
  }

  private String asked(long timeline, Http3Request request) {
    return timeline(timeline).streams().stream()
        .filter(stream -> stream.stream() == request.id())
        .map(stream -> String.valueOf(stream.asked()))
        .findFirst()
        .orElse("unknown");
  }

  @Test
  void updateBeforeItsRequestOverridesTheField() throws Exception {
    long id = record();
    Http3Request underWay = client.get("/wait");
    client.control(update(underWay.id() + 4, "u=1, i"));
    awaitUpdates(id, underWay);

    Http3Request request =
        send(Http3Request.head("GET", "/hello").set("priority", "u=6")).await();

    assertThat(asked(id, request)).isEqualTo("u=1, i");
  }

  @Test
  void updateDuringTheHeadOverridesItsField() throws Exception {
    long id = record();
    Http3Request underWay = client.get("/wait");
    Http3Request request = client.open();
    // HEADERS without Huffman coding (RFC 9204 section 4.5): :method GET, :scheme https, other
    // fields as literals.
    byte[] section = section("localhost", "/hello", "u=6");
    byte[] headers = ByteBuffer.allocate(2 + section.length)
        .put((byte) 1)
        .put((byte) section.length)
        .put(section)
        .array();
    request.raw(Arrays.copyOf(headers, 5));
    Await.until(() -> {
      // The update applies to a stream from its first byte on.
      client.control(update(request.id(), "u=2"));
      assertThat(timeline(id).events()).anyMatch(event -> isAsked(event, request.id()));
    });
    awaitUpdates(id, underWay);

    request.raw(Arrays.copyOfRange(headers, 5, headers.length));

    Await.until(() -> assertThat(asked(id, request)).isEqualTo("u=2"));
  }

  private static byte[] section(String authority, String path, String priority) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(new byte[] {0, 0, (byte) (0xc0 | 17), (byte) (0xc0 | 23)});
    literal(out, ":authority", authority);
    literal(out, ":path", path);
    literal(out, "priority", priority);
    return out.toByteArray();
  }

  /** RFC 9204 section 4.5.6: a name of more than six bytes has its length in a second byte. */
  private static void literal(ByteArrayOutputStream out, String name, String value) {
    if (name.length() < 7) {
      out.write(0x20 | name.length());
    } else {
      out.write(0x27);
      out.write(name.length() - 7);
    }
    out.writeBytes(name.getBytes(StandardCharsets.US_ASCII));
    out.write(value.length());
    out.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void updateForADelayedRequestIsNotLost() throws Exception {
    long id = record();
    Http3Request overtaken = client.open();
    Http3Request underWay = client.get("/wait");
    Await.until(() -> assertThat(origin.requests()).hasSize(1));
    client.control(update(overtaken.id(), "u=1"));
    awaitUpdates(id, underWay);

    overtaken.headers(Http3Request.head("GET", "/hello"), true);

    assertThat(asked(id, overtaken.await())).isEqualTo("u=1");
  }

  @Test
  void malformedOrTooLongValueIsIgnored() throws Exception {
    long id = record();
    Http3Request underWay = client.get("/wait");
    long next = underWay.id() + 4;
    client.control(update(next, "u=1, i"));
    client.control(update(next, "u=2,,"));
    client.control(update(next, "u=\u00fc"));
    client.control(update(next, "i=?2"));
    client.control(update(next, "u=2;a=" + "b".repeat(130)));
    awaitUpdates(id, underWay);

    assertThat(asked(id, client.get("/hello").await())).isEqualTo("u=1, i");
  }

  @Test
  void updateOnARequestStreamClosesTheConnection() throws Exception {
    origin.text("/hello", "hello");
    Http3Request request = client.open();

    request.raw(update(0, "u=1"));

    assertClosed(Http3ErrorCode.H3_FRAME_UNEXPECTED);
  }

  @Test
  void updateForAPushClosesTheConnection() {
    client.control(frame(FOR_PUSH, new byte[] {0, 'u', '=', '1'}));

    assertClosed(Http3ErrorCode.H3_ID_ERROR);
  }

  @Test
  void updateWithoutAStreamClosesTheConnection() {
    client.control(frame(FOR_REQUEST, new byte[0]));

    assertClosed(Http3ErrorCode.H3_FRAME_ERROR);
  }

  @Test
  void updateForAStreamAboveTheLimitClosesTheConnection() throws Exception {
    origin.text("/hello", "hello");
    for (int i = 0; i < MAX_STREAMS; i++) {
      client.control(update(4L * i, "u=1"));
    }
    assertThat(client.get("/hello").await().status()).isEqualTo(200);

    client.control(update(4L * (MAX_STREAMS + 1), "u=1"));

    assertClosed(Http3ErrorCode.H3_ID_ERROR);
  }

  @Test
  void updateFloodClosesTheConnection() {
    ByteArrayOutputStream flood = new ByteArrayOutputStream();
    for (int i = 0; i < 2000; i++) {
      flood.writeBytes(update(0, i % 2 == 0 ? "u=1" : "u=2"));
    }
    client.control(flood.toByteArray());

    assertClosed(Http3ErrorCode.H3_EXCESSIVE_LOAD);
  }

  @Test
  void unknownFrameFloodOnARequestStreamClosesTheConnection() throws Exception {
    Http3Request request = client.open();
    ByteArrayOutputStream flood = new ByteArrayOutputStream();
    for (int i = 0; i < 2000; i++) {
      flood.writeBytes(frame(GREASE, new byte[1]));
    }
    request.raw(flood.toByteArray());

    assertClosed(Http3ErrorCode.H3_EXCESSIVE_LOAD);
  }
}
