package io.lychgate.gateway.doctor;

import io.lychgate.gateway.http3.FinalFrame;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http3.DefaultHttp3Headers;
import io.netty.handler.codec.http3.DefaultHttp3HeadersFrame;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3ClientConnectionHandler;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.http3.Http3SettingsFrame;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicConnectionCloseEvent;
import io.netty.handler.codec.quic.QuicStreamChannel;
import io.netty.handler.codec.quic.QuicStreamResetException;
import io.netty.handler.codec.quic.SslEarlyDataReadyEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One HTTP/3 connection: its handshake, and a GET on it. */
final class QuicVisit implements AutoCloseable {
  /** RFC 9001 section 4.8: the first QUIC error code for a TLS alert. */
  private static final int FIRST_TLS_ALERT = 0x100;

  /** RFC 7301 section 3.2. */
  private static final int NO_APPLICATION_PROTOCOL = FIRST_TLS_ALERT + 120;

  private final SeenChain seen;
  private final Duration patience;
  private final CompletableFuture<Http3SettingsFrame> settings = new CompletableFuture<>();
  private volatile boolean earlyDataReady;
  private volatile @Nullable QuicConnectionCloseEvent closed;
  private @Nullable QuicChannel connection;
  private @Nullable Channel socket;
  private long handshakeNanos;
  private boolean resumed;

  QuicVisit(SeenChain seen, Duration patience) {
    this.seen = seen;
    this.patience = patience;
  }

  void connected(QuicChannel channel, Channel below, long nanos) {
    connection = channel;
    socket = below;
    handshakeNanos = nanos;
    resumed = seen.chain() == null;
  }

  long handshakeMillis() {
    return TimeUnit.NANOSECONDS.toMillis(handshakeNanos);
  }

  /** Returns true if the server accepted a ticket of an earlier connection. */
  boolean isResumed() {
    return resumed;
  }

  /** Returns true if the ticket would have permitted a request with the first packet (0-RTT). */
  boolean isEarlyDataReady() {
    return earlyDataReady;
  }

  /** Returns the SETTINGS frame of the server. */
  Http3SettingsFrame settings() throws IOException, InterruptedException {
    return await(settings, "no SETTINGS frame");
  }

  /** Sends a GET and returns the status of the response. */
  String get(URI url) throws IOException, InterruptedException {
    QuicChannel channel = connection;
    if (channel == null) {
      throw new IllegalStateException("connection: none (expected: after connected)");
    }
    CompletableFuture<String> status = new CompletableFuture<>();
    CompletableFuture<QuicStreamChannel> opened = new CompletableFuture<>();
    Http3.newRequestStream(channel, new Response(status)).addListener(done -> {
      if (done.isSuccess()) {
        opened.complete((QuicStreamChannel) done.getNow());
      } else {
        opened.completeExceptionally(done.cause());
      }
    });
    QuicStreamChannel stream = await(opened, "no stream could be opened");
    // A server would take a FIN of its own for the end of a body, as of a request that no browser
    // sends.
    FinalFrame end = new FinalFrame();
    stream.pipeline().addFirst(end);
    ChannelPromise written = stream.newPromise();
    end.goesWith(written);
    stream.writeAndFlush(new DefaultHttp3HeadersFrame(head(url)), written);
    return await(status, "no response to a GET");
  }

  private static Http3Headers head(URI url) {
    String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    return new DefaultHttp3Headers()
        .method("GET")
        .scheme("https")
        .authority(url.getRawAuthority())
        .path(url.getRawQuery() == null ? path : path + "?" + url.getRawQuery())
        .add("user-agent", "lychgate-doctor");
  }

  private <T> T await(CompletableFuture<T> future, String failure)
      throws IOException, InterruptedException {
    try {
      return future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw new IOException(failure + " in " + patience.toMillis() + " ms", e);
    } catch (ExecutionException e) {
      throw new IOException(failure + ": " + failure(e), e);
    }
  }

  /** Returns the reason for a failed connection: that of the server if it sent one. */
  String failure(Exception e) {
    QuicConnectionCloseEvent close = closed;
    if (close == null) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      return e instanceof TimeoutException
          ? "no response in " + patience.toMillis() + " ms"
          : Kernel.oneLine(cause);
    }
    String reason = new String(close.reason(), StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "");
    if (close.error() == NO_APPLICATION_PROTOCOL) {
      return "the server does not speak h3 (ALPN)";
    }
    String code = "CONNECTION_CLOSE 0x" + Integer.toHexString(close.error());
    return reason.isEmpty() ? code : code + ": " + reason;
  }

  /** Returns the handler of the connection, which gets its events from the first packet on. */
  ChannelHandler handler() {
    return new ChannelInitializer<QuicChannel>() {
      @Override
      protected void initChannel(QuicChannel channel) {
        channel
            .pipeline()
            .addLast(
                new Events(),
                new Http3ClientConnectionHandler(new Control(), null, null, null, true));
      }
    };
  }

  @Override
  public void close() {
    if (connection != null && socket != null) {
      connection.close().awaitUninterruptibly(patience.toMillis());
      socket.close().awaitUninterruptibly(patience.toMillis());
    }
  }

  /** The server's control stream. */
  private final class Control extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof Http3SettingsFrame frame) {
        settings.complete(frame);
      }
      ReferenceCountUtil.release(message);
    }
  }

  /** The events of the connection. */
  private final class Events extends ChannelInboundHandlerAdapter {
    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
      if (event instanceof QuicConnectionCloseEvent close) {
        closed = close;
      } else if (event instanceof SslEarlyDataReadyEvent) {
        earlyDataReady = true;
      }
      ctx.fireUserEventTriggered(event);
    }
  }

  /** The response to the GET. Reads its head only. */
  private static final class Response extends ChannelInboundHandlerAdapter {
    private final CompletableFuture<String> status;

    Response(CompletableFuture<String> status) {
      this.status = status;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      if (message instanceof Http3HeadersFrame frame
          && frame.headers().status() != null
          && frame.headers().status().length() == 3
          && frame.headers().status().charAt(0) != '1') {
        status.complete(frame.headers().status().toString());
      }
      ReferenceCountUtil.release(message);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      status.completeExceptionally(
          cause instanceof QuicStreamResetException
              ? new IOException("the stream was reset", cause)
              : cause);
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      status.completeExceptionally(new IOException("the stream was closed"));
    }
  }
}
