package io.lychgate.gateway.testkit;

import io.lychgate.gateway.http3.FinalFrame;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http3.DefaultHttp3DataFrame;
import io.netty.handler.codec.http3.DefaultHttp3Headers;
import io.netty.handler.codec.http3.DefaultHttp3HeadersFrame;
import io.netty.handler.codec.http3.Http3DataFrame;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.http3.Http3RequestStreamFrame;
import io.netty.handler.codec.http3.Http3RequestStreamInboundHandler;
import io.netty.handler.codec.quic.Cancellation;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamResetException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** One request of an {@link Http3Client} and its response. The test's thread may wait for every value. */
public final class Http3Request extends Http3RequestStreamInboundHandler {
  private final CloseCode closeCode;
  private final FinalFrame finalFrame = new FinalFrame();
  private final List<Http3Headers> informational = new CopyOnWriteArrayList<>();
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private volatile @Nullable QuicStreamChannel stream;
  private volatile @Nullable Http3Headers head;
  private volatile @Nullable Http3Headers trailers;
  private volatile @Nullable Long resetCode;
  private volatile @Nullable Throwable refusal;
  private volatile boolean ended;
  private volatile long endedNanos;

  /** @param closeCode the code with which the connection is closed */
  Http3Request(CloseCode closeCode) {
    this.closeCode = closeCode;
  }

  /** Returns the head that a browser would send, without its additional fields. */
  public static Http3Headers head(String method, String path) {
    return new DefaultHttp3Headers(false)
        .method(method)
        .scheme("https")
        .authority("localhost")
        .path(path);
  }

  void stream(QuicStreamChannel opened) {
    opened.pipeline().addFirst(finalFrame);
    stream = opened;
  }

  private QuicStreamChannel stream() {
    QuicStreamChannel opened = stream;
    if (opened == null) {
      throw new IllegalStateException("stream: none (expected: opened)");
    }
    return opened;
  }

  public long id() {
    return stream().streamId();
  }

  public void headers(Http3Headers headers, boolean end) {
    var unused = write(new DefaultHttp3HeadersFrame(headers), end);
  }

  public ChannelFuture data(byte[] data, boolean end) {
    return write(new DefaultHttp3DataFrame(Unpooled.wrappedBuffer(data)), end);
  }

  /** Like a browser, sends the end together with the last frame. */
  private ChannelFuture write(Http3RequestStreamFrame frame, boolean end) {
    QuicStreamChannel channel = stream();
    ChannelPromise written = channel.newPromise();
    written.addListener(done -> {
      if (!done.isSuccess()) {
        refusal = done.cause();
      }
    });
    if (end) {
      finalFrame.goesWith(written);
    }
    return channel.writeAndFlush(frame, written);
  }

  /** Sends the end alone. */
  public void end() {
    stream().shutdownOutput().awaitUninterruptibly();
  }

  /** Returns true if the client's own codec has refused to write a part of the request. Netty writes none after a GOAWAY. */
  public boolean isRefused() {
    return refusal != null;
  }

  /** Returns true if the server has sent STOP_SENDING. */
  public boolean isStopped() {
    QuicStreamChannel channel = stream();
    return channel
        .eventLoop()
        .submit(() -> Cancellation.isStopped(channel))
        .awaitUninterruptibly()
        .getNow();
  }

  /** Writes raw bytes. */
  public void raw(byte[] bytes1) {
    QuicStreamChannel channel = stream();
    channel
        .eventLoop()
        .execute(
            () -> channel.pipeline().firstContext().writeAndFlush(Unpooled.copiedBuffer(bytes1)));
  }

  /** Sends RESET_STREAM and STOP_SENDING. */
  public void reset(int code) {
    stream().shutdown(code);
  }

  /** Stops or resumes reading. */
  public void reading(boolean on) {
    stream().config().setAutoRead(on);
  }

  @Override
  protected void channelRead(ChannelHandlerContext ctx, Http3HeadersFrame frame) {
    Http3Headers headers = frame.headers();
    CharSequence status = headers.status();
    if (status == null) {
      trailers = headers;
    } else if (status.charAt(0) == '1') {
      informational.add(headers);
    } else {
      head = headers;
    }
  }

  @Override
  protected void channelRead(ChannelHandlerContext ctx, Http3DataFrame frame) {
    synchronized (body) {
      body.writeBytes(ByteBufUtil.getBytes(frame.content()));
    }
    frame.release();
  }

  @Override
  protected void channelInputClosed(ChannelHandlerContext ctx) {
    endedNanos = System.nanoTime();
    ended = true;
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    if (cause instanceof QuicStreamResetException reset) {
      resetCode = reset.applicationProtocolCode();
    }
  }

  /** Waits until the response has ended or the server has reset the stream. */
  public Http3Request await() {
    return await(Duration.ofSeconds(30));
  }

  /** The same for a long response, as this client is slow on a busy machine. */
  public Http3Request await(Duration patience) {
    Await.within(patience, () -> {
      if (!isOver() && isConnected()) {
        throw failure();
      }
    });
    if (!isOver()) {
      throw failure();
    }
    return this;
  }

  private boolean isOver() {
    return ended || resetCode != null;
  }

  private boolean isConnected() {
    return stream().parent().isOpen();
  }

  private AssertionError failure() {
    return new AssertionError("stream " + id() + ": " + this + ", request "
        + (refusal == null ? "sent" : "refused: " + refusal) + ", connection " + connection()
        + " (expected: ended or reset)");
  }

  /** Returns the state of the connection, and what it has sent and lost. */
  private String connection() {
    QuicChannel connection = stream().parent();
    Integer code = closeCode.get();
    String state = connection.isOpen()
        ? "open"
        : connection.isTimedOut()
            ? "timed out"
            : code == null ? "closed" : "closed by the gateway with " + code;
    return state + ", " + connection.collectStats().awaitUninterruptibly().getNow();
  }

  /** Returns 0 if there is none. */
  public int status() {
    Http3Headers headers = head;
    CharSequence status = headers == null ? null : headers.status();
    return status == null ? 0 : Integer.parseInt(status.toString());
  }

  public @Nullable String field(String name) {
    Http3Headers headers = head;
    CharSequence value = headers == null ? null : headers.get(name);
    return value == null ? null : value.toString();
  }

  /** Returns the values of all fields by name. */
  public Map<String, List<String>> fields() {
    Map<String, List<String>> fields = new TreeMap<>();
    Http3Headers headers = head;
    if (headers != null) {
      headers.forEach(field -> fields
          .computeIfAbsent(field.getKey().toString(), name -> new ArrayList<>())
          .add(field.getValue().toString()));
    }
    return fields;
  }

  public @Nullable String trailer(String name) {
    Http3Headers headers = trailers;
    CharSequence value = headers == null ? null : headers.get(name);
    return value == null ? null : value.toString();
  }

  public List<Http3Headers> informational() {
    return informational;
  }

  public byte[] bytes() {
    synchronized (body) {
      return body.toByteArray();
    }
  }

  public String text() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  public boolean isEnded() {
    return ended;
  }

  /** Returns true if both have ended, and this one first. */
  public boolean endedBefore(Http3Request other) {
    return ended && other.ended && endedNanos - other.endedNanos < 0;
  }

  /** Returns the code of the server's RESET_STREAM, or null if there was none. */
  public @Nullable Long resetCode() {
    return resetCode;
  }

  @Override
  public String toString() {
    return "status " + status() + ", " + bytes().length + " bytes, ended " + ended + ", reset "
        + resetCode;
  }
}
