package io.lychgate.gateway.listen.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.ledger.ClientHash;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.loop.TurnShares;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.census.Measure;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCounted;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The TLS handshakes of one client that are handled in one turn of a loop. */
final class HandshakeTurnsTest {
  private static final InetSocketAddress BUSY = address(2, 4000);
  private static final Duration TIMEOUT = Duration.ofHours(1);
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
  private final DeadlineWheel deadlines =
      new DeadlineWheel(loop.eventLoop(), new LoopClock(loop.eventLoop(), Ticker.system()));
  private int tlsAdded;
  private final LoopObserver observer = new Observatory(
          List.of(ImmediateEventExecutor.INSTANCE), Ticker.system())
      .loops()
      .get(0);
  private final List<EmbeddedChannel> opened = new ArrayList<>();

  @BeforeEach
  void bothClientsAreActive() {
    for (int turn = 0; turn < 2; turn++) {
      turns.of(ClientHash.of(BUSY)).spend(1);
      turns.of(ClientHash.of(OTHER)).spend(1);
      loop.runPendingTasks();
    }
  }

  @AfterEach
  void close() {
    opened.forEach(EmbeddedChannel::finishAndReleaseAll);
    loop.finishAndReleaseAll();
  }

  private void nextTurn() {
    loop.runScheduledPendingTasks();
  }

  private EmbeddedChannel connect(InetSocketAddress peer) {
    EmbeddedChannel channel = new EmbeddedChannel();
    ConnectionAccount account = ConnectionAccount.accepted(
        observer, new LoopClock(loop.eventLoop(), Ticker.system()), 0, channel);
    channel
        .pipeline()
        .addLast(new HandshakeTurns(
            turns.of(ClientHash.of(peer)), deadlines, TIMEOUT, account, pipeline -> tlsAdded++));
    opened.add(channel);
    return channel;
  }

  private static ByteBuf bytes(int first) {
    return Unpooled.buffer(16).writeByte(first).writeZero(15);
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

  @Test
  void aClientsHandshakesTakeSeveralTurnsAndAnotherClientDoesNotWait() {
    List<EmbeddedChannel> busy = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      busy.add(connect(BUSY));
    }
    EmbeddedChannel other = connect(OTHER);

    busy.forEach(channel -> channel.writeInbound(bytes(22)));
    other.writeInbound(bytes(22));

    assertThat(busy.stream().mapToInt(HandshakeTurnsTest::received).sum()).isEqualTo(2);
    assertThat(received(other)).isEqualTo(1);
    assertThat(busy.stream().filter(channel -> channel.config().isAutoRead())).hasSize(2);
    for (int turn = 1; turn < 5; turn++) {
      nextTurn();
      assertThat(busy.stream().mapToInt(HandshakeTurnsTest::received).sum()).isEqualTo(2);
    }
    assertThat(busy.stream().allMatch(channel -> channel.config().isAutoRead())).isTrue();
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
    assertThat(observer.get(Measure.ACCEPTED, 0)).isEqualTo(2);
    assertThat(observer.get(Measure.FAILED_LEFT, 0)).isEqualTo(1);
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
    nextTurn();
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
    nextTurn();
  }
}
