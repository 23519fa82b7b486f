package io.lychgate.gateway.filter.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.policy.CompressPolicy;
import io.lychgate.gateway.http.ContentCoding;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.testkit.Await;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The order of events on both sides of a response whose body is coded. */
final class CodedResponseTest {
  private static final long CLIENT = 7;
  private static final int KIB = 1024;

  private Coding coding = new Coding(Coding.WHOLE_BODY);
  private final Client client = new Client();
  private final Source source = new Source();

  @AfterEach
  void stop() {
    coding.close();
    assertThat(coding.open()).isZero();
    assertThat(coding.coders.memoryTaken()).isZero();
  }

  private void giveEachPieceATurn() {
    coding.close();
    coding = new Coding(Coding.ONE_PIECE);
  }

  /** The next sink: a client that accepts data or not. */
  private static final class Client implements ResponseSink {
    final ByteArrayOutputStream body = new ByteArrayOutputStream();
    final List<String> events = new ArrayList<>();
    boolean isWritable = true;
    boolean isEnded;
    int pieces;
    int consumed;

    @Nullable
    ResponseHead head;

    @Override
    public void informational(ResponseHead head) {
      events.add("1xx");
    }

    @Override
    public void head(ResponseHead received, boolean end) {
      head = received;
      isEnded = end;
    }

    @Override
    public void data(ByteBuf data, boolean end) {
      body.writeBytes(ByteBufUtil.getBytes(data));
      data.release();
      pieces++;
      isEnded = end;
    }

    @Override
    public void trailers(Fields trailers) {
      events.add("trailers " + trailers.toString().strip());
      isEnded = true;
    }

    @Override
    public void fail(ExchangeFailure failure) {
      events.add("fail " + failure.kind());
    }

    @Override
    public boolean isWritable() {
      return isWritable;
    }

    @Override
    public void requestConsumed(int bytes) {
      consumed = Math.max(consumed, bytes);
    }

    @Override
    public void flush() {
      events.add("flush");
    }
  }

  /** The responder. */
  private static final class Source implements Responder {
    int resumed;
    int cancelled;
    int received;

    @Override
    public void requestData(ByteBuf data, boolean end) {
      received += data.readableBytes();
      data.release();
    }

    @Override
    public void requestTrailers(Fields trailers) {}

    @Override
    public void sinkWritable() {
      resumed++;
    }

    @Override
    public void cancel() {
      cancelled++;
    }
  }

  private CodedResponse begin(String acceptEncoding, String... fields) {
    RequestHead request = new RequestHead(
        AsciiString.of("GET"),
        true,
        "localhost",
        "/",
        new Fields().add(HttpHeaderNames.ACCEPT_ENCODING, acceptEncoding),
        0);
    CompressPolicy policy = new CompressPolicy(
        CompressPolicy.DEFAULT_CODINGS,
        CompressPolicy.DEFAULT_TYPES,
        0,
        CompressPolicy.DEFAULT_LEVELS,
        CompressPolicy.Secrets.IGNORE,
        true,
        true,
        CompressPolicy.DEFAULT_TWIN_LEVELS);
    CodedResponse response = new CodedResponse(
        client,
        new Compression(policy, true, 0, loop -> coding.coders),
        RequestFacts.take(request, policy.secrets()),
        coding.coders,
        CLIENT);
    response.inFrontOf(source);
    Fields head = new Fields().add(HttpHeaderNames.CONTENT_TYPE, "text/plain");
    for (int i = 0; i < fields.length; i += 2) {
      head.add(AsciiString.cached(fields[i]), fields[i + 1]);
    }
    response.head(new ResponseHead(200, head), false);
    return response;
  }

  private static ByteBuf text(int length) {
    byte[] text = new byte[length];
    for (int i = 0; i < length; i++) {
      text[i] = (byte) ('a' + i * 7 % 26 * (i / 1000 % 3));
    }
    return Unpooled.directBuffer(length).writeBytes(text);
  }

  private byte[] decodedSoFar(ContentCoding as) {
    byte[] bytes = client.body.toByteArray();
    Coder decoder = Objects.requireNonNull(coding.coders.decoder(as));
    ByteBuf out = Unpooled.directBuffer();
    ByteBuffer in = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
    while (in.hasRemaining() || decoder.hasMore()) {
      decoder.code(in, out);
    }
    decoder.release();
    byte[] decoded = ByteBufUtil.getBytes(out);
    out.release();
    return decoded;
  }

