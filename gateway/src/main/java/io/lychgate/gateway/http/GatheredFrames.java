package io.lychgate.gateway.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the frames of a connection in one buffer until a flush. It is the next handler of the pipeline after that of HTTP/2 on the
 * way to the socket, so nothing can overtake the frames. {@link WholeFrames} writes into its buffer.
 *
 * <p>A buffer for each frame would cost more than the frame: it is allocated, passes through the pipeline, is queued, copied into a
 * TLS record, and released. Besides, TLS writes what it holds at each read, so the head of a response would leave apart from its
 * data. Event loop only.
 */
public final class GatheredFrames extends ChannelOutboundHandlerAdapter {
  /** Bytes of a full buffer: those of a TLS record. */
  private static final int MOST_BYTES = 16 * 1024;

  /** Room that a buffer must have for one more frame of fields. It grows for a larger one. */
  private static final int USUAL_BYTES = 256;

  /** Bytes of the largest buffer of another writer that is copied, such as a WINDOW_UPDATE frame. */
  private static final int COPIED_BYTES = 64;

  private @Nullable ChannelHandlerContext context;
  private @Nullable ByteBuf gathered;

  /** Promises of the frames in the buffer, in order. Headers of large DATA frames have none. */
  private List<ChannelPromise> promises = new ArrayList<>();

  /** Bytes of the last buffer: the best guess for the next one. */
  private int usual = USUAL_BYTES;

  private boolean hasEnded;

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  /** The connection has ended. Frames can still follow: its requests are cancelled in a later turn if there are many. */
  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    hasEnded = true;
    ByteBuf lost = gathered;
    if (lost != null) {
      gathered = null;
      lost.release();
      complete(promises, ctx.newFailedFuture(new ClosedChannelException()));
    }
  }

  /** Returns the buffer to append a frame to, with room for {@code bytes}. Call {@link #append} once the frame is complete. */
  ByteBuf room(int bytes) {
    if (hasEnded) {
      // The frame goes nowhere, so nothing would release a buffer of the allocator.
      return Unpooled.buffer(bytes);
    }
    ByteBuf buffer = gathered;
    if (buffer != null && buffer.readableBytes() + bytes > MOST_BYTES) {
      passOn();
      buffer = null;
    }
    if (buffer == null) {
      buffer = context().alloc().buffer(Math.max(bytes, usual));
      gathered = buffer;
    }
    return buffer.ensureWritable(bytes);
  }

  /** Returns the buffer to append a frame of fields to, whose length is not known yet. */
  ByteBuf room() {
    return room(USUAL_BYTES);
  }

  /** Adds the frame that was appended to the buffer. Its promise is completed when the socket has taken it, or fails after the end. */
  ChannelFuture append(ChannelPromise promise) {
    if (hasEnded) {
      return promise.setFailure(new ClosedChannelException());
    }
    promises.add(promise);
    return promise;
  }

  private ChannelHandlerContext context() {
    if (context == null) {
      throw new IllegalStateException("context: none (expected: the handler is in a pipeline)");
    }
    return context;
  }

  private void passOn() {
    ByteBuf full = gathered;
    if (full == null) {
      return;
    }
    gathered = null;
    if (full.isReadable()) {
      usual = Math.max(USUAL_BYTES, full.readableBytes());
      var unused = context().write(full, promise(context()));
    } else {
      full.release();
    }
  }

  /** Returns the promise for all frames in the buffer. */
  private ChannelPromise promise(ChannelHandlerContext ctx) {
    List<ChannelPromise> frames = promises;
    if (frames.isEmpty()) {
      return ctx.newPromise();
    }
    if (frames.size() == 1) {
      return frames.remove(0);
    }
    promises = new ArrayList<>(frames.size());
    return ctx.newPromise().addListener((ChannelFutureListener) whole -> complete(frames, whole));
  }

  private static void complete(List<ChannelPromise> frames, ChannelFuture whole) {
    for (ChannelPromise frame : frames) {
      if (whole.isSuccess()) {
        frame.trySuccess();
      } else {
        frame.tryFailure(whole.cause());
      }
    }
  }

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (gathered != null
        && message instanceof ByteBuf frame
        && frame.isReadable()
        && frame.readableBytes() <= COPIED_BYTES) {
      int bytes = frame.readableBytes();
      frame.readBytes(room(bytes), bytes);
      frame.release();
      var unused = append(promise.unvoid());
      return;
    }
    passOn();
    ctx.write(message, promise);
  }

  @Override
  public void flush(ChannelHandlerContext ctx) {
    passOn();
    ctx.flush();
  }

  @Override
  public void disconnect(ChannelHandlerContext ctx, ChannelPromise promise) {
    passOn();
    ctx.disconnect(promise);
  }

  @Override
  public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
    passOn();
    ctx.close(promise);
  }
}
