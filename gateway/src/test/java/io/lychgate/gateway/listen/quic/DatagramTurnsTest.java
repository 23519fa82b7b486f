package io.lychgate.gateway.listen.quic;

import static io.lychgate.gateway.testkit.BusyLoop.BUSY;
import static io.lychgate.gateway.testkit.BusyLoop.OTHER;
import static io.lychgate.gateway.testkit.BusyLoop.bytes;
import static io.lychgate.gateway.testkit.BusyLoop.received;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.BusyLoop;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The datagrams of one client that are handled in one turn of a loop. */
final class DatagramTurnsTest {
  private static final InetSocketAddress BUSY_PORT = BusyLoop.address(2, 4001);

  private final BusyLoop loop = new BusyLoop();

  @AfterEach
  void close() {
    loop.close();
  }

  private static DatagramPacket datagram(int firstByte, InetSocketAddress sender) {
    return new DatagramPacket(bytes(firstByte), OTHER, sender);
  }

  private EmbeddedChannel socket() {
    return loop.owning(new EmbeddedChannel(new DatagramTurns(loop.turns(), loop.observer())));
  }

  @Test
  void aClientsDatagramsTakeSeveralTurnsAndAnotherClientDoesNotWait() {
    EmbeddedChannel socket = socket();
    for (int i = 0; i < 100; i++) {
      socket.writeInbound(datagram(0x40, i % 2 == 0 ? BUSY : BUSY_PORT));
    }
    assertThat(received(socket)).isEqualTo(64);
    socket.writeInbound(datagram(0x40, OTHER));
    assertThat(received(socket)).isEqualTo(1);

    loop.nextTurn();

    assertThat(received(socket)).isEqualTo(36);
  }

  @Test
  void aDatagramOfAHandshakeCountsAsThirtyTwo() {
    EmbeddedChannel socket = socket();
    for (int i = 0; i < 10; i++) {
      socket.writeInbound(datagram(0xc0, BUSY));
    }

    assertThat(received(socket)).isEqualTo(2);
    for (int turn = 1; turn < 5; turn++) {
      loop.nextTurn();
      assertThat(received(socket)).isEqualTo(2);
    }
  }

  @Test
  void datagramsThatAreSentToAClientTakeFromItsShare() {
    EmbeddedChannel socket = socket();
    for (int i = 0; i < 120; i++) {
      ByteBuf packet = Unpooled.wrappedBuffer(new byte[1200]);
      socket.writeOutbound(new DatagramPacket(packet, BUSY, OTHER));
    }
    for (int i = 0; i < 100; i++) {
      socket.writeInbound(datagram(0x40, BUSY_PORT));
    }

    int sent = 120 * 1200 / DatagramTurns.SENT_BYTES_OF_COST;
    assertThat(received(socket)).isEqualTo(64 - sent);
    socket.writeInbound(datagram(0x40, OTHER));
    assertThat(received(socket)).as("of another client").isEqualTo(1);
  }

  @Test
  void datagramsBeyondTheLimitAreDropped() {
    EmbeddedChannel socket = socket();
    DatagramPacket last = datagram(0x40, BUSY);
    for (int i = 0; i < 64 + 256 + 9; i++) {
      socket.writeInbound(datagram(0x40, BUSY));
    }
    socket.writeInbound(last);

    assertThat(last.refCnt()).isZero();
    received(socket);
    for (int turn = 0; turn < 4; turn++) {
      loop.nextTurn();
      assertThat(received(socket)).isEqualTo(64);
    }
    loop.nextTurn();
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
    loop.nextTurn();
  }
}