  @ParameterizedTest
  @EnumSource(
      value = ContentCoding.class,
      names = {"GZIP", "BROTLI", "ZSTD"})
  void smallResponseEndsInTheCallOfItsResponder(ContentCoding as) throws Exception {
    coding.onLoop(() -> {
      CodedResponse response = begin(as.token(), "content-length", "5000", "etag", "\"a\"");
      ByteBuf body = text(5000);
      byte[] plain = ByteBufUtil.getBytes(body);
      response.data(body, true);

      assertThat(client.isEnded).isTrue();
      assertThat(client.pieces).isEqualTo(1);
      assertThat(Coding.decoded(as, client.body.toByteArray())).isEqualTo(plain);
      assertThat(client.body.size()).isLessThan(2500);
      assertThat(String.valueOf(client.head))
          .contains("content-encoding: " + as.token(), "etag: W/\"a\"", "vary: accept-encoding")
          .doesNotContain("content-length");
      response.flush();
      assertThat(client.events).containsExactly("flush");
    });
  }

  @Test
  void bodyInHeapMemoryIsCoded() throws Exception {
    coding.onLoop(() -> {
      CodedResponse response = begin("zstd");
      response.data(Unpooled.wrappedBuffer("one ".getBytes(StandardCharsets.US_ASCII)), false);
      response.data(
          Unpooled.wrappedBuffer(Unpooled.copyInt(0x74776f20), Unpooled.copyInt(0x656e6421)), true);

      assertThat(Coding.decoded(ContentCoding.ZSTD, client.body.toByteArray()))
          .asString(StandardCharsets.US_ASCII)
          .isEqualTo("one two end!");
    });
  }

  @ParameterizedTest
  @EnumSource(
      value = ContentCoding.class,
      names = {"GZIP", "BROTLI", "ZSTD"})
  void piecesOfOneTurnAreFlushedTogetherAtItsEnd(ContentCoding as) throws Exception {
    CodedResponse response = coding.fromLoop(() -> {
      CodedResponse begun = begin(as.token());
      for (int i = 0; i < 100; i++) {
        begun.data(
            Unpooled.wrappedBuffer("data: x\n\n".getBytes(StandardCharsets.US_ASCII)), false);
        begun.flush();
      }
      assertThat(client.pieces).isZero();
      return begun;
    });

    Await.until(() -> coding.onLoop(() -> {
      assertThat(client.events).containsExactly("flush");
    }));
    coding.onLoop(() -> {
      assertThat(decodedSoFar(as)).hasSize(900);
      assertThat(client.pieces).isEqualTo(1);
      assertThat(client.body.size()).isLessThan(100);
      response.cancel();
    });
  }

  @Test
  void bodyOfKnownLengthIsFlushedRarely() throws Exception {
    CodedResponse response = coding.fromLoop(() -> {
      CodedResponse begun = begin("br", "content-length", "100000");
      begun.data(text(1000), false);
      begun.flush();
      return begun;
    });
    Await.until(() -> coding.onLoop(() -> {
      assertThat(client.events).containsExactly("flush");
    }));
    coding.onLoop(() -> {
      assertThat(client.body.size()).isZero();
      response.data(text(40 * KIB), false);
      response.flush();
    });
    Await.until(() -> coding.onLoop(() -> {
      assertThat(decodedSoFar(ContentCoding.BROTLI)).hasSize(1000 + 40 * KIB);
    }));
    coding.onLoop(() -> {
      response.cancel();
    });
  }

  @Test
  void responderStopsWhileTheClientDoesNotRead() throws Exception {
    coding.onLoop(() -> {
      client.isWritable = false;
      CodedResponse response = begin("gzip");
      response.data(text(16 * KIB), false);
      assertThat(response.isWritable()).isFalse();
      response.flush();
      assertThat(client.body.size()).isZero();
      client.isWritable = true;
      response.sinkWritable();
      assertThat(source.resumed).isEqualTo(1);
      assertThat(response.isWritable()).isTrue();
      response.cancel();
      assertThat(source.cancelled).isEqualTo(1);
    });
  }

  @Test
  void responderStopsWhileTheLoopHasNoTime() throws Exception {
    giveEachPieceATurn();
    CodedResponse response = coding.fromLoop(() -> {
      CodedResponse begun = begin("gzip");
      begun.data(text(8 * KIB * KIB), false);
      assertThat(begun.isWritable()).isFalse();
      assertThat(source.resumed).isZero();
      return begun;
    });

    Await.until(() -> coding.onLoop(() -> {
      assertThat(source.resumed).isEqualTo(1);
    }));
    coding.onLoop(() -> {
      response.cancel();
    });
  }

  @Test
  void responderThatHasEndedIsNotCalledAgain() throws Exception {
    giveEachPieceATurn();
    coding.onLoop(() -> {
      client.isWritable = false;
      CodedResponse response = begin("gzip");
      response.data(text(50 * KIB), true);
      assertThat(client.isEnded).isFalse();
      assertThat(client.consumed).isPositive();
      client.consumed = 0;
      response.requestData(text(100), false);
      assertThat(source.received).isZero();
      assertThat(client.consumed).isEqualTo(100);
      client.isWritable = true;
      response.sinkWritable();
    });

    Await.until(() -> coding.onLoop(() -> {
      assertThat(client.isEnded).isTrue();
    }));
    assertThat(source.resumed).isZero();
    assertThat(Coding.decoded(ContentCoding.GZIP, client.body.toByteArray())).hasSize(50 * KIB);
  }

