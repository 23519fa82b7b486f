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

import io.lychgate.gateway.TestGateway;
import io.lychgate.gateway.config.listener.QpackConfig;
import io.lychgate.gateway.config.listener.QpackTables;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.pem.CertificateFiles;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.RawHttp3Peer;
import io.lychgate.gateway.testkit.RawHttp3Stream;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.netty.handler.codec.http3.Http3ErrorCode;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * RFC 9204, byte by byte, with a gateway that has a dynamic table of 4096 bytes in both directions and allows two blocked streams.
 */
class QpackTableConformanceIT {
  private static final long ENCODER = 0x2;
  private static final int BLOCKED_STREAMS = 2;
  private static final ScriptedOrigin ORIGIN = ScriptedOrigin.start();

  /** :method GET, :scheme https, :path /, and :authority "a". */
  private static final byte[] PSEUDO = bytes(0xd1, 0xd7, 0xc1, 0x50, 1, 'a');

  private static final byte[] CAPACITY = prefixed(0x20, 5, 4096);

  /** a: b. */
  private static final byte[] INSERT = bytes(0x41, 'a', 1, 'b');

  /** Needs one insertion, and refers to it. */
  private static final byte[] REFERRING = frame(HEADERS, bytes(2, 0), PSEUDO, bytes(0x80));

  @TempDir
  private static Path directory;

  private static TestGateway gateway;

  @BeforeAll
  static void start() throws Exception {
    ORIGIN.on("/", visit -> visit.respond(200, "page"));
    TlsConfig tls = TlsConfig.of(CertificateFiles.write(directory, "site"));
    QpackConfig qpack = new QpackConfig(QpackTables.BOTH, 4096, BLOCKED_STREAMS);
    gateway = TestGateway.start(
        Http3Story.config(Http3Story.listener(tls, qpack), ORIGIN.port(), directory));
  }

  @AfterAll
  static void stop() {
    Await.until(() -> assertThat(gateway.openConnections()).isZero());
    gateway.close();
    ORIGIN.close();
  }

  @ParameterizedTest
  @MethodSource({"ofAnyTable", "sections", "waiting", "encoderStream"})
  void reactsAsTheRfcRequires(Http3Case now) throws Exception {
    now.playTo(gateway.port("public"));
  }

  static Stream<Http3Case> ofAnyTable() {
    return QpackCases.ofAnyTable();
  }

  static Stream<Http3Case> sections() {
    return Stream.of(
        serves("an entry", peer -> {
          inserts(peer, CAPACITY, INSERT);
          return peer.request(REFERRING).end();
        }),
        serves("an entry by its name, and one that was duplicated", peer -> {
          // a: b, a: c with the name of the last one, and the first again.
          inserts(peer, CAPACITY, INSERT, bytes(0x80, 1, 'c'), bytes(0x01));
          return peer.request(
                  frame(HEADERS, bytes(4, 0), PSEUDO, bytes(0x80, 0x81, 0x82, 0x40, 1, 'd')))
              .end();
        }),
        undecodable("an entry that has left", bytes(3, 0), bytes(0x81)),
        undecodable("an entry beyond what is needed", bytes(2, 0x01), bytes(0x80)),
        undecodable("an entry behind its base beyond what is needed", bytes(2, 0), bytes(0x10)),
        undecodable("a base below nothing", bytes(2, 0x81), bytes()),
        undecodable("a count that is not possible", prefixed(0, 8, 257), bytes(0)),
        undecodable("a name that has left", bytes(3, 0), bytes(0x41, 1, 'a')),
        undecodable("a value that is not there", bytes(3, 0), bytes(0x40, 9, 'a')),
        closes("a page of references to what is large", Http3ErrorCode.H3_EXCESSIVE_LOAD, peer -> {
          byte[] value = new byte[4000];
          Arrays.fill(value, (byte) 'x');
          inserts(peer, CAPACITY, bytes(0x41, 'a'), prefixed(0, 7, value.length), value);
          byte[] lines = new byte[1000];
          Arrays.fill(lines, (byte) 0x80);
          return peer.request(frame(HEADERS, bytes(2, 0), PSEUDO, lines)).end();
        }));
  }

