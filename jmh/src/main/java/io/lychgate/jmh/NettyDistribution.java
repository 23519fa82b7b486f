package io.lychgate.jmh;

import io.netty.handler.codec.http2.DefaultHttp2Connection;
import io.netty.handler.codec.http2.Http2Connection;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Stream;
import io.netty.handler.codec.http2.StreamByteDistributor;
import io.netty.handler.codec.http2.UniformStreamByteDistributor;
import io.netty.handler.codec.http2.WeightedFairQueueByteDistributor;
import java.util.function.Function;

/** One of Netty's distributors on a connection whose streams never run out of bytes. */
final class NettyDistribution {
  /** Payload of one DATA frame. It is also the distributors' quantum, so that a step is one frame, as with Lychgate. */
  private static final int FRAME_BYTES = 16_375;

  private final StreamByteDistributor distributor;
  private final Http2Connection.PropertyKey key;
  private long written;

  private NettyDistribution(int streams, Function<Http2Connection, StreamByteDistributor> kind) {
    Http2Connection connection = new DefaultHttp2Connection(true, Math.max(streams, 100));
    distributor = kind.apply(connection);
    key = connection.newKey();
    for (int i = 0; i < streams; i++) {
      open(connection, 2 * i + 1);
    }
  }

  static NettyDistribution weightedFair(int streams) {
    return new NettyDistribution(streams, connection -> {
      WeightedFairQueueByteDistributor distributor =
          new WeightedFairQueueByteDistributor(connection);
      distributor.allocationQuantum(FRAME_BYTES);
      return distributor;
    });
  }

  static NettyDistribution uniform(int streams) {
    return new NettyDistribution(streams, connection -> {
      UniformStreamByteDistributor distributor = new UniformStreamByteDistributor(connection);
      distributor.minAllocationChunk(FRAME_BYTES);
      return distributor;
    });
  }

  /** Hands out one frame. */
  long step() throws Http2Exception {
    distributor.distribute(FRAME_BYTES, this::write);
    return written;
  }

  private void open(Http2Connection connection, int id) {
    try {
      Http2Stream stream = connection.remote().createStream(id, false);
      Endless state = new Endless(stream);
      stream.setProperty(key, state);
      distributor.updateDependencyTree(id, 0, (short) (1 + id / 2 % 8 * 36), false);
      distributor.updateStreamableBytes(state);
    } catch (Http2Exception e) {
      throw new IllegalStateException("stream: " + id + " (expected: a new one)", e);
    }
  }

  /** Passes the remaining bytes to the distributor, as Netty's flow controller does after each write. */
  private void write(Http2Stream stream, int bytes) {
    written += bytes;
    Endless state = stream.getProperty(key);
    distributor.updateStreamableBytes(state);
  }

  private record Endless(Http2Stream stream) implements StreamByteDistributor.StreamState {
    @Override
    public long pendingBytes() {
      return 1 << 30;
    }

    @Override
    public boolean hasFrame() {
      return true;
    }

    @Override
    public int windowSize() {
      return 1 << 30;
    }
  }
}
