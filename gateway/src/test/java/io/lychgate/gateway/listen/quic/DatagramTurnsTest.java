package io.lychgate.gateway.listen.quic;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.ReferenceCounted;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The datagrams of one client that are handled in one turn of a loop. */
final class DatagramTurnsTest {
  private static final InetSocketAddress BUSY = address(2, 4000);
  private static final InetSocketAddress BUSY_PORT = address(2, 4001);
  private static final InetSocketAddress OTHER = address(1, 4000);

  private static InetSocketAddress address(int host, int port) {
    try {
      return new InetSocketAddress(
          InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host}), port);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Its event loop has a turn when {@link #nextTurn} is called. */
  private final EmbeddedChannel loop = new EmbeddedChannel();

  private final TurnShares turns =
      new TurnShares(loop.eventLoop(), new LoopClock(loop.eventLoop(), Ticker.system()));
  private final LoopObserver observer = new Observatory(
          List.of(ImmediateEventExecutor.INSTANCE), Ticker.system())
      .loops()
      .get(0);
  private final List<EmbeddedChannel> opened = new ArrayList<>();

  @AfterEach
  void close() {
    opened.forEach(EmbeddedChannel::finishAndReleaseAll);
    loop.finishAndReleaseAll();
  }

  private void nextTurn() {
    loop.runScheduledPendingTasks();
  }

  private static ByteBuf bytes(int first) {
    return Unpooled.buffer(16).writeByte(first).writeZero(15);
  }

  private static DatagramPacket datagram(int firstByte, InetSocketAddress sender) {
    return new DatagramPacket(bytes(firstByte), OTHER, sender);
  }

  private static int received(EmbeddedChannel channel) {
    int count = 0;
    for (ReferenceCounted message = channel.readInbound();
        message != null;
        message = channel.readInbound()) {
      message.release();
      count++;
    }
    return count;
  }

  private EmbeddedChannel socket() {
    EmbeddedChannel channel = new EmbeddedChannel(new DatagramTurns(turns, observer));
    opened.add(channel);
    return channel;
  }

  @Test
  void aClientsDatagramsTakeSeveralTurnsAndAnotherClientDoesNotWait() {
    EmbeddedChannel socket = socket();
    for (int i = 0; i < 200; i++) {
      socket.writeInbound(datagram(0x40, i % 2 == 0 ? BUSY : BUSY_PORT));
    }
    assertThat(received(socket)).isEqualTo(128);
    socket.writeInbound(datagram(0x40, OTHER));
    assertThat(received(socket)).isEqualTo(1);

    nextTurn();

    assertThat(received(socket)).isEqualTo(72);
  }

  @Test
  void aDatagramOfAHandshakeCountsAsThirtyTwo() {
    EmbeddedChannel socket = socket();
    for (int i = 0; i < 10; i++) {
      socket.writeInbound(datagram(0xc0, BUSY));
    }

    assertThat(received(socket)).isEqualTo(4);
    nextTurn();
    assertThat(received(socket)).isEqualTo(4);
    nextTurn();
    assertThat(received(socket)).isEqualTo(2);
  }

  @Test
  void datagramsBeyondTheLimitAreDropped() {
    EmbeddedChannel socket = socket();
    DatagramPacket last = datagram(0x40, BUSY);
    for (int i = 0; i < 128 + 256 + 9; i++) {
      socket.writeInbound(datagram(0x40, BUSY));
    }
    socket.writeInbound(last);

    assertThat(last.refCnt()).isZero();
    received(socket);
    for (int turn = 0; turn < 2; turn++) {
      nextTurn();
      assertThat(received(socket)).isEqualTo(128);
    }
    nextTurn();
    assertThat(received(socket)).isZero();
  }

  @Test
  void datagramsThatWaitAreReleasedWithTheSocket() {
    EmbeddedChannel socket = socket();
    List<DatagramPacket> packets = new ArrayList<>();
    for (int i = 0; i < 140; i++) {
      DatagramPacket packet = datagram(0x40, BUSY);
      packets.add(packet);
      socket.writeInbound(packet);
    }

    socket.finishAndReleaseAll();

    assertThat(packets).allMatch(packet -> packet.refCnt() == 0);
    nextTurn();
  }
}