  @Test
  void largeBodyLetsTheLoopDoOtherWork() throws Exception {
    giveEachPieceATurn();
    AtomicBoolean hadEnded = new AtomicBoolean(true);
    coding.onLoop(() -> {
      CodedResponse response = begin("gzip");
      coding.loop.execute(() -> hadEnded.set(client.isEnded));
      response.data(text(8 * KIB * KIB), true);
    });

    Await.until(() -> coding.onLoop(() -> {
      assertThat(client.isEnded).isTrue();
    }));
    assertThat(hadEnded).isFalse();
    assertThat(Coding.decoded(ContentCoding.GZIP, client.body.toByteArray()))
        .hasSize(8 * KIB * KIB);
  }

  @Test
  void cancelReleasesPiecesThatWait() throws Exception {
    giveEachPieceATurn();
    coding.onLoop(() -> {
      ByteBuf piece = text(8 * KIB * KIB);
      CodedResponse response = begin("zstd");
      response.data(piece, false);
      assertThat(coding.open()).isEqualTo(1);
      response.cancel();
      assertThat(piece.refCnt()).isZero();
      assertThat(coding.open()).isZero();
      assertThat(source.cancelled).isEqualTo(1);
      response.flush();
      response.sinkWritable();
    });
  }

  @Test
  void failureOfTheResponderReleasesTheCoder() throws Exception {
    coding.onLoop(() -> {
      CodedResponse response = begin("br");
      response.data(text(100), false);
      response.fail(new ExchangeFailure(ExchangeFailure.Kind.RESPONSE_INCOMPLETE, "for the test"));
      assertThat(client.events).containsExactly("fail RESPONSE_INCOMPLETE");
      assertThat(coding.open()).isZero();
    });
  }

  @Test
  void trailersFollowTheBodyWithoutItsDigest() throws Exception {
    coding.onLoop(() -> {
      CodedResponse response = begin("gzip");
      response.data(text(100), false);
      response.trailers(new Fields()
          .add(AsciiString.cached("repr-digest"), "sha-256=:x:")
          .add(AsciiString.cached("server-timing"), "db"));
      assertThat(client.events).containsExactly("trailers server-timing: db");
      assertThat(Coding.decoded(ContentCoding.GZIP, client.body.toByteArray())).hasSize(100);
    });
  }

  @Test
  void longerBodyThanStatedFails() throws Exception {
    coding.onLoop(() -> {
      CodedResponse response = begin("zstd", "content-length", "100");
      response.data(text(200_000), true);
    });

    Await.until(() -> coding.onLoop(() -> {
      assertThat(client.events).contains("fail RESPONSE_MALFORMED");
      assertThat(source.cancelled).isEqualTo(1);
    }));
    assertThat(client.isEnded).isFalse();
  }

  @Test
  void bodyThatTheClientDoesNotAcceptIsDecoded() throws Exception {
    giveEachPieceATurn();
    byte[] whole = coding.fromLoop(() -> {
      ByteBuf coded = Unpooled.directBuffer();
      Coder encoder = Objects.requireNonNull(coding.coders.encoder(ContentCoding.BROTLI, 4, -1));
      ByteBuf plain = text(300_000);
      byte[] bytes = ByteBufUtil.getBytes(plain);
      encoder.code(plain.nioBuffer(), coded);
      encoder.finish(coded);
      encoder.release();
      plain.release();
      CodedResponse response =
          begin("gzip", "content-encoding", "br", "content-length", "5", "etag", "\"b\"");
      response.data(coded, true);
      return bytes;
    });

    Await.until(() -> coding.onLoop(() -> {
      assertThat(client.events).doesNotContain("fail RESPONSE_MALFORMED");
      assertThat(client.isEnded).isTrue();
    }));
    assertThat(client.body.toByteArray()).isEqualTo(whole);
    assertThat(String.valueOf(client.head))
        .contains("etag: W/\"b\"", "vary: accept-encoding")
        .doesNotContain("content-encoding", "content-length");
  }

  @Test
  void bombEndsInAReset() throws Exception {
    coding.onLoop(() -> {
      ByteBuf coded = Unpooled.directBuffer();
      Coder encoder = Objects.requireNonNull(coding.coders.encoder(ContentCoding.GZIP, 9, -1));
      ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
      for (int i = 0; i < 64; i++) {
        encoder.code(zeros.clear(), coded);
      }
      encoder.finish(coded);
      encoder.release();
      CodedResponse response = begin("br", "content-encoding", "gzip");
      response.data(coded, true);
    });

    Await.until(() -> coding.onLoop(() -> {
      assertThat(client.events).contains("fail RESPONSE_MALFORMED");
    }));
    assertThat(client.body.size()).isLessThan(4 << 20);
  }
}
