package io.lychgate.gateway.story;

import static io.lychgate.gateway.story.Http3Case.closes;
import static io.lychgate.gateway.story.Http3Case.serves;
import static io.lychgate.gateway.testkit.Http3Bytes.bytes;
import static io.lychgate.gateway.testkit.Http3Bytes.data;
import static io.lychgate.gateway.testkit.Http3Bytes.frame;
import static io.lychgate.gateway.testkit.Http3Bytes.get;
import static io.lychgate.gateway.testkit.Http3Bytes.integer;
import static io.lychgate.gateway.testkit.Http3Bytes.integers;
import static io.lychgate.gateway.testkit.Http3Bytes.join;
import static io.lychgate.gateway.testkit.Http3Bytes.settings;

import io.lychgate.gateway.story.Http3Case.Send;
import io.lychgate.gateway.testkit.RawHttp3Peer;
import io.lychgate.gateway.testkit.RawHttp3Stream;
import io.netty.handler.codec.http3.Http3ErrorCode;
import java.util.stream.Stream;

/** The control stream and streams of other types: RFC 9114 sections 6.2 and 7.2. */
final class Http3ControlCases {
  private static final long CONTROL = 0x0;
  private static final long PUSH = 0x1;
  private static final long CANCEL_PUSH = 0x3;
  private static final long PUSH_PROMISE = 0x5;
  private static final long GOAWAY = 0x7;
  private static final long MAX_PUSH_ID = 0xd;
  private static final long PRIORITY_UPDATE = 0xf0700;
  private static final long PRIORITY_UPDATE_PUSH = 0xf0701;

  /** RFC 9114 section 7.2.8: 0x1f * N + 0x21. */
  private static final long GREASE = 0x1f * 0x1234L + 0x21;

  private Http3ControlCases() {}

  static Stream<Http3Case> all() {
    return Stream.of(settingsFrames(), wrongFrames(), lengths(), numbers(), otherStreams())
        .flatMap(cases -> cases);
  }

  private static Stream<Http3Case> settingsFrames() {
    return Stream.of(
        closes("no SETTINGS first", Http3ErrorCode.H3_MISSING_SETTINGS, first(goAway(0))),
        closes(
            "an unknown frame before SETTINGS",
            Http3ErrorCode.H3_MISSING_SETTINGS,
            first(frame(GREASE), settings())),
        closes(
            "the first of grease before SETTINGS",
            Http3ErrorCode.H3_MISSING_SETTINGS,
            first(frame(0x21), settings())),
        closes("SETTINGS twice", Http3ErrorCode.H3_FRAME_UNEXPECTED, control(settings())),
        closes("setting 0x0", Http3ErrorCode.H3_SETTINGS_ERROR, first(settings(0x0, 1))),
        closes("setting 0x2", Http3ErrorCode.H3_SETTINGS_ERROR, first(settings(0x2, 1))),
        closes("setting 0x3", Http3ErrorCode.H3_SETTINGS_ERROR, first(settings(0x3, 1))),
        closes("setting 0x4", Http3ErrorCode.H3_SETTINGS_ERROR, first(settings(0x4, 1))),
        closes("setting 0x5", Http3ErrorCode.H3_SETTINGS_ERROR, first(settings(0x5, 1))),
        closes(
            "a setting twice", Http3ErrorCode.H3_SETTINGS_ERROR, first(settings(0x6, 1, 0x6, 1))),
        closes("a switch set to 2", Http3ErrorCode.H3_SETTINGS_ERROR, first(settings(0x8, 2))),
        closes("datagrams set to 2", Http3ErrorCode.H3_SETTINGS_ERROR, first(settings(0x33, 2))),
        closes(
            "SETTINGS without end",
            Http3ErrorCode.H3_EXCESSIVE_LOAD,
            first(integers(0x4, 1 << 20))),
        serves("grease in SETTINGS", served(first(settings(GREASE, 7, 0x6, 1 << 20)))),
        serves("SETTINGS byte by byte", peer -> {
          RawHttp3Stream control = peer.unidirectional();
          for (byte value : join(integer(CONTROL), settings(0x6, 1 << 20, 0x33, 1), goAway(4))) {
            control.send(bytes(value));
          }
          return peer.request(get()).end();
        }));
  }

  private static Stream<Http3Case> wrongFrames() {
    return Stream.of(
        closes("DATA", Http3ErrorCode.H3_FRAME_UNEXPECTED, control(data("x"))),
        closes("HEADERS", Http3ErrorCode.H3_FRAME_UNEXPECTED, control(get())),
        closes(
            "PUSH_PROMISE",
            Http3ErrorCode.H3_FRAME_UNEXPECTED,
            control(frame(PUSH_PROMISE, bytes(0, 0, 0)))),
        closes("PRIORITY of HTTP/2", Http3ErrorCode.H3_FRAME_UNEXPECTED, control(frame(0x2))),
        closes("PING of HTTP/2", Http3ErrorCode.H3_FRAME_UNEXPECTED, control(frame(0x6))),
        closes("WINDOW_UPDATE of HTTP/2", Http3ErrorCode.H3_FRAME_UNEXPECTED, control(frame(0x8))),
        closes("CONTINUATION of HTTP/2", Http3ErrorCode.H3_FRAME_UNEXPECTED, control(frame(0x9))),
        serves("grease", served(control(frame(GREASE, new byte[100]), frame(0x21)))),
        closes(
            "an unknown frame of a gigabyte",
            Http3ErrorCode.H3_EXCESSIVE_LOAD,
            control(integers(GREASE, 1 << 30))),
        closes(
            "FIN",
            Http3ErrorCode.H3_CLOSED_CRITICAL_STREAM,
            peer -> peer.control().end()),
        closes("reset", Http3ErrorCode.H3_CLOSED_CRITICAL_STREAM, peer -> {
          RawHttp3Stream control = peer.control();
          RawHttp3Stream served = peer.request(get()).end();
          control.reset(0);
          return served;
        }));
  }

