package io.lychgate.gateway.http2;

import io.lychgate.gateway.http.FrameBudgets;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.Headers;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Flags;
import io.netty.handler.codec.http2.Http2FrameListener;
import io.netty.handler.codec.http2.Http2FrameListenerDecorator;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import java.util.function.Consumer;

/**
 * The frame budgets of the data path, applied to an HTTP/2 connection of another library's server. The admin listener uses
 * Armeria's server, which does not limit PRIORITY, PING, SETTINGS, WINDOW_UPDATE and unknown frames, nor the resets that a client causes
 * ({@link ResetGuard}).
 */
public final class FrameGuard extends Http2FrameListenerDecorator {
  private final FrameBudgets budgets = new FrameBudgets();
  private final Consumer<Headers<CharSequence, CharSequence, ?>> heads;

  private FrameGuard(
      Http2FrameListener next, Consumer<Headers<CharSequence, CharSequence, ?>> heads) {
    super(next);
    this.heads = heads;
  }

  /**
   * Installs a guard in front of the HTTP/2 handler of the pipeline. Returns false if there is no such handler.
   *
   * @param heads may change each request's field section before the server reads it
   */
  public static boolean install(
      ChannelPipeline pipeline, Consumer<Headers<CharSequence, CharSequence, ?>> heads) {
    Http2ConnectionHandler handler = pipeline.get(Http2ConnectionHandler.class);
    if (handler == null) {
      return false;
    }
    handler.decoder().frameListener(new FrameGuard(handler.decoder().frameListener(), heads));
    pipeline.addBefore(pipeline.context(handler).name(), null, new ResetGuard(handler));
    return true;
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context, int stream, Http2Headers headers, int padding, boolean end)
      throws Http2Exception {
    heads.accept(headers);
    super.onHeadersRead(context, stream, headers, padding, end);
  }

  @Override
  public void onHeadersRead(
      ChannelHandlerContext context,
      int stream,
      Http2Headers headers,
      int dependency,
      short weight,
      boolean exclusive,
      int padding,
      boolean end)
      throws Http2Exception {
    heads.accept(headers);
    super.onHeadersRead(context, stream, headers, dependency, weight, exclusive, padding, end);
  }

  @Override
  public void onPriorityRead(
      ChannelHandlerContext context, int stream, int dependency, short weight, boolean exclusive)
      throws Http2Exception {
    budgets.prioritySeen();
    super.onPriorityRead(context, stream, dependency, weight, exclusive);
  }

  @Override
  public void onSettingsRead(ChannelHandlerContext context, Http2Settings settings)
      throws Http2Exception {
    budgets.settingsSeen();
    super.onSettingsRead(context, settings);
  }

  @Override
  public void onPingRead(ChannelHandlerContext context, long data) throws Http2Exception {
    budgets.pingSeen();
    super.onPingRead(context, data);
  }

  @Override
  public void onWindowUpdateRead(ChannelHandlerContext context, int stream, int increment)
      throws Http2Exception {
    budgets.windowUpdateSeen();
    super.onWindowUpdateRead(context, stream, increment);
  }

  @Override
  public void onUnknownFrame(
      ChannelHandlerContext context, byte type, int stream, Http2Flags flags, ByteBuf payload)
      throws Http2Exception {
    budgets.unknownSeen();
    super.onUnknownFrame(context, type, stream, flags, payload);
  }
}
