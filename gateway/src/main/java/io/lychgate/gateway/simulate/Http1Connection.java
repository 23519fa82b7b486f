package io.lychgate.gateway.simulate;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A connection of HTTP/1.1: one request at a time, as browsers do. */
final class Http1Connection extends SimpleChannelInboundHandler<HttpObject>
    implements BrowserConnection {
  private final Channel channel;
  private final String authority;
  private @Nullable ResponseBuffer current; // Event loop only.
  private boolean isInterim;
  private boolean isLast;

  Http1Connection(Channel channel, String authority) {
    this.channel = channel;
    this.authority = authority;
  }

  @Override
  public String protocol() {
    return "h1";
  }

  @Override
  public boolean isOpen() {
    return channel.isActive();
  }

  @Override
  public CompletableFuture<Fetched> fetch(Wanted wanted) {
    CompletableFuture<Fetched> result = new CompletableFuture<>();
    channel.eventLoop().execute(() -> {
      ResponseBuffer buffer = new ResponseBuffer();
      var unused = buffer.whole().whenComplete((fetched, failure) -> {
        if (failure == null) {
          result.complete(fetched);
        } else {
          result.completeExceptionally(failure);
        }
      });
      current = buffer;
      if (!channel.isActive()) {
        ended("connection closed");
        return;
      }
      DefaultFullHttpRequest request = new DefaultFullHttpRequest(
          HttpVersion.HTTP_1_1,
          HttpMethod.valueOf(wanted.method()),
          wanted.path(),
          Unpooled.wrappedBuffer(wanted.body()));
      request.headers().set(HttpHeaderNames.HOST, authority);
      wanted.fields().forEach((name, value) -> request.headers().set(name, value));
      if (wanted.body().length > 0) {
        request.headers().set(HttpHeaderNames.CONTENT_LENGTH, wanted.body().length);
      }
      channel.writeAndFlush(request).addListener(done -> {
        if (!done.isSuccess()) {
          ended("request not sent: " + done.cause().getMessage());
        }
      });
    });
    return result;
  }

  @Override
  protected void channelRead0(ChannelHandlerContext ctx, HttpObject part) {
    ResponseBuffer buffer = current;
    if (!part.decoderResult().isSuccess()) {
      ended("response not readable");
      ctx.close();
      return;
    }
    if (buffer == null) {
      return;
    }
    if (part instanceof HttpResponse head) {
      HttpResponseStatus status = head.status();
      isInterim = status.codeClass() == HttpStatusClass.INFORMATIONAL;
      isLast = !isInterim && !HttpUtil.isKeepAlive(head);
      buffer.head(status.code(), head.headers());
    }
    if (part instanceof HttpContent content && !isInterim) {
      buffer.data(content.content());
    }
    if (part instanceof LastHttpContent && !isInterim) {
      current = null;
      if (isLast) {
        ctx.close();
      }
      buffer.end();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    ended("connection closed");
    ctx.fireChannelInactive();
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    ended(String.valueOf(cause.getMessage()));
    ctx.close();
  }

  private void ended(String reason) {
    ResponseBuffer buffer = current;
    current = null;
    if (buffer != null) {
      buffer.cut(reason);
    }
  }

  @Override
  public void close() {
    channel.close();
  }
}
