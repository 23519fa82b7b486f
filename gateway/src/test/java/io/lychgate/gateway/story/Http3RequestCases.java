package io.lychgate.gateway.story;

import static io.lychgate.gateway.story.Http3Case.closes;
import static io.lychgate.gateway.story.Http3Case.resets;
import static io.lychgate.gateway.story.Http3Case.serves;
import static io.lychgate.gateway.testkit.Http3Bytes.DATA;
import static io.lychgate.gateway.testkit.Http3Bytes.HEADERS;
import static io.lychgate.gateway.testkit.Http3Bytes.bytes;
import static io.lychgate.gateway.testkit.Http3Bytes.data;
import static io.lychgate.gateway.testkit.Http3Bytes.frame;
import static io.lychgate.gateway.testkit.Http3Bytes.get;
import static io.lychgate.gateway.testkit.Http3Bytes.headers;
import static io.lychgate.gateway.testkit.Http3Bytes.integer;
import static io.lychgate.gateway.testkit.Http3Bytes.integers;
import static io.lychgate.gateway.testkit.Http3Bytes.join;
import static io.lychgate.gateway.testkit.Http3Bytes.request;
import static io.lychgate.gateway.testkit.Http3Bytes.settings;

import io.lychgate.gateway.story.Http3Case.Send;
import io.lychgate.gateway.testkit.RawHttp3Stream;
import io.netty.handler.codec.http3.Http3ErrorCode;
import java.util.Arrays;
import java.util.stream.Stream;

/** Request streams: RFC 9114 sections 4 and 7. */
final class Http3RequestCases {
  private static final long GREASE = 0x1f * 0x4321L + 0x21;

  private Http3RequestCases() {}

  static Stream<Http3Case> all() {
    return Stream.of(order(), wrongFrames(), cut(), pseudo(), fields(), lengths())
        .flatMap(cases -> cases);
  }

  private static Stream<Http3Case> order() {
    Http3ErrorCode error = Http3ErrorCode.H3_FRAME_UNEXPECTED;
    byte[] post = request("POST");
    byte[] trailers = headers("x", "y");
    return Stream.of(
        closes("DATA before HEADERS", error, says(data("x"), get())),
        closes("HEADERS after trailers", error, says(post, data("x"), trailers, trailers)),
        closes("DATA after trailers", error, says(post, data("x"), trailers, data("x"))),
        serves("trailers without a body", says(post, trailers)),
        serves("trailers", says(post, data("x"), trailers)),
        serves("DATA of nothing", says(post, data(""), data("x"), data(""))),
        serves(
            "grease everywhere",
            says(grease(), post, grease(), data("x"), grease(), trailers, grease())),
        serves("a request byte by byte", peer -> {
          RawHttp3Stream stream = peer.request();
          for (byte value : join(grease(), post, data("hello"), trailers)) {
            stream.send(bytes(value));
          }
          return stream.end();
        }));
  }

  private static Stream<Http3Case> wrongFrames() {
    Http3ErrorCode error = Http3ErrorCode.H3_FRAME_UNEXPECTED;
    return Stream.of(
        closes("SETTINGS on a request stream", error, says(settings())),
        closes("SETTINGS after HEADERS", error, says(get(), settings())),
        closes("CANCEL_PUSH on a request stream", error, says(frame(0x3, integer(0)))),
        closes("GOAWAY on a request stream", error, says(get(), frame(0x7, integer(0)))),
        closes("MAX_PUSH_ID on a request stream", error, says(get(), frame(0xd, integer(0)))),
        closes(
            "PUSH_PROMISE of a client",
            error,
            says(get(), frame(0x5, integer(0), bytes(0, 0, 0xd1, 0xd7, 0xc1, 0x50, 1, 'a')))),
        closes(
            "PRIORITY_UPDATE on a request stream", error, says(get(), frame(0xf0700, integer(0)))),
        closes("PRIORITY of HTTP/2 in a request", error, says(get(), frame(0x2))),
        closes("PING of HTTP/2 in a request", error, says(get(), frame(0x6))),
        closes("WINDOW_UPDATE of HTTP/2 in a request", error, says(get(), frame(0x8))),
        closes("CONTINUATION of HTTP/2 in a request", error, says(get(), frame(0x9))),
        closes(
            "an unknown frame of a megabyte in a request",
            Http3ErrorCode.H3_EXCESSIVE_LOAD,
            says(get(), integers(GREASE, 1 << 20))),
        closes(
            "HEADERS of a megabyte",
            Http3ErrorCode.H3_EXCESSIVE_LOAD,
            says(integers(HEADERS, 1 << 20))));
  }

