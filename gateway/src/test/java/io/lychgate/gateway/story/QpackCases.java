package io.lychgate.gateway.story;

import static io.lychgate.gateway.story.Http3Case.closes;
import static io.lychgate.gateway.story.Http3Case.serves;
import static io.lychgate.gateway.testkit.Http3Bytes.HEADERS;
import static io.lychgate.gateway.testkit.Http3Bytes.bytes;
import static io.lychgate.gateway.testkit.Http3Bytes.frame;
import static io.lychgate.gateway.testkit.Http3Bytes.get;
import static io.lychgate.gateway.testkit.Http3Bytes.integer;
import static io.lychgate.gateway.testkit.Http3Bytes.join;
import static io.lychgate.gateway.testkit.Http3Bytes.prefixed;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.story.Http3Case.Send;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.RawHttp3Stream;
import io.netty.handler.codec.http3.Http3ErrorCode;
import java.util.stream.Stream;

/** Field sections and the two QPACK streams, with a table of no capacity at the gateway: RFC 9204. */
final class QpackCases {
  private static final long ENCODER = 0x2;
  private static final long DECODER = 0x3;

  private QpackCases() {}

  static Stream<Http3Case> all() {
    return Stream.concat(ofAnyTable(), encoderStream());
  }

  /** Returns the cases that do not depend on the capacity of the gateway's table. */
  static Stream<Http3Case> ofAnyTable() {
    return Stream.of(sections(), decoderStream(), streams()).flatMap(cases -> cases);
  }

  private static Stream<Http3Case> sections() {
    return Stream.of(
        undecodable("that needs an insertion", bytes(1, 0, 0xd9)),
        undecodable("that points into the dynamic table", bytes(0, 0, 0x80)),
        undecodable("that points behind its base", bytes(0, 0, 0x10)),
        undecodable("with a name of the dynamic table", bytes(0, 0, 0x40, 1, 'a')),
        undecodable("with a name behind its base", bytes(0, 0, 0x00, 1, 'a')),
        undecodable("with entry 99 of the static table", bytes(0, 0, 0xff, 36)),
        undecodable("with the name of entry 99", bytes(0, 0, 0x5f, 84, 1, 'a')),
        undecodable("of nothing"),
        undecodable("of one byte", bytes(0)),
        undecodable("that ends in an index", bytes(0, 0, 0xff)),
        undecodable("that ends in a name", bytes(0, 0, 0x23, 'a')),
        undecodable("that ends before a value", bytes(0, 0, 0x21, 'a')),
        undecodable("that ends in a value", bytes(0, 0, 0x21, 'a', 9, 'b')),
        undecodable(
            "with an integer that never ends",
            bytes(0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff)),
        undecodable("with the end of Huffman's code", bytes(0, 0, 0x51, 0x84, 255, 255, 255, 255)),
        undecodable("padded with zeroes", bytes(0, 0, 0x51, 0x81, 0x18)),
        undecodable("padded with a byte", bytes(0, 0, 0x51, 0x82, 0x1f, 0xff)),
        serves("a section that is indexed where it can be", peer -> {
          // :method GET, :scheme https, :path /, and :authority "a".
          byte[] lines = bytes(0, 0, 0xd1, 0xd7, 0xc1, 0x50, 1, 'a');
          return peer.request(frame(HEADERS, lines)).end();
        }));
  }

  private static Stream<Http3Case> encoderStream() {
    Http3ErrorCode error = Http3ErrorCode.QPACK_ENCODER_STREAM_ERROR;
    return Stream.of(
        closes("a capacity above ours", error, says(ENCODER, prefixed(0x20, 5, 4096))),
        closes("a capacity of one", error, says(ENCODER, bytes(0x21))),
        closes("an insertion by name", error, says(ENCODER, bytes(0xc1, 1, 'a'))),
        closes(
            "an insertion by a name that is not there", error, says(ENCODER, bytes(0x80, 1, 'a'))),
        closes("an insertion", error, says(ENCODER, bytes(0x41, 'a', 1, 'b'))),
        closes("an insertion of 2 GiB", error, says(ENCODER, prefixed(0x40, 5, 0x7fffffff))),
        closes("a duplicate", error, says(ENCODER, bytes(0x00))),
        closes(
            "an integer of the encoder that never ends",
            error,
            says(ENCODER, bytes(0x3f, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255))),
        serves("a capacity of nothing", served(says(ENCODER, bytes(0x20)))));
  }

  private static Stream<Http3Case> decoderStream() {
    Http3ErrorCode error = Http3ErrorCode.QPACK_DECODER_STREAM_ERROR;
    return Stream.of(
        closes("an acknowledgment of no section", error, says(DECODER, bytes(0x80))),
        closes("an increment of nothing", error, says(DECODER, bytes(0x00))),
        closes("an increment that nothing was inserted for", error, says(DECODER, bytes(0x01))),
        closes(
            "an integer of the decoder that never ends",
            error,
            says(DECODER, bytes(0xff, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255))),
        serves("a cancellation", served(says(DECODER, bytes(0x44)))));
  }

  private static Stream<Http3Case> streams() {
    return Stream.of(
        closes("a second encoder stream", Http3ErrorCode.H3_STREAM_CREATION_ERROR, peer -> {
          RawHttp3Stream unused = peer.unidirectional(integer(ENCODER));
          return peer.unidirectional(integer(ENCODER));
        }),
        closes("a second decoder stream", Http3ErrorCode.H3_STREAM_CREATION_ERROR, peer -> {
          RawHttp3Stream unused = peer.unidirectional(integer(DECODER));
          return peer.unidirectional(integer(DECODER));
        }),
        closes(
            "an encoder stream that ends",
            Http3ErrorCode.H3_CLOSED_CRITICAL_STREAM,
            peer -> peer.unidirectional(integer(ENCODER)).end()),
        closes(
            "a decoder stream that ends",
            Http3ErrorCode.H3_CLOSED_CRITICAL_STREAM,
            peer -> peer.unidirectional(integer(DECODER)).end()),
        closes(
            "an encoder stream that is reset", Http3ErrorCode.H3_CLOSED_CRITICAL_STREAM, peer -> {
              RawHttp3Stream encoder = peer.unidirectional(integer(ENCODER));
              RawHttp3Stream served = peer.request(get()).end();
              Await.until(() -> assertThat(served.isEnded()).isTrue());
              encoder.reset(0);
              return served;
            }),
        serves("both streams without a word", served(peer -> {
          RawHttp3Stream unused = peer.unidirectional(integer(ENCODER));
          return peer.unidirectional(integer(DECODER));
        })));
  }

  private static Http3Case undecodable(String what, byte[]... section) {
    return closes(
        "a field section " + what,
        Http3ErrorCode.QPACK_DECOMPRESSION_FAILED,
        peer -> peer.request(frame(HEADERS, join(section)), get()).end());
  }

  private static Send says(long type, byte[] bytes) {
    return peer -> peer.unidirectional(integer(type), bytes);
  }

  private static Send served(Send before) {
    return peer -> {
      peer.control();
      RawHttp3Stream unused = before.on(peer);
      return peer.request(get()).end();
    };
  }
}
