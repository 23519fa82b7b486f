package io.lychgate.gateway.listen;

import io.lychgate.gateway.loop.TokenBucket;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.quic.QuicResetTokenGenerator;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Arrays;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * Tells a client that we know nothing of its connection, in a way that no attacker can forge (RFC 9000 section 10.3): instead of
 * waiting for its idle time-out it opens another one. The token that proves it is an HMAC of the connection id, so that it needs
 * no memory. Event loop only.
 *
 * <p>Only for ids that came with a token. The first id of a connection has none: quiche takes one token for all connections of a
 * socket, and with that token any client could end the connections of others.
 */
final class StatelessResets implements QuicResetTokenGenerator {
  private static final int TOKEN_BYTES = 16;

  /** Section 10.3: what a packet with the token has at least; a shorter one cannot be a reset. */
  private static final int MIN_BYTES = 21;

  /** Section 10.3: so many that it looks like any other packet. */
  private static final int MAX_BYTES = 43;

  /** A restart of a busy gateway leaves many behind; who plays with us gets no more than this. */
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

  /** The answer to a packet with this id; null when there shall be none. */
  @Nullable
  ByteBuf answer(ByteBuf packet, int idIndex) {
    // Shorter than what it answers (section 10.3.3): two that do not know each other come to an
    // end.
    int length = Math.min(packet.readableBytes() - 1, MAX_BYTES);
    if (length < MIN_BYTES || !budget.take()) {
      return null;
    }
    byte[] head = new byte[length - TOKEN_BYTES];
    random.nextBytes(head);
    // The form of a short header, with the fixed bit.
    head[0] = (byte) ((head[0] & 0x3f) | 0x40);
    ByteBuf reset = packet.alloc().buffer(length);
    return reset
        .writeBytes(head)
        .writeBytes(newResetToken(packet.nioBuffer(idIndex, ConnectionIds.LENGTH)));
  }
}
