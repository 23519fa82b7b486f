package io.lychgate.gateway.upstream.http1;

import io.lychgate.gateway.loop.FlushQueue;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseSink;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelOutputShutdownEvent;
import io.netty.channel.socket.ChannelOutputShutdownException;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A tunnel: a connection to a server that has switched protocols, with bytes in both directions. The client may end its direction
 * and still receive. The end of the server's direction ends both: Netty 4.2.18 with epoll loses a socket whose input has ended as
 * soon as a write has to wait (the registration is deleted, then modified). The handler precedes the {@link Http1Connection},
 * which still counts for its pool. Event loop only.
 */
final class Http1Tunnel extends ChannelInboundHandlerAdapter implements Responder {
  /** Seconds to write the last bytes of a client that has disconnected, such as a close frame. */
  private static final long LAST_WRITE_SECONDS = 2;

  private final ResponseSink sink;
  private final String server;
  private final FlushQueue flushes;
  private final FlushQueue.Flushable flushable = new FlushQueue.Flushable() {
    @Override
    protected void flushNow() {
      context().flush();
    }
  };

  private @Nullable ChannelHandlerContext context;
  private boolean outputEnded;
  private boolean broken;
  private boolean done;

  Http1Tunnel(ResponseSink sink, String server, FlushQueue flushes) {
    this.sink = sink;
    this.server = server;
    this.flushes = flushes;
  }

  private ChannelHandlerContext context() {
    if (context == null) {
      throw new IllegalStateException("context: none (expected: the tunnel is in a pipeline)");
    }
    return context;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  // Handlers of input from the server.

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    if (done || !(message instanceof ByteBuf data)) {
      // The LastHttpContent that ends the head of the switch.
      ReferenceCountUtil.release(message);
      return;
    }
    sink.data(data, false);
    if (!done && !sink.isWritable()) {
      ctx.channel().config().setAutoRead(false);
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    if (!done) {
      sink.flush();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    if (!done) {
      done = true;
      if (broken) {
        sink.fail(new ExchangeFailure(Kind.CONNECTION_TERMINATED, server + ": tunnel broken"));
      } else {
        sink.data(Unpooled.EMPTY_BUFFER, true);
      }
      sink.flush();
    }
    ctx.fireChannelInactive();
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
    if (!(event instanceof ChannelOutputShutdownEvent)) {
      ctx.fireUserEventTriggered(event);
    } else if (!outputEnded) {
      // A write has failed. The input is read to its end, which closes the channel: the server may
      // have sent a Close frame before it reset the connection.
      broken = true;
      outputEnded = true;
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    broken = true;
    if (cause instanceof ChannelOutputShutdownException
        || cause instanceof ClosedChannelException) {
      return;
    }
    // The close of the channel notifies the exchange.
    ctx.close();
  }

  // Handlers of input from the client.

  @Override
  public void requestData(ByteBuf data, boolean end) {
    int bytes = data.readableBytes();
    if (done || outputEnded) {
      sink.dropRequestData(data);
      return;
    }
    ChannelHandlerContext ctx = context();
    if (bytes == 0) {
      data.release();
    } else {
      ChannelPromise written = ctx.newPromise();
      written.addListener(sent -> written(bytes));
      var unused = ctx.write(data, written);
    }
    if (end) {
      endOutput(ctx);
    } else {
      flushes.add(flushable);
    }
  }

  private void written(int bytes) {
    if (!done) {
      sink.requestConsumed(bytes);
    }
  }

  @Override
  public void requestTrailers(Fields trailers) {
    // A tunnel has no trailers.
    requestData(Unpooled.EMPTY_BUFFER, true);
  }

  /** Sends a FIN, or a close_notify over TLS, after all earlier bytes. The server may continue to send. */
  private void endOutput(ChannelHandlerContext ctx) {
    outputEnded = true;
    SslHandler tls = ctx.pipeline().get(SslHandler.class);
    var unused = ctx.writeAndFlush(Unpooled.EMPTY_BUFFER)
        .addListener((ChannelFutureListener) flushed -> {
          if (tls != null) {
            tls.closeOutbound();
          } else if (flushed.channel() instanceof DuplexChannel duplex) {
            duplex.shutdownOutput();
          }
        });
  }

  @Override
  public void sinkWritable() {
    if (!done) {
      context().channel().config().setAutoRead(true);
    }
  }

  /** Closes the tunnel after a disconnect of the client. Its last bytes are still sent if the server accepts them in time. */
  @Override
  public void cancel() {
    if (!done) {
      done = true;
      ChannelHandlerContext ctx = context();
      var unused = ctx.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(left -> ctx.close());
      var unused2 =
          ctx.executor().schedule(() -> ctx.close(), LAST_WRITE_SECONDS, TimeUnit.SECONDS);
    }
  }
}