  private static Stream<Http3Case> lengths() {
    return Stream.of(
        closes("GOAWAY of nothing", Http3ErrorCode.H3_FRAME_ERROR, control(frame(GOAWAY))),
        closes(
            "GOAWAY cut in its number",
            Http3ErrorCode.H3_FRAME_ERROR,
            control(frame(GOAWAY, bytes(0x40)), settings())),
        closes(
            "GOAWAY with more behind its number",
            Http3ErrorCode.H3_FRAME_ERROR,
            control(frame(GOAWAY, bytes(0, 0)))),
        closes(
            "GOAWAY of nine bytes",
            Http3ErrorCode.H3_FRAME_ERROR,
            control(frame(GOAWAY, new byte[9]))),
        closes(
            "CANCEL_PUSH of nothing", Http3ErrorCode.H3_FRAME_ERROR, control(frame(CANCEL_PUSH))),
        closes(
            "MAX_PUSH_ID cut in its number",
            Http3ErrorCode.H3_FRAME_ERROR,
            control(frame(MAX_PUSH_ID, bytes(0xc0, 0, 0)))),
        closes(
            "a setting without a value",
            Http3ErrorCode.H3_FRAME_ERROR,
            first(frame(0x4, integers(0x6)))),
        closes(
            "a setting cut in its value",
            Http3ErrorCode.H3_FRAME_ERROR,
            first(frame(0x4, bytes(0x6, 0x80, 0)), frame(GREASE, new byte[8]))),
        closes(
            "PRIORITY_UPDATE of nothing",
            Http3ErrorCode.H3_FRAME_ERROR,
            control(frame(PRIORITY_UPDATE))));
  }

  private static Stream<Http3Case> numbers() {
    return Stream.of(
        closes("GOAWAY that rises", Http3ErrorCode.H3_ID_ERROR, control(goAway(4), goAway(8))),
        serves("GOAWAY that falls", served(control(goAway(8), goAway(4), goAway(4)))),
        closes(
            "MAX_PUSH_ID that falls",
            Http3ErrorCode.H3_ID_ERROR,
            control(frame(MAX_PUSH_ID, integer(4)), frame(MAX_PUSH_ID, integer(3)))),
        closes(
            "CANCEL_PUSH without MAX_PUSH_ID",
            Http3ErrorCode.H3_ID_ERROR,
            control(frame(CANCEL_PUSH, integer(0)))),
        closes(
            "CANCEL_PUSH of what may not be pushed",
            Http3ErrorCode.H3_ID_ERROR,
            control(frame(MAX_PUSH_ID, integer(1)), frame(CANCEL_PUSH, integer(2)))),
        closes(
            "CANCEL_PUSH of what was not promised",
            Http3ErrorCode.H3_ID_ERROR,
            control(frame(MAX_PUSH_ID, integer(1)), frame(CANCEL_PUSH, integer(0)))),
        closes(
            "PRIORITY_UPDATE of no request",
            Http3ErrorCode.H3_ID_ERROR,
            control(frame(PRIORITY_UPDATE, integer(1)))),
        closes(
            "PRIORITY_UPDATE of a push",
            Http3ErrorCode.H3_ID_ERROR,
            control(frame(PRIORITY_UPDATE_PUSH, integer(0)))));
  }

  private static Stream<Http3Case> otherStreams() {
    return Stream.of(
        closes("a second control stream", Http3ErrorCode.H3_STREAM_CREATION_ERROR, peer -> {
          peer.control();
          return peer.control();
        }),
        closes(
            "a push stream",
            Http3ErrorCode.H3_STREAM_CREATION_ERROR,
            peer -> peer.unidirectional(integers(PUSH, 0))),
        closes(
            "a push stream without its number",
            Http3ErrorCode.H3_STREAM_CREATION_ERROR,
            peer -> peer.unidirectional(integer(PUSH))),
        serves("a stream of an unknown type", served(peer -> {
          peer.control();
          return peer.unidirectional(integer(GREASE), new byte[2000]).end();
        })),
        serves("streams of unknown types that end at once or are reset", served(peer -> {
          peer.control();
          peer.unidirectional().end();
          peer.unidirectional(bytes(0x40)).end();
          peer.unidirectional(integer(GREASE), new byte[10]).reset(7);
          return peer.unidirectional(integer(GREASE)).end();
        })),
        serves("a type whose low 32 bits are those of the control stream", served(peer -> {
          peer.control();
          return peer.unidirectional(integer(1L << 32), data("x"));
        })));
  }

  private static byte[] goAway(long id) {
    return frame(GOAWAY, integer(id));
  }

  /** A control stream that starts with these bytes. */
  private static Send first(byte[]... bytes) {
    return peer -> peer.unidirectional(integer(CONTROL), join(bytes));
  }

  /** A control stream that starts with SETTINGS, followed by these bytes. */
  private static Send control(byte[]... bytes) {
    return peer -> peer.control(bytes);
  }

  /** A request after the given bytes. */
  private static Send served(Send before) {
    return (RawHttp3Peer peer) -> {
      RawHttp3Stream unused = before.on(peer);
      return peer.request(get()).end();
    };
  }
}
