package io.lychgate.gateway.listen.quic;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ConnectionIdsTest {
  private static final ByteBuffer OF_CLIENT = ByteBuffer.wrap(new byte[8]).asReadOnlyBuffer();

  private final QuicKeys keys = keys(1);
  private final ConnectionIds ids = new ConnectionIds(keys, 7, 201);

  /** The same keys in each run: with random ones, a random id may pass the check of four bytes. */
  private static QuicKeys keys(int secret) {
    byte[] bytes = new byte[32];
    bytes[0] = (byte) secret;
    return new QuicKeys(bytes);
  }

  @Test
  void everyLoopReadsTheLoopOfAConnection() {
    ByteBuffer first = newConnection();
    ByteBuffer spare = ids.newId(first.duplicate(), ConnectionIds.LENGTH);
    ConnectionIds others = new ConnectionIds(keys, 7, 3);

    for (ByteBuffer id : new ByteBuffer[] {first, spare}) {
      assertThat(others.read(packet(id), 1)).isTrue();
      assertThat(others.isOfThisRun()).isTrue();
      assertThat(others.loop()).isEqualTo(201);
      assertThat(others.connection()).isEqualTo(ids.connectionUnderWay());
    }
  }

  @Test
  void idsOfOneConnectionLookUnrelated() {
    Set<ByteBuffer> seen = new HashSet<>();
    int[] ones = new int[ConnectionIds.LENGTH * 8];
    ByteBuffer first = newConnection();
    for (int i = 0; i < 2000; i++) {
      ByteBuffer id = ids.newId(first.duplicate(), ConnectionIds.LENGTH);
      assertThat(seen.add(id)).isTrue();
      for (int bit = 0; bit < ones.length; bit++) {
        ones[bit] += id.get(bit / 8) >> (bit % 8) & 1;
      }
    }
    // Each bit is a fair coin: eight standard deviations on either side.
    assertThat(Arrays.stream(ones).min().orElseThrow()).isGreaterThan(820);
    assertThat(Arrays.stream(ones).max().orElseThrow()).isLessThan(1180);
  }

  @Test
  void inventedIdsAreRejected() {
    Random random = new Random(1);
    byte[] id = new byte[ConnectionIds.LENGTH];
    for (int i = 0; i < 10_000; i++) {
      random.nextBytes(id);
      assertThat(ids.read(packet(ByteBuffer.wrap(id)), 1))
          .as(ByteBufUtil.hexDump(id))
          .isFalse();
    }
    ConnectionIds ofAnotherKey = new ConnectionIds(keys(2), 7, 201);
    assertThat(ofAnotherKey.read(packet(newConnection()), 1)).isFalse();
  }

  @Test
  void idsOfAnotherRunAreDetected() {
    ConnectionIds next = new ConnectionIds(keys, 8, 201);

    assertThat(next.read(packet(newConnection()), 1)).isTrue();
    assertThat(next.isOfThisRun()).isFalse();
  }

  @Test
  void onlySpareIdsHaveAResetToken() {
    ByteBuffer first = newConnection();
    assertThat(ids.read(packet(first), 1)).isTrue();
    assertThat(ids.hasResetToken()).isFalse();

    ByteBuffer spare = ids.newId(first, ConnectionIds.LENGTH);
    assertThat(ids.read(packet(spare), 1)).isTrue();
    assertThat(ids.hasResetToken()).isTrue();
  }

  @Test
  void connectionAfterARetryHasTheNumberOfItsRetry() {
    ByteBuffer retry = newConnection();
    int number = ids.connectionUnderWay();
    newConnection();

    ids.retried(Unpooled.wrappedBuffer(retry));

    assertThat(ids.connectionUnderWay()).isEqualTo(number);
  }

  private ByteBuffer newConnection() {
    return ids.newId(OF_CLIENT, OF_CLIENT, ConnectionIds.LENGTH);
  }

  private static ByteBuf packet(ByteBuffer id) {
    return Unpooled.buffer().writeByte(0x40).writeBytes(id.duplicate()).writeZero(20);
  }
}