  private static Stream<Http3Case> cut() {
    Http3ErrorCode error = Http3ErrorCode.H3_FRAME_ERROR;
    byte[] head = request("POST");
    return Stream.of(
        closes("HEADERS cut", error, says(Arrays.copyOf(head, head.length - 3))),
        closes("HEADERS cut in their type", error, says(bytes(0x40))),
        closes("HEADERS cut before their length", error, says(integer(HEADERS))),
        closes("DATA cut", error, says(head, integers(DATA, 10), bytes('x'))),
        closes("DATA cut before its first byte", error, says(head, integers(DATA, 10))),
        closes("DATA cut before its length", error, says(head, integer(DATA))),
        closes("DATA cut in its length", error, says(head, integer(DATA), bytes(0x80, 0))),
        closes("an unknown frame cut", error, says(head, integers(GREASE, 9), bytes(1))),
        closes("trailers cut", error, says(head, data("x"), bytes(1, 9, 0))),
        resets("nothing at all", Http3ErrorCode.H3_REQUEST_INCOMPLETE, says()),
        resets("only grease", Http3ErrorCode.H3_REQUEST_INCOMPLETE, says(grease())));
  }

  private static Stream<Http3Case> pseudo() {
    return Stream.of(
        malformed("without :method", headers(":scheme", "https", ":authority", "a", ":path", "/")),
        malformed("without :scheme", headers(":method", "GET", ":authority", "a", ":path", "/")),
        malformed(
            "without :path", headers(":method", "GET", ":scheme", "https", ":authority", "a")),
        malformed(
            "without :authority", headers(":method", "GET", ":scheme", "https", ":path", "/")),
        malformed("without pseudo-headers", headers("x", "y")),
        malformed("with :path twice", get(":path", "/")),
        malformed("with :method twice", get(":method", "GET")),
        malformed("with :status", get(":status", "200")),
        malformed("with an unknown pseudo-header", get(":lychgate", "x")),
        malformed(
            "with a late pseudo-header",
            headers(
                ":method", "GET", ":scheme", "https", "x", "y", ":authority", "a", ":path", "/")),
        malformed(
            "with an empty :path",
            headers(":method", "GET", ":scheme", "https", ":authority", "a", ":path", "")),
        malformed("with a host of its own", get("host", "other")),
        malformed("GET with :protocol", get(":protocol", "websocket")),
        malformed(
            "CONNECT with :path", headers(":method", "CONNECT", ":authority", "a:1", ":path", "/")),
        malformed("CONNECT without :authority", headers(":method", "CONNECT")),
        malformed("of a response", headers(":status", "200")),
        resets(
            "pseudo-headers in trailers",
            Http3ErrorCode.H3_MESSAGE_ERROR,
            says(request("POST"), data("x"), headers(":path", "/"))),
        serves(
            "a host instead of :authority",
            says(headers(":method", "GET", ":scheme", "https", ":path", "/", "host", "a"))));
  }

  private static Stream<Http3Case> fields() {
    return Stream.of(
        malformed("with capitals in a name", get("X", "y")),
        malformed("with an empty name", get("", "y")),
        malformed("with a space in a name", get("x y", "z")),
        malformed("with a line break in a value", get("x", "y\r\nz: a")),
        malformed("with NUL in a value", get("x", "\0")),
        malformed("with connection", get("connection", "close")),
        malformed("with keep-alive", get("keep-alive", "1")),
        malformed("with proxy-connection", get("proxy-connection", "close")),
        malformed("with transfer-encoding", get("transfer-encoding", "chunked")),
        malformed("with upgrade", get("upgrade", "h2c")),
        malformed("with te: gzip", get("te", "gzip")),
        serves("te: trailers", says(get("te", "trailers"))),
        resets(
            "capitals in trailers",
            Http3ErrorCode.H3_MESSAGE_ERROR,
            says(request("POST"), data("x"), headers("X", "y"))));
  }

  private static Stream<Http3Case> lengths() {
    return Stream.of(
        malformed("longer than its content-length", post("content-length", "3"), data("four")),
        malformed("shorter than its content-length", post("content-length", "9"), data("four")),
        malformed("without the body of its content-length", post("content-length", "9")),
        malformed(
            "of two lengths", post("content-length", "4", "content-length", "5"), data("four")),
        malformed("of no length", post("content-length", "four"), data("four")),
        serves("a body of its length", says(post("content-length", "4"), data("fo"), data("ur"))));
  }

  private static byte[] post(String... more) {
    return request("POST", more);
  }

  private static byte[] grease() {
    return join(frame(GREASE, new byte[30]), frame(0x21, new byte[3]));
  }

  private static Http3Case malformed(String what, byte[]... frames) {
    return resets("a request " + what, Http3ErrorCode.H3_MESSAGE_ERROR, says(frames));
  }

  /** Sends a whole stream. */
  private static Send says(byte[]... bytes) {
    return peer -> {
      peer.control();
      return peer.request(bytes).end();
    };
  }
}
