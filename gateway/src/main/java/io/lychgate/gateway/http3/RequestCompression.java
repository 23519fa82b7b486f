package io.lychgate.gateway.http3;

import io.lychgate.gateway.config.QpackConfig;
import io.lychgate.gateway.http3.qpack.Instructions;
import io.lychgate.gateway.http3.qpack.Malformed;
import io.lychgate.gateway.http3.qpack.RequestFields;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.ArrayList;
import java.util.List;

/** The fields of one connection's requests, with a dynamic table that the client fills. Event loop only. */
final class RequestCompression {
  /** RFC 9204 section 4.2. */
  private static final int DECODER_STREAM = 0x3;

  private final Http3Edge edge;
  private final QuicChannel connection;
  private final int maxBlocked;
  private final int maxSection;
  private final RequestFields fields;
  private final Instructions fromClient;
  private final InstructionStream toClient;

  /** The streams on which a section may still come. */
  private final LongObjectMap<RequestSections> open = new LongObjectHashMap<>();

  private final List<RequestSections> blocked = new ArrayList<>();

  RequestCompression(Http3Edge edge, QuicChannel connection, QpackConfig config, int maxSection) {
    this.edge = edge;
    this.connection = connection;
    this.maxBlocked = config.blockedStreams();
    this.maxSection = maxSection;
    this.fields = new RequestFields(config.capacityBytes());
    this.fromClient = fields.encoderInstructions();
    this.toClient = new InstructionStream(edge, connection, DECODER_STREAM);
  }

  /** What came on the client's encoder stream. */
  void take(ByteBuf octets) {
    try {
      fromClient.take(connection.alloc(), octets);
    } catch (Malformed e) {
      edge.fail(Http3ErrorCode.QPACK_ENCODER_STREAM_ERROR, "");
      return;
    }
    ByteBuf told = connection.alloc().directBuffer();
    fields.acknowledgeInsertions(told);
    toClient.write(told);
    for (RequestSections stream : List.copyOf(blocked)) {
      if (fields.has(stream.requiredInsertCount())) {
        blocked.remove(stream);
        stream.resume();
      }
    }
  }

  /** For the pipeline of a request stream, before Netty's codec. */
  RequestSections sections(QuicStreamChannel stream) {
    return new RequestSections(edge, this, stream, maxSection);
  }

  RequestFields fields() {
    return fields;
  }

  void opened(RequestSections stream) {
    open.put(stream.id(), stream);
  }

  /** A section waits for insertions. False: more streams wait than the client was told that may (RFC 9204 section 2.1.2). */
  boolean block(RequestSections stream) {
    return blocked.size() < maxBlocked && blocked.add(stream);
  }

  /** A section that needed insertions was read. */
  void sectionRead(RequestSections stream) {
    ByteBuf told = connection.alloc().directBuffer(16);
    fields.acknowledgeSection(stream.id(), stream.requiredInsertCount(), told);
    toClient.write(told);
  }

  /** The stream has ended, in whatever way. */
  void closed(RequestSections stream) {
    open.remove(stream.id());
    blocked.remove(stream);
  }

  /** What may still come on a stream, or waits there, is not read (RFC 9204 section 2.2.2.2). */
  void abandoned(long id) {
    RequestSections stream = open.remove(id);
    if (stream != null) {
      blocked.remove(stream);
      stream.drop();
      ByteBuf told = connection.alloc().directBuffer(16);
      fields.cancel(id, told);
      toClient.write(told);
    }
  }

  void closed() {
    fromClient.close();
  }
}
