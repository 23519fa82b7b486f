package io.lychgate.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http2.DefaultHttp2FrameReader;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Netty's reader reads back every written frame, and the number of buffers is as expected. */
class WholeFramesTest {
  private final GatheredFrames gathered = new GatheredFrames();
  private final ChannelInboundHandlerAdapter handler = new ChannelInboundHandlerAdapter();
  private final EmbeddedChannel channel = new EmbeddedChannel(gathered, handler);
  private final WholeFrames frames = new WholeFrames(gathered);
  private final List<String> read = new ArrayList<>();

  @AfterEach
  void close() {
    var unused = channel.finishAndReleaseAll();
  }

  @Test
  void writesHeadersAsOneBuffer() throws Exception {
    ChannelFuture written =
        headers(new DefaultHttp2Headers().status("200").add("server", "s"), false);

    assertThat(readAll()).isEqualTo(1);
    assertThat(read).containsExactly("headers 3 [:status=200, server=s] end=false");
    assertThat(written.isSuccess()).isTrue();
  }

  @Test
  void endsTheStreamWithHeaders() throws Exception {
    headers(new DefaultHttp2Headers().status("304"), true);

    readAll();
    assertThat(read).containsExactly("headers 3 [:status=304] end=true");
  }

  /** RFC 9113 section 6.10. */
  @Test
  void writesContinuationAboveTheFrameSize() throws Exception {
    Http2Headers large = new DefaultHttp2Headers().status("200").add("x-large", "v".repeat(40_000));

    headers(large, true);

    assertThat(readAll()).isEqualTo(1);
    assertThat(read)
        .containsExactly("headers 3 [:status=200, x-large=" + "v".repeat(40_000) + "] end=true");
  }

  @Test
  void rejectsFieldsAboveTheLimitOfTheClientAndWritesNothing() throws Exception {
    frames.configuration().headersConfiguration().maxHeaderListSize(64);

    ChannelFuture written =
        headers(new DefaultHttp2Headers().status("200").add("x", "v".repeat(100)), false);

    assertThat(written.cause()).isInstanceOf(Http2Exception.class);
    assertThat(readAll()).isZero();
  }

  @Test
  void writesSmallDataAsOneBufferAndReleasesIt() throws Exception {
    ByteBuf data = bytes(4 * 1024);

    data(data, true);

    assertThat(readAll()).isEqualTo(1);
    assertThat(read).containsExactly("data 3 4096 end=true");
    assertThat(data.refCnt()).isZero();
  }

  @Test
  void doesNotCopyLargeData() throws Exception {
    ByteBuf data = bytes(4 * 1024 + 1);

    data(data, false);

    assertThat(data.refCnt()).isEqualTo(1);
    assertThat(readAll()).isEqualTo(2);
    assertThat(read).containsExactly("data 3 4097 end=false");
  }

  /** TLS would merge a composite buffer on the heap before it copies it into a record. */
  @Test
  void writesThePiecesOfLargeDataOneByOne() throws Exception {
    ByteBuf first = bytes(8 * 1024);
    ByteBuf second = bytes(8 * 1024);
    ByteBuf data = Unpooled.compositeBuffer().addComponents(true, first, second).skipBytes(1024);

    ChannelFuture written = data(data, true);

    assertThat(readAll()).isEqualTo(3);
    assertThat(read).containsExactly("data 3 15360 end=true");
    assertThat(written.isSuccess()).isTrue();
    assertThat(first.refCnt()).isZero();
    assertThat(second.refCnt()).isZero();
  }

  @Test
  void writesTheEmptyEndOfAStream() throws Exception {
    data(Unpooled.EMPTY_BUFFER, true);

    readAll();
    assertThat(read).containsExactly("data 3 0 end=true");
  }

  @Test
  void writesDataFromItsReaderIndex() throws Exception {
    ByteBuf data = bytes(10);
    data.skipBytes(4);

    data(data, false);

    readAll();
    assertThat(read).containsExactly("data 3 6 end=false");
  }

  private ChannelFuture headers(Http2Headers headers, boolean end) {
    ChannelHandlerContext ctx = channel.pipeline().context(handler);
    ChannelFuture written = frames.writeHeaders(ctx, 3, headers, 0, end, ctx.newPromise());
    ctx.flush();
    return written;
  }

  private ChannelFuture data(ByteBuf data, boolean end) {
    ChannelHandlerContext ctx = channel.pipeline().context(handler);
    ChannelFuture written = frames.writeData(ctx, 3, data, 0, end, ctx.newPromise());
    ctx.flush();
    return written;
  }

  private static ByteBuf bytes(int count) {
    return Unpooled.directBuffer(count).writeZero(count);
  }

  /** Returns the number of written buffers. */
  private int readAll() throws Http2Exception {
    ByteBuf all = Unpooled.buffer();
    int buffers = 0;
    for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
      buffers++;
      all.writeBytes(ByteBufUtil.getBytes(out));
      out.release();
    }
    try (DefaultHttp2FrameReader reader = new DefaultHttp2FrameReader()) {
      reader.configuration().headersConfiguration().maxHeaderListSize(100_000, 200_000);
      while (all.isReadable()) {
        reader.readFrame(channel.pipeline().context(handler), all, new Listener());
      }
    }
    all.release();
    return buffers;
  }

  private final class Listener extends Http2FrameAdapter {
    @Override
    public int onDataRead(
        ChannelHandlerContext ctx, int streamId, ByteBuf data, int padding, boolean end) {
      read.add("data " + streamId + " " + data.readableBytes() + " end=" + end);
      return data.readableBytes();
    }

    @Override
    public void onHeadersRead(
        ChannelHandlerContext ctx, int streamId, Http2Headers headers, int padding, boolean end) {
      List<String> fields = new ArrayList<>();
      headers.forEach(field -> fields.add(field.getKey() + "=" + field.getValue()));
      read.add("headers " + streamId + " " + fields + " end=" + end);
    }
  }
}
