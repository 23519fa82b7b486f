package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.ledger.ClientHash;
import io.lychgate.gateway.loop.TurnBudget;
import io.lychgate.gateway.loop.TurnShare;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.DatagramCount;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.collection.LongObjectHashMap;
import io.netty.util.collection.LongObjectMap;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * Bounds the datagrams of one client, over all of its connections, that are handled in one turn of the loop. The others wait, or
 * are dropped as a full socket buffer would drop them. What is sent to the client counts, too: one acknowledgement can release a
 * congestion window of packets. Each UDP socket has one before its router. Event loop only.
 */
final class DatagramTurns extends ChannelDuplexHandler {
  /** Maximum waiting datagrams of one client. Each can keep a read buffer of 32 KiB. */
  private static final int MAX_OF_CLIENT = 256;

  /** Maximum waiting datagrams of all clients. */
  private static final int MAX_WAITING = 512;

  private static final int COST = 1;

  /** Cost of a packet with a long header. Key exchanges and signatures of its handshake take as long as thirty packets. */
  private static final int COST_OF_HANDSHAKE = 32;

  /** Sent bytes that cost 1: three packets, which are encrypted and copied to the socket. */
  static final int SENT_BYTES_OF_COST = 4096;

  /** Datagrams after which a read is cut. quiche hands out streams at the end of a read, and their cost counts only then. */
  private static final int DATAGRAMS_OF_READ = 16;

  private final TurnShares turns;
  private final LoopObserver observer;

  /** The waiting datagrams by client. A client without any has no entry. */
  private final LongObjectMap<Waiting> byClient = new LongObjectHashMap<>();

  private int waiting;
  private int sinceComplete;

  /** Sent bytes that no client is charged for yet: less than a cost of 1. */
  private int unpaidBytes;

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

  /** Returns true if no datagram waits for a turn. */
  boolean isEmpty() {
    return waiting == 0;
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
    } else if (waiting >= MAX_WAITING) {
      packet.release();
      observer.datagram(DatagramCount.SHED);
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

  @Override
  public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
    if (message instanceof DatagramPacket packet) {
      unpaidBytes += packet.content().readableBytes();
      if (unpaidBytes >= SENT_BYTES_OF_COST) {
        turns.of(ClientHash.of(packet.recipient())).spend(unpaidBytes / SENT_BYTES_OF_COST);
        unpaidBytes %= SENT_BYTES_OF_COST;
      }
    }
    ctx.write(message, promise);
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
      // The share is spent, so this call requests the next turn.
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
