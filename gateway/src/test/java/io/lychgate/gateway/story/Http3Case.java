package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.RawHttp3Peer;
import io.lychgate.gateway.testkit.RawHttp3Stream;
import io.netty.handler.codec.http3.Http3ErrorCode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One client behaviour, valid or invalid, and the expected reaction of the gateway.
 *
 * @param send sends the bytes, and returns the stream on which a response would arrive
 */
record Http3Case(String name, Ending ending, Http3ErrorCode code, Send send) {
  enum Ending {
    CONNECTION_CLOSED,
    STREAM_RESET,
    SERVED
  }

  @FunctionalInterface
  interface Send {
    RawHttp3Stream on(RawHttp3Peer peer) throws Exception;
  }

  static Http3Case closes(String name, Http3ErrorCode code, Send send) {
    return new Http3Case(name, Ending.CONNECTION_CLOSED, code, send);
  }

  static Http3Case resets(String name, Http3ErrorCode code, Send send) {
    return new Http3Case(name, Ending.STREAM_RESET, code, send);
  }

  static Http3Case serves(String name, Send send) {
    return new Http3Case(name, Ending.SERVED, Http3ErrorCode.H3_NO_ERROR, send);
  }

  void playTo(int port) throws Exception {
    try (RawHttp3Peer peer = RawHttp3Peer.connect(port)) {
      RawHttp3Stream stream = send.on(peer);
      Await.within(Duration.ofSeconds(10), () -> judge(peer, stream));
    }
  }

  private void judge(RawHttp3Peer peer, RawHttp3Stream stream) {
    String seen = "connection closed: " + code(peer.closeCode()) + ", stream reset: "
        + code(stream.resetCode()) + ", 200: " + stream.isOk() + ", ended: " + stream.isEnded();
    String expected = switch (ending) {
      case CONNECTION_CLOSED -> "connection closed: " + code;
      case STREAM_RESET -> "connection closed: none, stream reset: " + code;
      case SERVED -> "connection closed: none, stream reset: none, 200: true, ended: true";
    };
    assertThat(seen).startsWith(expected);
  }

  private static String code(@Nullable Number of) {
    if (of == null) {
      return "none";
    }
    for (Http3ErrorCode code : Http3ErrorCode.values()) {
      if (code.code() == of.intValue()) {
        return code.toString();
      }
    }
    return of.toString();
  }

  @Override
  public String toString() {
    return name + " -> " + (ending == Ending.SERVED ? "served" : code);
  }
}
