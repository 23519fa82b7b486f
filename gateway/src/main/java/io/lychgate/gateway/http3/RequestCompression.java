package io.lychgate.gateway.http3;

import io.lychgate.gateway.config.listener.QpackConfig;
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

/** The field sections of one connection's requests, with a dynamic table that the client fills. Event loop only. */
final class RequestCompression {
  /** Stream type of the decoder stream (RFC 9204 section 4.2). */
  private static final int DECODER_STREAM = 0x3;

  private final Http3Edge edge;
  private final QuicChannel connection;
  private final int maxBlocked;
  private final int maxSection;
  private final RequestFields fields;
  private final Instructions fromClient;
  private final InstructionStream toClient;

  /** Streams on which a section may still arrive. */
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

  /** Handles data of the client's encoder stream. */
  void take(ByteBuf data) {
    try {
      fromClient.take(connection.alloc(), data);
    } catch (Malformed e) {
      edge.fail(Http3ErrorCode.QPACK_ENCODER_STREAM_ERROR, "");
      return;
    }
    ByteBuf instructions = connection.alloc().directBuffer();
    fields.acknowledgeInsertions(instructions);
    toClient.write(instructions);
    for (RequestSections stream : List.copyOf(blocked)) {
      if (fields.has(stream.requiredInsertCount())) {
        blocked.remove(stream);
        stream.resume();
      }
    }
  }

  /** Returns a handler for the pipeline of a request stream, before Netty's codec. */
  RequestSections sections(QuicStreamChannel stream) {
    return new RequestSections(edge, this, stream, maxSection);
  }

  RequestFields fields() {
    return fields;
  }

  void opened(RequestSections stream) {
    open.put(stream.id(), stream);
  }

  /**
   * Blocks a stream until insertions arrive. Returns false if more streams wait than the gateway's SETTINGS allow (RFC 9204 section
   * 2.1.2).
   */
  boolean block(RequestSections stream) {
    return blocked.size() < maxBlocked && blocked.add(stream);
  }

  /** Acknowledges a section that needed insertions and was read. */
  void sectionRead(RequestSections stream) {
    ByteBuf instructions = connection.alloc().directBuffer(16);
    fields.acknowledgeSection(stream.id(), stream.requiredInsertCount(), instructions);
    toClient.write(instructions);
  }

  /** Removes a stream that has ended in any way. */
  void closed(RequestSections stream) {
    open.remove(stream.id());
    blocked.remove(stream);
  }

  /** Cancels a stream whose waiting or later sections are not read (RFC 9204 section 2.2.2.2). */
  void abandoned(long id) {
    RequestSections stream = open.remove(id);
    if (stream != null) {
      blocked.remove(stream);
      stream.drop();
      ByteBuf instructions = connection.alloc().directBuffer(16);
      fields.cancel(id, instructions);
      toClient.write(instructions);
    }
  }

  void closed() {
    fromClient.close();
  }
}
