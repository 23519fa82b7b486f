package io.lychgate.gateway.upstream.http1;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.loop.ReadBudget;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.loop.TurnShare;
import io.lychgate.gateway.loop.TurnShares;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.RecvByteBufAllocator;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reads of responses in the turns of their client. */
final class ClientReadsTest {
  private static final long BUSY = 1;
  private static final long OTHER = 2;

  /** Reads of the largest size that one client has in a turn while another is active. */
  private static final int LARGE_READS =
      TurnShare.COST_AMONG_OTHERS * ClientReads.BYTES_OF_COST / ReadBudget.MAX_READ_BYTES;

  /** Its event loop has a turn when {@link #nextTurn} is called. */
  private final EmbeddedChannel loop = new EmbeddedChannel();

  private final TurnShares turns =
      new TurnShares(loop.eventLoop(), new LoopClock(loop.eventLoop(), Ticker.system()));

  /** A connection whose socket has always more bytes than a read takes. */
  private final class Connection {
    private final ClientReads reads;
    private final RecvByteBufAllocator.ExtendedHandle sizes;
    private boolean isReading = true;
    private int lastRead;

    Connection(long client) {
      reads = new ClientReads(turns.of(0), this::apply);
      reads.readFor(turns.of(client));
      sizes = reads.newHandle();
      while (sizes.guess() < ReadBudget.MAX_READ_BYTES) {
        growBuffers();
      }
    }

    private void apply() {
      isReading = !reads.isSuspended();
    }

    /** Sizes of reads adapt to what earlier reads brought. */
    private void growBuffers() {
      int size = sizes.guess();
      sizes.reset(loop.config());
      sizes.attemptedBytesRead(size);
      sizes.lastBytesRead(size);
      sizes.readComplete();
    }

    void read() {
      lastRead = 0;
      if (isReading) {
        ByteBuf buffer = sizes.allocate(UnpooledByteBufAllocator.DEFAULT);
        lastRead = buffer.writableBytes();
        buffer.release();
        reads.received(lastRead);
      }
    }
  }

  private List<Connection> connections(int count) {
    List<Connection> connections = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      connections.add(new Connection(BUSY));
    }
    return connections;
  }

  @BeforeEach
  void bothClientsAreActive() {
    for (int turn = 0; turn < 2; turn++) {
      turns.of(BUSY).spend(1);
      turns.of(OTHER).spend(1);
      loop.runPendingTasks();
    }
  }

  @AfterEach
  void close() {
    loop.finishAndReleaseAll();
  }

  private void nextTurn() {
    loop.runPendingTasks();
  }

  private static long largeReads(List<Connection> connections) {
    connections.forEach(Connection::read);
    return connections.stream()
        .filter(one -> one.lastRead == ReadBudget.MAX_READ_BYTES)
        .count();
  }

  @Test
  void readsBeyondTheShareAreSmallAndThenWait() {
    List<Connection> connections = connections(LARGE_READS + 10);

    assertThat(largeReads(connections)).isEqualTo(LARGE_READS);

    List<Connection> beyond = connections.subList(LARGE_READS, connections.size());
    assertThat(beyond).allSatisfy(one -> {
      assertThat(one.lastRead).isEqualTo(ClientReads.SMALL_READ_BYTES);
      assertThat(one.isReading).isFalse();
    });
  }

  @Test
  void connectionsThatWaitReadInOrderInLaterTurns() {
    List<Connection> connections = connections(3 * LARGE_READS);
    assertThat(largeReads(connections)).isEqualTo(LARGE_READS);

    for (int turn = 1; turn < 6; turn++) {
      nextTurn();
      assertThat(largeReads(connections)).as("turn %s", turn).isEqualTo(LARGE_READS);
    }
  }

  @Test
  void anotherClientsReadsDoNotWait() {
    assertThat(largeReads(connections(LARGE_READS + 10))).isEqualTo(LARGE_READS);
    Connection other = new Connection(OTHER);

    other.read();

    assertThat(other.lastRead).isEqualTo(ReadBudget.MAX_READ_BYTES);
    assertThat(other.isReading).isTrue();
  }

  @Test
  void smallResponsesCostNothingAndNeverWait() {
    Connection small = new Connection(BUSY);
    for (int i = 0; i < 10_000; i++) {
      small.reads.received(1500);
    }
    assertThat(turns.of(BUSY).allowsMore()).isTrue();
    long unused = largeReads(connections(LARGE_READS));
    assertThat(turns.of(BUSY).allowsMore()).isFalse();

    small.reads.received(1500);

    assertThat(small.isReading).isTrue();
  }

  @Test
  void connectionOfAnotherClientTakesFromTheShareOfItsNewClient() {
    Connection connection = new Connection(BUSY);
    connection.reads.readFor(turns.of(OTHER));
    long unused = largeReads(connections(LARGE_READS));

    connection.read();

    assertThat(connection.lastRead).isEqualTo(ReadBudget.MAX_READ_BYTES);
  }

  @Test
  void connectionThatWaitsReadsAtOnceForANewClient() {
    List<Connection> connections = connections(LARGE_READS + 1);
    long unused = largeReads(connections);
    Connection waiting = connections.get(LARGE_READS);
    assertThat(waiting.isReading).isFalse();

    waiting.reads.readFor(turns.of(OTHER));

    assertThat(waiting.isReading).isTrue();
    nextTurn();
    waiting.read();
    assertThat(waiting.lastRead).isEqualTo(ReadBudget.MAX_READ_BYTES);
  }

  @Test
  void clientThatIsAloneReadsWithoutBound() {
    for (int turn = 0; turn < 2_000; turn++) {
      turns.of(BUSY).spend(1);
      loop.runPendingTasks();
    }

    assertThat(largeReads(connections(1_000))).isEqualTo(1_000);
  }
}
