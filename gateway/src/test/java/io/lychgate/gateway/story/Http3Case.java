package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.RawHttp3Peer;
import io.lychgate.gateway.testkit.RawHttp3Stream;
import io.netty.handler.codec.http3.Http3ErrorCode;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One thing that a client may say, right or wrong, and what the gateway has to make of it.
 *
 * @param says says it, and gives the stream on which an answer would come
 */
record Http3Case(String what, Ending ending, Http3ErrorCode code, Says says) {
  enum Ending {
    CONNECTION_CLOSED,
    STREAM_RESET,
    SERVED
  }

  @FunctionalInterface
  interface Says {
    RawHttp3Stream on(RawHttp3Peer peer) throws Exception;
  }

  static Http3Case closes(String what, Http3ErrorCode code, Says says) {
    return new Http3Case(what, Ending.CONNECTION_CLOSED, code, says);
  }

  static Http3Case resets(String what, Http3ErrorCode code, Says says) {
    return new Http3Case(what, Ending.STREAM_RESET, code, says);
  }

  static Http3Case serves(String what, Says says) {
    return new Http3Case(what, Ending.SERVED, Http3ErrorCode.H3_NO_ERROR, says);
  }

  void playTo(int port) throws Exception {
    try (RawHttp3Peer peer = RawHttp3Peer.connect(port)) {
      RawHttp3Stream stream = says.on(peer);
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
    return what + " -> " + (ending == Ending.SERVED ? "served" : code);
  }
}
