package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.listen.tls.Hkdf;
import io.lychgate.gateway.loop.TokenBucket;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.quic.QuicResetTokenGenerator;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * Notifies a client that the gateway does not know its connection, in a way that no attacker can forge (RFC 9000 section 10.3). The
 * client then opens another connection instead of waiting for its idle timeout. The token that proves it is an HMAC of the
 * connection id, so it needs no memory. Event loop only.
 *
 * <p>Resets are sent only for ids that were issued with a token. The first id of a connection has none. quiche accepts only one
 * token for all connections of a socket, and with that token any client could close the connections of others.
 */
final class StatelessResets implements QuicResetTokenGenerator {
  private static final int TOKEN_BYTES = 16;

  /** Section 10.3: minimum bytes of a packet with the token. A shorter one cannot be a reset. */
  private static final int MIN_BYTES = 21;

  /** Section 10.3: maximum bytes, so that it looks like any other packet. */
  private static final int MAX_BYTES = 43;

  /** Budget of resets. A restart of a busy gateway leaves many unknown connections; an attacker gets no more than this. */
  private static final int BURST = 256;

  private static final int PER_SECOND = 128;

  private final Mac mac;
  private final SecureRandom random = new SecureRandom();
  private final TokenBucket budget = new TokenBucket(BURST, PER_SECOND);

  StatelessResets(QuicKeys keys) {
    this.mac = Hkdf.mac(keys.resetTokens());
  }

  @Override
  public ByteBuffer newResetToken(ByteBuffer id) {
    mac.update(id);
    return ByteBuffer.wrap(Arrays.copyOf(mac.doFinal(), TOKEN_BYTES));
  }

  /** Returns the reset for a packet with this id; null for no reset. */
  @Nullable
  ByteBuf reset(ByteBuf packet, int idIndex) {
    // Shorter than the packet (section 10.3.3), so that an exchange between two endpoints without
    // state ends.
    int length = Math.min(packet.readableBytes() - 1, MAX_BYTES);
    if (length < MIN_BYTES || !budget.take()) {
      return null;
    }
    byte[] head = new byte[length - TOKEN_BYTES];
    random.nextBytes(head);
    // The form of a short header, with the fixed bit set.
    head[0] = (byte) ((head[0] & 0x3f) | 0x40);
    ByteBuf reset = packet.alloc().buffer(length);
    return reset
        .writeBytes(head)
        .writeBytes(newResetToken(packet.nioBuffer(idIndex, ConnectionIds.LENGTH)));
  }
}
