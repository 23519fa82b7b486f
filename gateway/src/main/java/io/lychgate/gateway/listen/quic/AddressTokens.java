package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.listen.tls.Hkdf;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.DatagramCount;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.handler.codec.quic.Quic;
import io.netty.handler.codec.quic.QuicTokenHandler;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.time.Duration;
import javax.crypto.Mac;

/**
 * Address validation by Retry (RFC 9000 section 8.1.2). Under load, a client gets a token instead of a handshake and must return
 * it. Without load there is no Retry, because it costs a round trip. Then the limit of three times the bytes of the client applies
 * (section 8.1).
 *
 * <pre>
 * token = seconds (4) | HMAC-SHA-256(key; address, port, seconds, id), cut (16) | the client's first connection id
 * </pre>
 *
 * <p>A packet with a foreign token is dropped, such as a token of another server that had this address before. Netty offers no way
 * to treat it as a packet without a token. Event loop only.
 */
final class AddressTokens implements QuicTokenHandler {
  private static final int TIME_BYTES = 4;
  private static final int MAC_BYTES = 16;
  private static final int ID_OFFSET = TIME_BYTES + MAC_BYTES;

  /** Lifetime of a token. A client returns it at once; the rest is for retransmissions. */
  private static final Duration LIFETIME = Duration.ofSeconds(10);

  private final HandshakeLoad load;
  private final ConnectionIds ids;
  private final LoopObserver observer;
  private final Mac mac;

  AddressTokens(HandshakeLoad load, QuicKeys keys, ConnectionIds ids, LoopObserver observer) {
    this.observer = observer;
    this.load = load;
    this.ids = ids;
    this.mac = Hkdf.mac(keys.addressTokens());
  }

  @Override
  public boolean writeToken(ByteBuf out, ByteBuf dcid, InetSocketAddress address) {
    if (!load.isHigh()) {
      return false;
    }
    write(out, dcid, address);
    observer.datagram(DatagramCount.RETRY);
    return true;
  }

  void write(ByteBuf out, ByteBuf dcid, InetSocketAddress address) {
    int now = seconds();
    byte[] id = ByteBufUtil.getBytes(dcid);
    out.writeInt(now).writeBytes(sign(address, now, id), 0, MAC_BYTES).writeBytes(id);
  }

  @Override
  public TokenValidationResult validateToken(
      ByteBuf token, InetSocketAddress address, ByteBuf dcid) {
    // After a Retry the client must use the gateway's connection id, which has this length.
    int offset = dcid.readableBytes() == ConnectionIds.LENGTH ? validateToken(token, address) : -1;
    if (offset < 0) {
      return TokenValidationResult.invalidToken();
    }
    ids.retried(dcid);
    return TokenValidationResult.odcidFromToken(offset);
  }

  /**
   * Returns the offset of the client's first connection id in the token. Returns -1 for a token that is foreign, too old, or of
   * another client.
   */
  @Override
  public int validateToken(ByteBuf token, InetSocketAddress address) {
    int length = token.readableBytes();
    if (length < ID_OFFSET || length > maxTokenLength()) {
      return -1;
    }
    int start = token.readerIndex();
    int issued = token.getInt(start);
    // Absolute value: the clock of another gateway may be ahead.
    int age = Math.abs(seconds() - issued);
    if (age > LIFETIME.toSeconds()) {
      return -1;
    }
    byte[] id = ByteBufUtil.getBytes(token, start + ID_OFFSET, length - ID_OFFSET);
    byte[] given = ByteBufUtil.getBytes(token, start + TIME_BYTES, MAC_BYTES);
    byte[] expected = new byte[MAC_BYTES];
    System.arraycopy(sign(address, issued, id), 0, expected, 0, MAC_BYTES);
    return MessageDigest.isEqual(expected, given) ? ID_OFFSET : -1;
  }

  @Override
  public int maxTokenLength() {
    return ID_OFFSET + Quic.MAX_CONN_ID_LEN;
  }

  private byte[] sign(InetSocketAddress address, int seconds, byte[] id) {
    mac.update(address.getAddress().getAddress());
    mac.update(ByteBuffer.allocate(8).putInt(address.getPort()).putInt(seconds).flip());
    return mac.doFinal(id);
  }

  /** Returns the seconds of the wall clock, because another process may have the same key. */
  private static int seconds() {
    return (int) (System.currentTimeMillis() / 1000);
  }
}
