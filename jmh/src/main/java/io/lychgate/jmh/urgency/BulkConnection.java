package io.lychgate.jmh.urgency;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2FrameWriter;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2FrameReader;
import io.netty.handler.codec.http2.Http2FrameWriter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One connection, frame by frame: a large response, then the change, then the first byte of the urgent response. */
final class BulkConnection extends ByteToMessageDecoder {
  /** Time until the sender's congestion window and the queue of the link are steady. */
  private static final long RAMP_MILLIS = 3000;

  /** Time until the waiting stream opens. It opens after the first bytes of the large response have arrived. */
  private static final long WAIT_MILLIS = 1500;

  /** Windows of Chromium, so that flow control never holds back the transfer. */
  private static final int STREAM_WINDOW = 6 * 1024 * 1024;

  private static final int CONNECTION_WINDOW_INCREMENT = 15 * 1024 * 1024;
  private static final int WINDOW_STEP = 1024 * 1024;

  /** Uninterrupted bytes of a stream that waited which count as its arrival; fewer may be a leak. */
  private static final int RUN_BYTES = 32 * 1024;

  private static final int BULK = 1;
  private static final int URGENT = 3;

  /** RFC 9218 section 7.1. */
  private static final byte PRIORITY_UPDATE = 0x10;

  private static final short MAX_WEIGHT = 256;

  private final Http2FrameReader reader = new DefaultHttp2FrameReader();
  private final Http2FrameWriter writer = new DefaultHttp2FrameWriter();
  private final Frames frames = new Frames();
  private final Change change;
  private final Source source;
  private final String authority;
  private final CompletableFuture<Arrival> arrival = new CompletableFuture<>();
  private int notReturned;
  private int runBytes;
  private long earlyBytes;
  private Arrival candidate = new Arrival(0, 0, 0);
  private long bulkBytes;
  private long bulkBytesAtChange;
  private long changedNanos;

  BulkConnection(Change change, Source source, String authority) {
    this.change = change;
    this.source = source;
    this.authority = authority;
  }

  CompletableFuture<Arrival> arrival() {
    return arrival;
  }

  /** Starts HTTP/2 after the TLS handshake. */
  void begin(ChannelHandlerContext context) {
    context.write(Http2CodecUtil.connectionPrefaceBuf());
    Http2Settings settings =
        new Http2Settings().pushEnabled(false).initialWindowSize(STREAM_WINDOW);
    writer.writeSettings(context, settings, context.newPromise());
    writer.writeWindowUpdate(context, 0, CONNECTION_WINDOW_INCREMENT, context.newPromise());
    request(context, BULK, source.bulkPath(), 0, "u=3");
    context.flush();
  }

