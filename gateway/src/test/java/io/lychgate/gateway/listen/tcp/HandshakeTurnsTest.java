package io.lychgate.gateway.listen.tcp;

import static io.lychgate.gateway.testkit.BusyLoop.BUSY;
import static io.lychgate.gateway.testkit.BusyLoop.OTHER;
import static io.lychgate.gateway.testkit.BusyLoop.bytes;
import static io.lychgate.gateway.testkit.BusyLoop.received;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.testkit.BusyLoop;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.embedded.EmbeddedChannel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The TLS handshakes of one client that are handled in one turn of a loop. */
final class HandshakeTurnsTest {
  private static final Duration TIMEOUT = Duration.ofHours(1);

  private final BusyLoop loop = new BusyLoop();
  private final DeadlineWheel deadlines =
      new DeadlineWheel(loop.channel().eventLoop(), loop.clock());
  private int tlsAdded;

  @AfterEach
  void close() {
    loop.close();
  }

  private EmbeddedChannel connect(InetSocketAddress peer) {
    return connect(peer, pipeline -> tlsAdded++);
  }

  private EmbeddedChannel connect(InetSocketAddress peer, Consumer<ChannelPipeline> addTls) {
    EmbeddedChannel channel = loop.owning(new EmbeddedChannel());
    ConnectionAccount account =
        ConnectionAccount.accepted(loop.observer(), loop.clock(), 0, channel);
    channel
        .pipeline()
        .addLast(new HandshakeTurns(loop.share(peer), deadlines, TIMEOUT, account, addTls));
    return channel;
  }

  @Test
  void aClientsHandshakesTakeSeveralTurnsAndAnotherClientDoesNotWait() {
    List<EmbeddedChannel> busy = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      busy.add(connect(BUSY));
    }
    EmbeddedChannel other = connect(OTHER);

    busy.forEach(channel -> channel.writeInbound(bytes(22)));
    other.writeInbound(bytes(22));

    assertThat(busy.stream().mapToInt(BusyLoop::received).sum()).isEqualTo(2);
    assertThat(received(other)).isEqualTo(1);
    assertThat(busy.stream().filter(channel -> channel.config().isAutoRead())).hasSize(2);
    for (int turn = 1; turn < 5; turn++) {
      loop.nextTurn();
      assertThat(busy.stream().mapToInt(BusyLoop::received).sum()).isEqualTo(2);
    }
    assertThat(busy.stream().allMatch(channel -> channel.config().isAutoRead())).isTrue();
  }

  /** The TLS library may have no memory for one more connection. */
  @Test
  void connectionForWhichTlsCannotBeAddedIsClosedAtOnce() {
    EmbeddedChannel channel = connect(OTHER, pipeline -> {
      throw new IllegalStateException("no memory");
    });
    ByteBuf hello = bytes(22);

    assertThatThrownBy(() -> channel.writeInbound(hello)).hasMessage("no memory");

    assertThat(channel.isOpen()).isFalse();
    assertThat(hello.refCnt()).isZero();
  }

  @Test
  void tlsIsAddedWithTheFirstBytes() {
    EmbeddedChannel silent = connect(BUSY);
    EmbeddedChannel channel = connect(BUSY);
    assertThat(tlsAdded).isZero();

    channel.writeInbound(bytes(22));
    channel.writeInbound(bytes(22));
    silent.close();

    assertThat(tlsAdded).isEqualTo(1);
    assertThat(loop.observer().get(Measure.ACCEPTED, 0)).isEqualTo(2);
    assertThat(loop.observer().get(Measure.FAILED_LEFT, 0)).isEqualTo(1);
  }

  @Test
  void bytesThatWaitArePassedOnInOrderWhenTheProtocolIsKnown() {
    for (int i = 0; i < 2; i++) {
      connect(BUSY).writeInbound(bytes(22));
    }
    EmbeddedChannel waiting = connect(BUSY);
    waiting.writeInbound(bytes(1));
    waiting.writeInbound(bytes(2));
    assertThat(waiting.inboundMessages()).isEmpty();

    waiting.pipeline().remove(HandshakeTurns.class);

    assertThat(waiting.inboundMessages()).hasSize(2);
    ByteBuf first = waiting.readInbound();
    assertThat(first.readByte()).isEqualTo((byte) 1);
    first.release();
    loop.nextTurn();
    assertThat(received(waiting)).isEqualTo(1);
  }

  @Test
  void bytesOfAConnectionThatEndsAreReleased() {
    for (int i = 0; i < 2; i++) {
      connect(BUSY).writeInbound(bytes(22));
    }
    EmbeddedChannel waiting = connect(BUSY);
    ByteBuf hello = bytes(22);
    waiting.writeInbound(hello);

    waiting.close();

    assertThat(hello.refCnt()).isZero();
    loop.nextTurn();
  }
}
