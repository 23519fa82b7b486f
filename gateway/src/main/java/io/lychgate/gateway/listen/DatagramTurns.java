package io.lychgate.gateway.listen;

import io.lychgate.gateway.ledger.ClientHash;
import io.lychgate.gateway.loop.TurnBudget;
import io.lychgate.gateway.loop.TurnShare;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.observe.DatagramCount;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.WireProtocol;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * In front of the router of a UDP socket: bounds the datagrams of one client, over all of its connections, that are handled in one
 * turn of the loop. The others wait, or are dropped as a full socket buffer would drop them. Event loop only.
 */
final class DatagramTurns extends ChannelInboundHandlerAdapter {
  /** Datagrams of one client that wait, and those of all clients: each can keep a read buffer of 32 KiB. */
  private static final int MAX_OF_CLIENT = 256;

  private static final int MAX_WAITING = 512;

  private static final int COST = 1;

  /** Packets with long headers belong to handshakes, whose key exchanges and signatures take as long as thirty packets. */
  private static final int COST_OF_HANDSHAKE = 32;

  /** quiche hands out streams when a read is complete. Their cost counts only then, so a read is cut after this many datagrams. */
  private static final int DATAGRAMS_OF_READ = 16;

  private final TurnShares turns;
  private final LoopObserver observer;

  /** By client, as long as datagrams wait. */
  private final LongObjectMap<Waiting> byClient = new LongObjectHashMap<>();

  private int waiting;
  private int sinceComplete;
  private @Nullable ChannelHandlerContext context;

  DatagramTurns(TurnShares turns, LoopObserver observer) {
    this.turns = turns;
    this.observer = observer;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext ctx) {
    context = ctx;
  }

  @Override
  public void handlerRemoved(ChannelHandlerContext ctx) {
    byClient.values().forEach(Waiting::release);
    byClient.clear();
  }

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    DatagramPacket packet = (DatagramPacket) message;
    long client = ClientHash.of(packet.sender());
    Waiting before = waiting == 0 ? null : byClient.get(client);
    if (before != null) {
      before.add(packet);
      return;
    }
    TurnShare share = turns.of(client);
    if (share.allowsMore()) {
      share.spend(cost(packet));
      pass(ctx, packet);
    } else {
      Waiting first = new Waiting(client, share);
      byClient.put(client, first);
      first.add(packet);
      first.begin();
    }
  }

  private void pass(ChannelHandlerContext ctx, DatagramPacket packet) {
    ctx.fireChannelRead(packet);
    if (++sinceComplete >= DATAGRAMS_OF_READ) {
      complete(ctx);
    }
  }

  private void complete(ChannelHandlerContext ctx) {
    sinceComplete = 0;
    ctx.fireChannelReadComplete();
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext ctx) {
    complete(ctx);
  }

  private static int cost(DatagramPacket packet) {
    boolean isLong = packet.content().isReadable()
        && packet.content().getByte(packet.content().readerIndex()) < 0;
    return isLong ? COST_OF_HANDSHAKE : COST;
  }

  /** The datagrams of one client that wait for a turn of the loop. */
  private final class Waiting extends TurnBudget {
    private final long client;
    private final ArrayDeque<DatagramPacket> packets = new ArrayDeque<>();

    Waiting(long client, TurnShare share) {
      super(share);
      this.client = client;
    }

    void add(DatagramPacket packet) {
      if (packets.size() >= MAX_OF_CLIENT || waiting >= MAX_WAITING) {
        packet.release();
        observer.datagram(DatagramCount.SHED);
        return;
      }
      waiting++;
      packets.add(packet);
    }

    void begin() {
      // The share is spent, so this asks for the next turn.
      var unused = allowsMore();
    }

    @Override
    protected void suspended() {
      observer.turnSpent(WireProtocol.HTTP_3);
    }

    @Override
    protected void decodeOn() {
      ChannelHandlerContext ctx = context;
      if (ctx == null || ctx.isRemoved()) {
        return;
      }
      while (!packets.isEmpty() && allowsMore()) {
        DatagramPacket packet = packets.remove();
        waiting--;
        spend(cost(packet));
        pass(ctx, packet);
      }
      if (packets.isEmpty()) {
        byClient.remove(client);
      }
      complete(ctx);
    }

    @Override
    protected void resumed() {}

    @Override
    protected void failed() {
      release();
      byClient.remove(client);
    }

    private void release() {
      waiting -= packets.size();
      packets.forEach(DatagramPacket::release);
      packets.clear();
    }
  }
}
