package io.lychgate.gateway.http3;

import io.lychgate.gateway.config.listener.QpackConfig;
import io.lychgate.gateway.http3.qpack.Instructions;
import io.lychgate.gateway.http3.qpack.Malformed;
import io.lychgate.gateway.http3.qpack.RequestFields;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The field sections of one connection's requests, with a dynamic table that the client fills. Event loop only. */
final class RequestCompression {
  /** RFC 9114 section 11.2.1. */
  private static final long HEADERS_FRAME = 0x1;

  /** Maximum bytes of a frame's type and length. */
  private static final int MAX_FRAME_HEAD = 16;

  /** Initial buffer size in bytes for a section. */
  private static final int FIRST_BYTES = 512;

  /** Bytes held behind a blocked section above which reading stops. Below it, a reset is noticed at once. */
  private static final int MAX_HELD_BYTES = 16 * 1024;

  private static final Object READ_COMPLETE = new Object();

  private enum At {
    TYPE,
    LENGTH,
    PAYLOAD,
    SECTION
  }

  private record Event(Object event) {}

  private final ConnectionErrors errors;
  private final QuicChannel connection;
  private final int maxBlocked;

  /** Maximum bytes of a section; Netty closes the connection for a larger one. */
  private final int maxSection;

  private final RequestFields fields;
  private final Instructions fromClient;
  private final InstructionStream toClient;

  /** Streams on which a section may still arrive. */
  private final LongObjectMap<Sections> open = new LongObjectHashMap<>();

  private final List<Sections> blocked = new ArrayList<>();

  RequestCompression(
      ConnectionErrors errors, QuicChannel connection, QpackConfig config, int maxSection) {
    this.errors = errors;
    this.connection = connection;
    this.maxBlocked = config.blockedStreams();
    this.maxSection = maxSection;
    this.fields = new RequestFields(config.capacityBytes());
    this.fromClient = fields.encoderInstructions();
    this.toClient = new InstructionStream(errors, connection, InstructionStream.DECODER);
  }

  /** Handles data of the client's encoder stream. */
  void take(ByteBuf data) {
    try {
      fromClient.take(connection.alloc(), data);
    } catch (Malformed e) {
      errors.fail(Http3ErrorCode.QPACK_ENCODER_STREAM_ERROR, "");
      return;
    }
    ByteBuf instructions = connection.alloc().directBuffer();
    fields.acknowledgeInsertions(instructions);
    toClient.write(instructions);
    for (Sections stream : List.copyOf(blocked)) {
      if (fields.has(stream.requiredInsertCount())) {
        blocked.remove(stream);
        stream.resume();
      }
    }
  }

  /** Returns a handler for the pipeline of a request stream, before Netty's codec. */
  ChannelHandler sections(QuicStreamChannel stream) {
    return new Sections(stream);
  }

  /**
   * Blocks a stream until insertions arrive. Returns false if more streams wait than the gateway's SETTINGS allow (RFC 9204 section
   * 2.1.2).
   */
  private boolean block(Sections stream) {
    return blocked.size() < maxBlocked && blocked.add(stream);
  }

  /** Acknowledges a section that needed insertions and was read. */
  private void acknowledge(Sections stream) {
    ByteBuf instructions = connection.alloc().directBuffer(16);
    fields.acknowledgeSection(stream.id(), stream.requiredInsertCount(), instructions);
    toClient.write(instructions);
  }

  /** Removes a stream that has ended in any way. */
  private void closed(Sections stream) {
    open.remove(stream.id());
    blocked.remove(stream);
  }