  /** A section after a table of 64 bytes in which the second entry evicted the first. */
  private static Http3Case undecodable(String what, byte[] prefix, byte[] line) {
    return closes(what, Http3ErrorCode.QPACK_DECOMPRESSION_FAILED, peer -> {
      inserts(peer, bytes(0x3f, 33), INSERT, bytes(0x41, 'c', 1, 'd'));
      return peer.request(frame(HEADERS, prefix, PSEUDO, line)).end();
    });
  }

  static Stream<Http3Case> waiting() {
    return Stream.of(
        serves("a section before its insertion", peer -> {
          RawHttp3Stream waits = peer.request(REFERRING).end();
          roundTrip(peer);
          inserts(peer, CAPACITY, INSERT);
          return waits;
        }),
        serves("a section before its insertion, with a body and trailers", peer -> {
          byte[] rest = join(bytes(0, 1, 'b'), frame(HEADERS, bytes(0, 0, 0x21, 'x', 1, 'y')));
          RawHttp3Stream waits = peer.request(REFERRING, rest).end();
          roundTrip(peer);
          inserts(peer, CAPACITY, INSERT);
          return waits;
        }),
        serves("trailers before their insertion", peer -> {
          RawHttp3Stream waits = peer.request(
                  frame(HEADERS, bytes(0, 0), PSEUDO), frame(HEADERS, bytes(2, 0, 0x80)))
              .end();
          roundTrip(peer);
          inserts(peer, CAPACITY, INSERT);
          return waits;
        }),
        closes("more sections that wait", Http3ErrorCode.QPACK_DECOMPRESSION_FAILED, peer -> {
          for (int i = 0; i < BLOCKED_STREAMS; i++) {
            var unused = peer.request(REFERRING).end();
          }
          return peer.request(REFERRING).end();
        }),
        serves("sections that wait after others that were reset", peer -> {
          for (int i = 0; i < BLOCKED_STREAMS; i++) {
            RawHttp3Stream waits = peer.request(REFERRING);
            roundTrip(peer);
            waits.reset(0x10c);
          }
          roundTrip(peer);
          var unused = peer.request(REFERRING).end();
          RawHttp3Stream waits = peer.request(REFERRING).end();
          roundTrip(peer);
          inserts(peer, CAPACITY, INSERT);
          return waits;
        }));
  }

  static Stream<Http3Case> encoderStream() {
    return Stream.of(
        wrong("a capacity above ours", prefixed(0x20, 5, 4097)),
        wrong("an insertion without a capacity", INSERT),
        wrong("an insertion into nothing left", CAPACITY, bytes(0x20), INSERT),
        wrong("an insertion by a name that is not there", CAPACITY, bytes(0x80, 1, 'a')),
        wrong("an insertion by the name of static entry 99", CAPACITY, bytes(0xff, 36, 1, 'a')),
        wrong("a duplicate of nothing", CAPACITY, bytes(0x00)),
        wrong("a duplicate of what has left", bytes(0x3f, 33), INSERT, INSERT, bytes(0x01)),
        wrong("an entry above the capacity", bytes(0x3f, 33), bytes(0x41, 'a', 33), new byte[33]),
        wrong("an insertion of 2 GiB", CAPACITY, prefixed(0x40, 5, 0x7fffffff)),
        wrong("the end of Huffman's code", CAPACITY, bytes(0x41, 'a', 0x84, 255, 255, 255, 255)),
        wrong(
            "an integer that never ends",
            bytes(0x3f, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255)));
  }

  private static Http3Case wrong(String what, byte[]... instructions) {
    return closes(
        what,
        Http3ErrorCode.QPACK_ENCODER_STREAM_ERROR,
        peer -> peer.unidirectional(integer(ENCODER), join(instructions)));
  }

  private static void inserts(RawHttp3Peer peer, byte[]... instructions) throws Exception {
    var unused = peer.unidirectional(integer(ENCODER), join(instructions));
  }

  /** Waits until everything sent before has been processed. */
  private static void roundTrip(RawHttp3Peer peer) throws Exception {
    RawHttp3Stream served = peer.request(get()).end();
    Await.until(() -> assertThat(served.isEnded()).isTrue());
  }
}
