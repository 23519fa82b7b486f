package io.lychgate.gateway.listen;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PacketRouterTest {
  private static final InetSocketAddress SOMEBODY = new InetSocketAddress("127.0.0.1", 4000);
  private static final int VERSION_1 = 1;

  private final QuicKeys keys = QuicKeys.random();
  private final List<PacketRouter> routers = new ArrayList<>();
  private final ConnectionIds idsOfFirst = new ConnectionIds(keys, 0);
  private final ConnectionIds idsOfSecond = new ConnectionIds(keys, 1);
  private final EmbeddedChannel first = socket(new ConnectionIds(keys, 0), 0);
  private final EmbeddedChannel second = socket(new ConnectionIds(keys, 1), 1);

  private EmbeddedChannel socket(ConnectionIds ids, int loop) {
    PacketRouter router = new PacketRouter(ids, loop, routers);
    routers.add(router);
    return new EmbeddedChannel(router);
  }

  @AfterEach
  void close() {
    first.finishAndReleaseAll();
    second.finishAndReleaseAll();
  }

  @Test
  void packetsReachTheLoopThatTheirIdNames() {
    assertThat(arrives(first, shortHeader(id(idsOfFirst)))).isSameAs(first);
    assertThat(arrives(first, shortHeader(id(idsOfSecond)))).isSameAs(second);
    assertThat(arrives(second, longHeader(0xe0, VERSION_1, id(idsOfFirst), 100)))
        .isSameAs(first);
    assertThat(arrives(second, longHeader(0xc0, VERSION_1, id(idsOfFirst), 1200)))
        .isSameAs(first);
  }

  @Test
  void firstPacketsOfClientsStayWhereTheyCame() {
    byte[] madeUp = new byte[ConnectionIds.LENGTH];
    assertThat(arrives(second, longHeader(0xc0, VERSION_1, madeUp, 1200))).isSameAs(second);
    assertThat(arrives(second, longHeader(0xc0, VERSION_1, new byte[8], 1200))).isSameAs(second);
  }

  @Test
  void packetsOfNoConnectionAreDropped() {
    assertThat(arrives(first, shortHeader(new byte[ConnectionIds.LENGTH]))).isNull();
    assertThat(arrives(first, shortHeader(id(new ConnectionIds(QuicKeys.random(), 0)))))
        .isNull();
    assertThat(arrives(first, Unpooled.buffer().writeByte(0x40).writeZero(5))).isNull();
    assertThat(arrives(first, Unpooled.buffer().writeByte(0xc0).writeZero(16))).isNull();
  }

  @Test
  void initialsThatAreTooSmallAreDropped() {
    // RFC 9000 14.1; and an answer to an unknown version must not be longer than what it answers.
    byte[] madeUp = new byte[8];
    assertThat(arrives(first, longHeader(0xc0, VERSION_1, madeUp, 1199))).isNull();
    assertThat(arrives(first, longHeader(0xc0, VERSION_1, id(idsOfFirst), 1199)))
        .isNull();
    assertThat(arrives(first, longHeader(0xd0, 0x1a2a3a4a, madeUp, 1199))).isNull();
    assertThat(arrives(first, longHeader(0xd0, 0x1a2a3a4a, madeUp, 1200))).isSameAs(first);
  }

  @Test
  void packetsForALoopThatIsFarBehindAreDropped() {
    List<ByteBuf> sent = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      ByteBuf packet = shortHeader(id(idsOfSecond));
      sent.add(packet);
      first.writeInbound(new DatagramPacket(packet, SOMEBODY, SOMEBODY));
    }
    second.runPendingTasks();

    assertThat(second.inboundMessages()).hasSize(1024);
    assertThat(sent).filteredOn(packet -> packet.refCnt() > 0).hasSize(1024);
  }

  /** The socket behind whose router the packet comes out; null when it is dropped, and released then. */
  private @Nullable EmbeddedChannel arrives(EmbeddedChannel at, ByteBuf packet) {
    at.writeInbound(new DatagramPacket(packet, SOMEBODY, SOMEBODY));
    for (EmbeddedChannel socket : List.of(first, second)) {
      socket.runPendingTasks();
      DatagramPacket read = socket.readInbound();
      if (read != null) {
        assertThat(read.content()).isSameAs(packet);
        read.release();
        return socket;
      }
    }
    assertThat(packet.refCnt()).isZero();
    return null;
  }

  private static byte[] id(ConnectionIds ids) {
    ByteBuffer ofClient = ByteBuffer.allocate(8);
    byte[] id = new byte[ConnectionIds.LENGTH];
    ids.newId(ofClient, ofClient, ConnectionIds.LENGTH).get(id);
    return id;
  }

  private static ByteBuf shortHeader(byte[] id) {
    return Unpooled.buffer().writeByte(0x40).writeBytes(id).writeZero(30);
  }

  private static ByteBuf longHeader(int first, int version, byte[] id, int length) {
    ByteBuf packet = Unpooled.buffer()
        .writeByte(first)
        .writeInt(version)
        .writeByte(id.length)
        .writeBytes(id);
    return packet.writeZero(length - packet.readableBytes());
  }
}
