package io.lychgate.gateway.simulate;

import io.lychgate.gateway.http3.FinalFrame;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.codec.http3.DefaultHttp3DataFrame;
import io.netty.handler.codec.http3.DefaultHttp3Headers;
import io.netty.handler.codec.http3.DefaultHttp3HeadersFrame;
import io.netty.handler.codec.http3.Http3;
import io.netty.handler.codec.http3.Http3DataFrame;
import io.netty.handler.codec.http3.Http3Headers;
import io.netty.handler.codec.http3.Http3HeadersFrame;
import io.netty.handler.codec.http3.Http3RequestStreamInboundHandler;
import io.netty.handler.codec.quic.QuicChannel;
import io.netty.handler.codec.quic.QuicStreamChannel;
import java.util.concurrent.CompletableFuture;

/** A connection of HTTP/3, with a socket of its own. */
final class Http3Connection implements BrowserConnection {
  private final QuicChannel channel;
  private final Channel socket;
  private final String authority;

  Http3Connection(QuicChannel channel, Channel socket, String authority) {
    this.channel = channel;
    this.socket = socket;
    this.authority = authority;
  }

  @Override
  public String protocol() {
    return "h3";
  }

  @Override
  public boolean isOpen() {
    return channel.isActive();
  }

  @Override
  public CompletableFuture<Fetched> fetch(Wanted wanted) {
    ResponseBuffer buffer = new ResponseBuffer();
    Http3.newRequestStream(channel, new Response(buffer)).addListener(opened -> {
      if (opened.isSuccess()) {
        send((QuicStreamChannel) opened.getNow(), wanted);
      } else {
        buffer.cut("no stream: " + opened.cause().getMessage());
      }
    });
    return buffer.whole();
  }

  private void send(QuicStreamChannel stream, Wanted wanted) {
    Http3Headers head = new DefaultHttp3Headers()
        .method(wanted.method())
        .scheme("https")
        .authority(authority)
        .path(wanted.path());
    wanted.fields().forEach(head::set);
    // The FIN goes with the last frame, as from browsers. A FIN alone may be lost and never sent
    // again.
    FinalFrame end = new FinalFrame();
    stream.pipeline().addFirst(end);
    ChannelPromise last = stream.newPromise();
    end.goesWith(last);
    Http3HeadersFrame headers = new DefaultHttp3HeadersFrame(head);
    if (wanted.body().length > 0) {
      stream.write(headers);
      stream.writeAndFlush(new DefaultHttp3DataFrame(Unpooled.wrappedBuffer(wanted.body())), last);
    } else {
      stream.writeAndFlush(headers, last);
    }
  }

  @Override
  public void close() {
    channel.close().addListener(done -> socket.close());
  }

  private static final class Response extends Http3RequestStreamInboundHandler {
    private final ResponseBuffer buffer;

    Response(ResponseBuffer buffer) {
      this.buffer = buffer;
    }

    @Override
    protected void channelRead(ChannelHandlerContext ctx, Http3HeadersFrame frame) {
      CharSequence status = frame.headers().status();
      if (status != null) {
        buffer.head(Integer.parseInt(status.toString()), frame.headers());
      }
    }

    @Override
    protected void channelRead(ChannelHandlerContext ctx, Http3DataFrame frame) {
      buffer.data(frame.content());
      frame.release();
    }

    @Override
    protected void channelInputClosed(ChannelHandlerContext ctx) {
      buffer.end();
      ctx.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
      buffer.cut("stream closed");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
      buffer.cut(String.valueOf(cause.getMessage()));
      ctx.close();
    }
  }
}
