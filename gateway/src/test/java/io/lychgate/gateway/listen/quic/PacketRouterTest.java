package io.lychgate.gateway.listen.quic;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.listen.tls.SharedSecrets;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PacketRouterTest {
  private static final InetSocketAddress CLIENT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 4000);
  private static final InetSocketAddress OTHER_ADDRESS =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 4001);
  private static final int VERSION_1 = 1;

  private final QuicKeys keys = new QuicKeys(SharedSecrets.random().quic());
  private final LoopObserver observer = new Observatory(
          List.of(ImmediateEventExecutor.INSTANCE), Ticker.system())
      .loops()
      .get(0);
  private final StatelessResets resets = new StatelessResets(keys);
  private final Set<Integer> ended = new HashSet<>();
  private InetSocketAddress activePath = CLIENT;
  private final QuicPeer peer = new QuicPeer(CLIENT, sender -> sender.equals(activePath));
  private final List<PacketRouter> routers = new ArrayList<>();
  private final ConnectionIds idsOfFirst = new ConnectionIds(keys, 7, 0);
  private final ConnectionIds idsOfSecond = new ConnectionIds(keys, 7, 1);
  private final EmbeddedChannel first = socket(new ConnectionIds(keys, 7, 0), 0);
  private final EmbeddedChannel second = socket(new ConnectionIds(keys, 7, 1), 1);

  private EmbeddedChannel socket(ConnectionIds ids, int loop) {
    PacketRouter router = new PacketRouter(
        ids,
        number -> ended.contains(number) ? null : peer,
        resets,
        observer,
        0,
        "public",
        loop,
        routers);
    routers.add(router);
    return new EmbeddedChannel(router);
  }

  @AfterEach
  void close() {
    first.finishAndReleaseAll();
    second.finishAndReleaseAll();
  }

  @Test
  void packetsReachTheLoopOfTheirId() {
    assertThat(arrives(first, shortHeader(first(idsOfFirst)))).isSameAs(first);
    assertThat(arrives(first, shortHeader(first(idsOfSecond)))).isSameAs(second);
    assertThat(arrives(second, longHeader(0xe0, VERSION_1, first(idsOfFirst), 100)))
        .isSameAs(first);
    assertThat(arrives(second, longHeader(0xc0, VERSION_1, first(idsOfFirst), 1200)))
        .isSameAs(first);
  }

  @Test
  void packetFromElsewhereIsFollowedByAnEmptyPacketFromTheActivePath() {
    byte[] id = first(idsOfFirst);
    first.writeInbound(new DatagramPacket(shortHeader(id), CLIENT, OTHER_ADDRESS));
    first.writeInbound(
        new DatagramPacket(longHeader(0xe0, VERSION_1, id, 100), CLIENT, OTHER_ADDRESS));

    assertFrom(OTHER_ADDRESS, shortHeader(id));
    assertFrom(CLIENT, Unpooled.buffer().writeByte(0x40).writeBytes(id));
    assertFrom(OTHER_ADDRESS, longHeader(0xe0, VERSION_1, id, 100));
    assertFrom(CLIENT, Unpooled.buffer().writeByte(0x40).writeBytes(id));
    assertThat(first.inboundMessages()).isEmpty();
  }

  @Test
  void clientMigrationChangesTheActivePath() {
    byte[] id = first(idsOfFirst);
    activePath = OTHER_ADDRESS;
    first.writeInbound(new DatagramPacket(shortHeader(id), CLIENT, OTHER_ADDRESS));
    first.writeInbound(new DatagramPacket(shortHeader(id), CLIENT, OTHER_ADDRESS));
    // Sent before the client moved.
    first.writeInbound(new DatagramPacket(shortHeader(id), CLIENT, CLIENT));

    assertFrom(OTHER_ADDRESS, shortHeader(id));
    assertFrom(OTHER_ADDRESS, shortHeader(id));
    assertFrom(CLIENT, shortHeader(id));
    assertFrom(OTHER_ADDRESS, Unpooled.buffer().writeByte(0x40).writeBytes(id));
    assertThat(first.inboundMessages()).isEmpty();
  }

  private void assertFrom(InetSocketAddress sender, ByteBuf content) {
    DatagramPacket read = first.readInbound();
    assertThat(read.sender()).isEqualTo(sender);
    assertThat(read.recipient()).isEqualTo(CLIENT);
    assertThat(read.content()).isEqualTo(content);
    read.release();
    content.release();
  }

  @Test
  void initialsStayAtTheSocketOfArrival() {
    byte[] madeUp = new byte[ConnectionIds.LENGTH];
    assertThat(arrives(second, longHeader(0xc0, VERSION_1, madeUp, 1200))).isSameAs(second);
    assertThat(arrives(second, longHeader(0xc0, VERSION_1, new byte[8], 1200))).isSameAs(second);
  }

  /** Records the ids of forwarded packets. */
  private static final class Earlier implements EarlierProcess {
    private final ByteBuf known = Unpooled.wrappedBuffer(new byte[] {8, 7, 6, 5, 4, 3, 2, 1});
    private int forwarded;
    private boolean isOpen = true;

    @Override
    public boolean isOpen() {
      return isOpen;
    }

    @Override
    public boolean knows(ByteBuf packet, int idIndex, int idLength) {
      return packet.slice(idIndex, idLength).equals(known);
    }

    @Override
    public void forward(String listener, int socket, DatagramPacket packet) {
      assertThat(listener).isEqualTo("public");
      forwarded++;
      packet.release();
    }
  }

  @Test
  void packetsOfAnEarlierProcessAreForwardedWhileItLasts() {
    Earlier earlier = new Earlier();
    routers.get(0).follow(earlier);
    ConnectionIds idsOfEarlier = new ConnectionIds(keys, 6, 0);

    assertThat(arrives(first, shortHeader(first(idsOfEarlier)))).isNull();
    assertThat(arrives(first, longHeader(0xe0, VERSION_1, first(idsOfEarlier), 100)))
        .isNull();
    assertThat(arrives(first, longHeader(0xc0, VERSION_1, first(idsOfEarlier), 1200)))
        .isNull();
    assertThat(
            arrives(first, longHeader(0xc0, VERSION_1, new byte[] {8, 7, 6, 5, 4, 3, 2, 1}, 1200)))
        .isNull();
    assertThat(earlier.forwarded).isEqualTo(4);

    assertThat(arrives(first, shortHeader(first(idsOfFirst)))).isSameAs(first);
    assertThat(arrives(first, longHeader(0xc0, VERSION_1, new byte[8], 1200))).isSameAs(first);
    earlier.isOpen = false;
    assertThat(arrives(first, shortHeader(first(idsOfEarlier)))).isNull();
    assertThat(earlier.forwarded).isEqualTo(4);
  }

  @Test
  void packetsOfNoConnectionAreDropped() {
    assertThat(arrives(first, shortHeader(new byte[ConnectionIds.LENGTH]))).isNull();
    assertThat(arrives(
            first,
            shortHeader(
                first(new ConnectionIds(new QuicKeys(SharedSecrets.random().quic()), 7, 0)))))
        .isNull();
    assertThat(arrives(first, Unpooled.buffer().writeByte(0x40).writeZero(5))).isNull();
    assertThat(arrives(first, Unpooled.buffer().writeByte(0xc0).writeZero(16))).isNull();
  }

  @Test
  void initialsThatAreTooSmallAreDropped() {
    // RFC 9000 14.1: a response to an unknown version must not be longer than the packet it
    // responds to.
    byte[] madeUp = new byte[8];
    assertThat(arrives(first, longHeader(0xc0, VERSION_1, madeUp, 1199))).isNull();
    assertThat(arrives(first, longHeader(0xc0, VERSION_1, first(idsOfFirst), 1199)))
        .isNull();
    assertThat(arrives(first, longHeader(0xd0, 0x1a2a3a4a, madeUp, 1199))).isNull();
    assertThat(arrives(first, longHeader(0xd0, 0x1a2a3a4a, madeUp, 1200))).isSameAs(first);
  }

  @Test
  void packetsForAnOverloadedLoopAreDropped() {
    List<ByteBuf> sent = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      ByteBuf packet = shortHeader(first(idsOfSecond));
      sent.add(packet);
      first.writeInbound(new DatagramPacket(packet, CLIENT, CLIENT));
    }
    second.runPendingTasks();

    assertThat(second.inboundMessages()).hasSize(1024);
    assertThat(sent).filteredOn(packet -> packet.refCnt() > 0).hasSize(1024);
  }

  @Test
  void packetsOfAnEndedConnectionGetAStatelessReset() {
    byte[] spare = spare(idsOfSecond);
    assertThat(arrives(first, shortHeader(spare))).isSameAs(second);
    ended.add(idsOfSecond.connectionUnderWay());

    // The packets may arrive at any socket, and belong to this run or an earlier one.
    assertThat(arrives(first, shortHeader(spare))).isNull();
    assertReset(second.readOutbound(), spare);
    byte[] before = spare(new ConnectionIds(keys, 6, 1));
    assertThat(arrives(first, shortHeader(before))).isNull();
    assertReset(first.readOutbound(), before);
  }

  private void assertReset(DatagramPacket reset, byte[] id) {
    assertThat(reset.recipient()).isEqualTo(CLIENT);
    ByteBuf bytes = reset.content();
    assertThat(bytes.readableBytes()).isLessThan(1 + ConnectionIds.LENGTH + 30);
    assertThat(bytes.getByte(0) & 0xc0).isEqualTo(0x40);
    ByteBuf token = Unpooled.wrappedBuffer(resets.newResetToken(ByteBuffer.wrap(id)));
    assertThat(bytes.slice(bytes.readableBytes() - 16, 16)).isEqualTo(token);
    reset.release();
  }

  @Test
  void idWithoutATokenAndTinyPacketGetNoReset() {
    byte[] spare = spare(idsOfFirst);
    byte[] without = first(idsOfFirst);
    ended.add(idsOfFirst.connectionUnderWay() - 1);
    ended.add(idsOfFirst.connectionUnderWay());

    assertThat(arrives(first, shortHeader(without))).isNull();
    ByteBuf tiny = Unpooled.buffer().writeByte(0x40).writeBytes(spare).writeZero(4);
    assertThat(arrives(first, tiny)).isNull();
    assertThat(first.outboundMessages()).isEmpty();
  }

  @Test
  void resetsAreLimited() {
    byte[] spare = spare(new ConnectionIds(keys, 6, 0));
    for (int i = 0; i < 2000; i++) {
      assertThat(arrives(first, shortHeader(spare))).isNull();
    }
    assertThat(first.outboundMessages()).hasSizeBetween(256, 1500);
  }

  /** Returns the socket behind the router that forwards the packet, or null if it is dropped and released. */
  private @Nullable EmbeddedChannel arrives(EmbeddedChannel at, ByteBuf packet) {
    at.writeInbound(new DatagramPacket(packet, CLIENT, CLIENT));
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

  /** Returns the first id of a new connection. */
  private static byte[] first(ConnectionIds ids) {
    ByteBuffer ofClient = ByteBuffer.allocate(8);
    ByteBuffer id = ids.newId(ofClient, ofClient, ConnectionIds.LENGTH);
    return bytes(id);
  }

  /** Returns a further id of a new connection. */
  private static byte[] spare(ConnectionIds ids) {
    return bytes(ids.newId(ByteBuffer.wrap(first(ids)), ConnectionIds.LENGTH));
  }

  private static byte[] bytes(ByteBuffer id) {
    byte[] bytes = new byte[ConnectionIds.LENGTH];
    id.duplicate().get(bytes);
    return bytes;
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