  /** Schedules the change, once the transfer has begun. */
  private void schedule(ChannelHandlerContext context) {
    EventExecutor executor = context.executor();
    if (change.isOfWaitingStream()) {
      executor.schedule(() -> queue(context), WAIT_MILLIS, TimeUnit.MILLISECONDS);
    }
    executor.schedule(() -> change(context), RAMP_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void queue(ChannelHandlerContext context) {
    request(context, URGENT, source.urgentPath(), BULK, "u=7");
    context.flush();
  }

  /** Sends a request: in the tree, with the largest weight, exclusive below the root; else with a priority field. */
  private void request(
      ChannelHandlerContext context, int stream, String path, int parent, String priority) {
    Http2Headers head = new DefaultHttp2Headers()
        .method("GET")
        .scheme("https")
        .authority(authority)
        .path(path);
    if (change.isTree()) {
      writer.writeHeaders(
          context, stream, head, parent, MAX_WEIGHT, parent == 0, 0, true, context.newPromise());
    } else {
      head.add("priority", priority);
      writer.writeHeaders(context, stream, head, 0, true, context.newPromise());
    }
  }

  private void change(ChannelHandlerContext context) {
    if (arrival.isDone()) {
      return;
    }
    switch (change) {
      case NEW_STREAM_TREE, NEW_STREAM_URGENCY ->
        request(context, URGENT, source.urgentPath(), 0, "u=0");
      case MOVED_TREE ->
        writer.writePriority(context, URGENT, 0, MAX_WEIGHT, true, context.newPromise());
      case MOVED_URGENCY -> {
        ByteBuf payload = context.alloc().buffer();
        payload.writeInt(URGENT).writeCharSequence("u=0", StandardCharsets.US_ASCII);
        writer.writeFrame(
            context, PRIORITY_UPDATE, 0, new Http2Flags(), payload, context.newPromise());
      }
    }
    context.flush();
    bulkBytesAtChange = bulkBytes;
    changedNanos = System.nanoTime();
  }

  private void received(ChannelHandlerContext context, int stream, int bytes) {
    if (stream == URGENT) {
      receivedUrgent(bytes);
    } else {
      if (bulkBytes == 0) {
        schedule(context);
      }
      bulkBytes += bytes;
      runBytes = 0;
    }
    returnWindow(context, stream, bytes);
  }

  private void receivedUrgent(int bytes) {
    if (changedNanos == 0) {
      earlyBytes += bytes;
    } else if (bytes > 0) {
      if (runBytes == 0) {
        double millis = (System.nanoTime() - changedNanos) / 1e6;
        candidate = new Arrival(millis, bulkBytes - bulkBytesAtChange, earlyBytes);
      }
      runBytes += bytes;
      // The server cannot send any of a new stream before its request.
      if (runBytes >= RUN_BYTES || !change.isOfWaitingStream()) {
        arrival.complete(candidate);
      }
    }
  }

  private void returnWindow(ChannelHandlerContext context, int stream, int bytes) {
    notReturned += bytes;
    if (notReturned >= WINDOW_STEP) {
      writer.writeWindowUpdate(context, 0, notReturned, context.newPromise());
      // Too much for one stream and nothing for the other, but both windows are wide enough.
      writer.writeWindowUpdate(context, stream, notReturned, context.newPromise());
      context.flush();
      notReturned = 0;
    }
  }

  @Override
  protected void decode(ChannelHandlerContext context, ByteBuf bytes, List<Object> out)
      throws Http2Exception {
    reader.readFrame(context, bytes, frames);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) throws Exception {
    fail(new IOException("the connection ended after " + bulkBytes + " bytes"));
    super.channelInactive(context);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    fail(cause);
    context.close();
  }

  @Override
  protected void handlerRemoved0(ChannelHandlerContext context) {
    reader.close();
    writer.close();
  }

  private void fail(Throwable cause) {
    arrival.completeExceptionally(cause);
  }

  private final class Frames extends Http2FrameAdapter {
    @Override
    public int onDataRead(
        ChannelHandlerContext context, int stream, ByteBuf data, int padding, boolean isEnd) {
      received(context, stream, data.readableBytes());
      return data.readableBytes() + padding;
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext context,
        int stream,
        Http2Headers headers,
        int parent,
        short weight,
        boolean isExclusive,
        int padding,
        boolean isEnd) {
      onHeadersRead(context, stream, headers, padding, isEnd);
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext context,
        int stream,
        Http2Headers headers,
        int padding,
        boolean isEnd) {
      if (!"200".contentEquals(headers.status())) {
        fail(new IOException("stream " + stream + ": " + headers.status() + " (expected: 200)"));
      }
    }

    @Override
    public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings) {
      writer.writeSettingsAck(context, context.newPromise());
      context.flush();
    }

    @Override
    public void onPingRead(ChannelHandlerContext context, long data) {
      writer.writePing(context, true, data, context.newPromise());
      context.flush();
    }

    @Override
    public void onRstStreamRead(ChannelHandlerContext context, int stream, long code) {
      fail(new IOException("stream " + stream + ": reset, " + Http2Error.valueOf(code)));
    }
  }
}
