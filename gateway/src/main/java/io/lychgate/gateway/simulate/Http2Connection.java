package io.lychgate.gateway.simulate;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2StreamChannel;
import io.netty.handler.codec.http2.Http2StreamChannelBootstrap;
import io.netty.util.ReferenceCountUtil;
import java.util.concurrent.CompletableFuture;

/** A connection of HTTP/2. */
final class Http2Connection implements BrowserConnection {
  private final Channel channel;
  private final String authority;

  Http2Connection(Channel channel, String authority) {
    this.channel = channel;
    this.authority = authority;
  }

  @Override
  public String protocol() {
    return "h2";
  }

  @Override
  public boolean isOpen() {
    return channel.isActive();
  }

  @Override
  public CompletableFuture<Fetched> fetch(Wanted wanted) {
    ResponseBuffer buffer = new ResponseBuffer();
    new Http2StreamChannelBootstrap(channel)
        .handler(new Response(buffer))
        .open()
        .addListener(opened -> {
          if (opened.isSuccess()) {
            send((Http2StreamChannel) opened.getNow(), wanted);
          } else {
            buffer.cut("no stream: " + opened.cause().getMessage());
          }
        });
    return buffer.whole();
  }

  private void send(Http2StreamChannel stream, Wanted wanted) {
    Http2Headers head = new DefaultHttp2Headers()
        .method(wanted.method())
        .scheme("https")
        .authority(authority)
        .path(wanted.path());
    wanted.fields().forEach(head::set);
    boolean hasBody = wanted.body().length > 0;
    stream.write(new DefaultHttp2HeadersFrame(head, !hasBody));
    if (hasBody) {
      stream.write(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(wanted.body()), true));
    }
    stream.flush();
  }

  @Override
  public void close() {
    channel.close();
  }

  private static final class Response extends ChannelInboundHandlerAdapter {
    private final ResponseBuffer buffer;

    Response(ResponseBuffer buffer) {
      this.buffer = buffer;
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
      try {
        boolean end = false;
        if (message instanceof Http2HeadersFrame frame) {
          CharSequence status = frame.headers().status();
          if (status != null) {
            buffer.head(Integer.parseInt(status.toString()), frame.headers());
          }
          end = frame.isEndStream();
        } else if (message instanceof Http2DataFrame frame) {
          buffer.data(frame.content());
          end = frame.isEndStream();
        } else if (message instanceof Http2ResetFrame frame) {
          buffer.cut("stream reset: " + frame.errorCode());
        }
        if (end) {
          buffer.end();
        }
      } finally {
        ReferenceCountUtil.release(message);
      }
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
