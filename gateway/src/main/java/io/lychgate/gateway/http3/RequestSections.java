package io.lychgate.gateway.http3;

import io.lychgate.gateway.http3.qpack.Malformed;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http3.Http3ErrorCode;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.util.ReferenceCountUtil;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Extracts the field sections from a request stream and puts them back without references to the dynamic table. So Netty's codec
 * behind it needs no table. All data waits while the insertions of a section have not arrived.
 */
final class RequestSections extends ChannelDuplexHandler {
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

  private final Http3Edge edge;
  private final RequestCompression compression;
  private final QuicStreamChannel channel;
  private final int maxSection;
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
  private boolean blocked;
  private boolean readWanted;
  private boolean dropped;

  /** @param maxSection maximum size in bytes; Netty closes the connection for a larger section */
  RequestSections(
      Http3Edge edge, RequestCompression compression, QuicStreamChannel channel, int maxSection) {
    this.edge = edge;
    this.compression = compression;
    this.channel = channel;
    this.maxSection = maxSection;
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
    compression.opened(this);
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (blocked) {
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
      if (blocked) {
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
      requiredInsertCount = compression.fields().readRequiredInsertCount(read);
      if (compression.fields().has(requiredInsertCount)) {
        fireSection(ctx);
      } else if (compression.block(this)) {
        blocked = true;
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
      compression.fields().translate(read, requiredInsertCount, whole, maxSection);
    } catch (Malformed e) {
      whole.release();
      throw e;
    } finally {
      read.release();
    }
    if (requiredInsertCount > 0) {
      compression.sectionRead(this);
    }
    return whole;
  }

  private void fail() {
    drop();
    edge.fail(Http3ErrorCode.QPACK_DECOMPRESSION_FAILED, "");
  }

  /** Continues after the insertions have arrived. */
  void resume() {
    ChannelHandlerContext ctx = context;
    if (ctx == null || dropped) {
      return;
    }
    blocked = false;
    heldBytes = 0;
    try {
      fireSection(ctx);
    } catch (Malformed e) {
      fail();
    }
    while (!blocked && !held.isEmpty()) {
      Object next = held.remove();
      if (next == READ_COMPLETE) {
        ctx.fireChannelReadComplete();
      } else if (next instanceof Event later) {
        ctx.fireUserEventTriggered(later.event);
      } else {
        pass(ctx, next);
      }
    }
    if (!blocked && readWanted) {
      readWanted = false;
      ctx.read();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (blocked) {
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
    if (blocked) {
      held.add(new Event(event));
    } else {
      ctx.fireUserEventTriggered(event);
    }
  }

  @Override
  public void read(ChannelHandlerContext ctx) {
    if (blocked) {
      readWanted = true;
    } else {
      ctx.read();
    }
  }

  /** Drops all data that has arrived or will arrive. */
  void drop() {
    dropped = true;
    blocked = false;
    if (section != null) {
      section.release();
      section = null;
    }
    held.forEach(ReferenceCountUtil::release);
    held.clear();
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    compression.closed(this);
    drop();
    ctx.fireChannelInactive();
  }

  private record Event(Object event) {}
}
