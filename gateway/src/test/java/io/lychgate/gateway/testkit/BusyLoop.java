package io.lychgate.gateway.testkit;

import io.lychgate.gateway.ledger.ClientHash;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.loop.TurnShare;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCounted;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A loop that two clients share. It has a turn when {@link #nextTurn} is called. */
public final class BusyLoop implements AutoCloseable {
  public static final InetSocketAddress BUSY = address(2, 4000);
  public static final InetSocketAddress OTHER = other();

  private final EmbeddedChannel loop = new EmbeddedChannel();
  private final LoopClock clock = new LoopClock(loop.eventLoop(), Ticker.system());
  private final TurnShares turns = new TurnShares(loop.eventLoop(), clock);
  private final LoopObserver observer = new Observatory(
          List.of(ImmediateEventExecutor.INSTANCE), Ticker.system())
      .loops()
      .get(0);
  private final List<EmbeddedChannel> opened = new ArrayList<>();

  /** Starts a loop on which both clients were active in two turns, so that each has half of the next one. */
  public BusyLoop() {
    for (int turn = 0; turn < 2; turn++) {
      share(BUSY).spend(1);
      share(OTHER).spend(1);
      loop.runPendingTasks();
    }
  }

  /** Returns the address of a client with a share of its own: by the key of the process, one pair of addresses in a thousand shares one. */
  private static InetSocketAddress other() {
    EmbeddedChannel loop = new EmbeddedChannel();
    TurnShares turns =
        new TurnShares(loop.eventLoop(), new LoopClock(loop.eventLoop(), Ticker.system()));
    TurnShare busy = turns.of(ClientHash.of(BUSY));
    return IntStream.range(3, 100)
        .mapToObj(host -> address(host, 4000))
        .filter(address -> turns.of(ClientHash.of(address)) != busy)
        .findFirst()
        .orElseThrow();
  }

  public static InetSocketAddress address(int host, int port) {
    try {
      return new InetSocketAddress(
          InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host}), port);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  public EmbeddedChannel channel() {
    return loop;
  }

  public LoopClock clock() {
    return clock;
  }

  public TurnShares turns() {
    return turns;
  }

  public TurnShare share(InetSocketAddress client) {
    return turns.of(ClientHash.of(client));
  }

  public LoopObserver observer() {
    return observer;
  }

  /** Closes the channel at the end of the test, and returns it. */
  public EmbeddedChannel owning(EmbeddedChannel channel) {
    opened.add(channel);
    return channel;
  }

  public void nextTurn() {
    loop.runScheduledPendingTasks();
  }

  /** Returns 16 bytes. */
  public static ByteBuf bytes(int first) {
    return Unpooled.buffer(16).writeByte(first).writeZero(15);
  }

  /** Takes what handlers have passed on, and returns the number of messages. */
  public static int received(EmbeddedChannel channel) {
    int count = 0;
    for (ReferenceCounted message = channel.readInbound();
        message != null;
        message = channel.readInbound()) {
      message.release();
      count++;
    }
    return count;
  }

  @Override
  public void close() {
    opened.forEach(EmbeddedChannel::finishAndReleaseAll);
    loop.finishAndReleaseAll();
  }
}