  /** Cancels a stream whose waiting or later sections are not read (RFC 9204 section 2.2.2.2). */
  void abandoned(long id) {
    Sections stream = open.remove(id);
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

  /**
   * Extracts the field sections from a request stream and puts them back without references to the dynamic table. So Netty's codec
   * behind it needs no table. All data waits while the insertions of a section have not arrived.
   */
  private final class Sections extends ChannelDuplexHandler {
    private final QuicStreamChannel channel;
    private final WireInteger integer = new WireInteger();
    private At at = At.TYPE;
    private long type;
    private long remaining;
    private @Nullable ByteBuf section;
    private long requiredInsertCount;

    /** Messages that came after a blocked section, in their order. */
    private final Deque<Object> held = new ArrayDeque<>(2);

    private @Nullable ChannelHandlerContext context;
    private int heldBytes;
    private boolean isBlocked;
    private boolean readWanted;
    private boolean dropped;

    Sections(QuicStreamChannel channel) {
      this.channel = channel;
    }

    long id() {
      return channel.streamId();
    }

    /** Returns the required insert count of the last section. */
    long requiredInsertCount() {
      return requiredInsertCount;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
      context = ctx;
      open.put(id(), this);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (isBlocked) {
        held.add(message);
        heldBytes += message instanceof ByteBuf data ? data.readableBytes() : 0;
      } else {
        pass(ctx, message);
      }
    }

    private void pass(ChannelHandlerContext ctx, Object message) {
      if (dropped) {
        ReferenceCountUtil.release(message);
      } else if (message instanceof ByteBuf data) {
        try {
          walk(ctx, data);
        } finally {
          data.release();
        }
      } else {
        ctx.fireChannelRead(message);
      }
    }

    private void walk(ChannelHandlerContext ctx, ByteBuf in) {
      while (in.isReadable() && !dropped) {
        if (isBlocked) {
          held.addFirst(in.readRetainedSlice(in.readableBytes()));
        } else if (at == At.PAYLOAD) {
          ctx.fireChannelRead(in.readRetainedSlice(advance(in)));
        } else if (at == At.SECTION && section != null) {
          section.writeBytes(in, advance(in));
          if (at == At.TYPE) {
            sectionRead(ctx, section);
          }
        } else if (integer.take(in.readByte())) {
          integerRead(ctx);
        }
      }
    }

    /** Consumes the available bytes of the frame, and returns their number. */
    private int advance(ByteBuf in) {
      int here = (int) Math.min(remaining, in.readableBytes());
      remaining -= here;
      if (remaining == 0) {
        at = At.TYPE;
      }
      return here;
    }

    private void integerRead(ChannelHandlerContext ctx) {
      if (at == At.TYPE) {
        type = integer.value();
        at = At.LENGTH;
        return;
      }
      remaining = integer.value();
      boolean isSection = type == HEADERS_FRAME && remaining <= maxSection;
      at = remaining == 0 ? At.TYPE : isSection ? At.SECTION : At.PAYLOAD;
      if (!isSection) {
        fireHead(ctx, type, remaining);
        return;
      }
      ByteBuf begun = ctx.alloc().buffer((int) Math.min(remaining, FIRST_BYTES), (int) remaining);
      section = begun;
      if (remaining == 0) {
        sectionRead(ctx, begun);
      }
    }

    private static void fireHead(ChannelHandlerContext ctx, long type, long length) {
      ByteBuf head = ctx.alloc().buffer(MAX_FRAME_HEAD);
      WireInteger.write(head, type);
      WireInteger.write(head, length);
      ctx.fireChannelRead(head);
    }

    private void sectionRead(ChannelHandlerContext ctx, ByteBuf read) {
      try {
        requiredInsertCount = fields.readRequiredInsertCount(read);
        if (fields.has(requiredInsertCount)) {
          fireSection(ctx);
        } else if (block(this)) {
          isBlocked = true;
        } else {
          fail();
        }
      } catch (Malformed e) {
        fail();
      }
    }

    private void fireSection(ChannelHandlerContext ctx) throws Malformed {
      ByteBuf read = section;
      if (read == null) {
        return;
      }
      section = null;
      ByteBuf whole = translate(ctx, read);
      fireHead(ctx, HEADERS_FRAME, whole.readableBytes());
      ctx.fireChannelRead(whole);
    }

    private ByteBuf translate(ChannelHandlerContext ctx, ByteBuf read) throws Malformed {
      ByteBuf whole = ctx.alloc().buffer(2 * read.readableBytes());
      try {
        fields.translate(read, requiredInsertCount, whole, maxSection);
      } catch (Malformed e) {
        whole.release();
        throw e;
      } finally {
        read.release();
      }
      if (requiredInsertCount > 0) {
        acknowledge(this);
      }
      return whole;
    }

    private void fail() {
      drop();
      errors.fail(Http3ErrorCode.QPACK_DECOMPRESSION_FAILED, "");
    }

    /** Continues after the insertions have arrived. */
    void resume() {
      ChannelHandlerContext ctx = context;
      if (ctx == null || dropped) {
        return;
      }
      isBlocked = false;
      heldBytes = 0;
      try {
        fireSection(ctx);
      } catch (Malformed e) {
        fail();
      }
      while (!isBlocked && !held.isEmpty()) {
        Object next = held.remove();
        if (next == READ_COMPLETE) {
          ctx.fireChannelReadComplete();
        } else if (next instanceof Event later) {
          ctx.fireUserEventTriggered(later.event);
        } else {
          pass(ctx, next);
        }
      }
      if (!isBlocked && readWanted) {
        readWanted = false;
        ctx.read();
      }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext ctx) {
      if (isBlocked) {
        held.add(READ_COMPLETE);
        if (heldBytes < MAX_HELD_BYTES) {
          ctx.read();
        }
      } else {
        ctx.fireChannelReadComplete();
      }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (isBlocked) {
        held.add(new Event(event));
      } else {
        ctx.fireUserEventTriggered(event);
      }
    }

    @Override
    public void read(ChannelHandlerContext ctx) {
      if (isBlocked) {
        readWanted = true;
      } else {
        ctx.read();
      }
    }

    /** Drops all data that has arrived or will arrive. */
    void drop() {
      dropped = true;
      isBlocked = false;
      if (section != null) {
        section.release();
        section = null;
      }
      held.forEach(ReferenceCountUtil::release);
      held.clear();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      closed(this);
      drop();
      ctx.fireChannelInactive();
    }
  }
}
