package io.lychgate.gateway.listen.quic;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.quic.QuicConnectionIdGenerator;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;

/**
 * The connection ids of one UDP socket. An id names the loop of its connection, so that packets find it from any address (RFC 9000
 * sections 5.1 and 9.5).
 *
 * <pre>
 * id = AES-128( check (4) | run (2) | loop (1) | kind (1) | connection (4) | sequence (4) )
 * </pre>
 *
 * <p>An id is encrypted as one block, as in the load-balancing draft of the QUIC working group: observers cannot link two ids of a
 * connection. A forged id passes the check once in four thousand million times. It then only reaches a loop that does not know it.
 * Event loop only.
 */
final class ConnectionIds implements QuicConnectionIdGenerator {
  /** Bytes of an id: one block. Each packet of a client carries it. */
  static final int LENGTH = 16;

  /** Maximum number of loops that ids can name. Further loops have no socket of their own. */
  static final int MAX_LOOPS = 256;

  /** Number of runs that ids can name. */
  static final int RUNS = 1 << 16;

  private static final int CHECK = 0x6c796368;
  private static final byte FIRST = 0;
  private static final byte SPARE = 1;

  private final Cipher encrypt;
  private final Cipher decrypt;
  private final int run;
  private final int loop;
  private final byte[] cipherText = new byte[LENGTH];
  private final byte[] plainText = new byte[LENGTH];
  private final ByteBuffer plain = ByteBuffer.wrap(plainText);
  private int connections;
  private int sequence;
  private int underWay;
  private byte[] idUnderWay = new byte[LENGTH];

  /**
   * @param run 16 bits that distinguish the ids of this listener from those of earlier or concurrent listeners with the same keys
   */
  ConnectionIds(QuicKeys keys, int run, int loop) {
    this.run = run & 0xffff;
    this.loop = loop;
    this.encrypt = cipher(Cipher.ENCRYPT_MODE, keys);
    this.decrypt = cipher(Cipher.DECRYPT_MODE, keys);
  }

  // One block, and no second one with the same content: there are no repetitions for ECB to reveal.
  @SuppressWarnings("InsecureCryptoUsage")
  private static Cipher cipher(int mode, QuicKeys keys) {
    try {
      Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
      cipher.init(mode, keys.connectionIds());
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES: not in this JDK (expected: in every one)", e);
    }
  }

  /** Returns the number of the connection whose first packet is being read and which is about to get a channel. */
  int connectionUnderWay() {
    return underWay;
  }

  /** Returns the id that the same connection gets. Not valid after a Retry. */
  byte[] idUnderWay() {
    return idUnderWay.clone();
  }

  /** Handles the first packet of a connection whose id comes from this gateway's Retry. */
  void retried(ByteBuf id) {
    if (read(id, id.readerIndex())) {
      underWay = connection();
    }
  }

  /** Returns the id of a new connection or of a Retry. */
  @Override
  public ByteBuffer newId(ByteBuffer source, ByteBuffer destination, int length) {
    underWay = ++connections;
    idUnderWay = issue(FIRST, underWay);
    return ByteBuffer.wrap(idUnderWay);
  }

  /** Returns another id of a connection, for a later change of the client's network. */
  @Override
  public ByteBuffer newId(ByteBuffer known, int length) {
    known.get(known.position(), cipherText);
    if (!decipher()) {
      throw new IllegalArgumentException(
          "connection id: unknown (expected: issued by this gateway)");
    }
    return ByteBuffer.wrap(issue(SPARE, connection()));
  }

  @Override
  public ByteBuffer newId(int length) {
    throw new UnsupportedOperationException("connection id: no connection");
  }

  private byte[] issue(byte kind, int connection) {
    plain
        .clear()
        .putInt(CHECK)
        .putShort((short) run)
        .put((byte) loop)
        .put(kind)
        .putInt(connection)
        .putInt(sequence++);
    byte[] id = new byte[LENGTH];
    transform(encrypt, plainText, id);
    return id;
  }

  /** Reads the id at this index of a packet. Returns true if it was made with this key; the getters then return its content. */
  boolean read(ByteBuf packet, int index) {
    packet.getBytes(index, cipherText);
    return decipher();
  }

  private boolean decipher() {
    transform(decrypt, cipherText, plainText);
    return plain.getInt(0) == CHECK;
  }

  private static void transform(Cipher cipher, byte[] from, byte[] to) {
    try {
      int written = cipher.update(from, 0, LENGTH, to, 0);
      if (written != LENGTH) {
        throw new IllegalStateException("AES: " + written + " bytes (expected: " + LENGTH + ")");
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES: one block does not fit", e);
    }
  }

  /** Returns true if the last read id belongs to this run, and not to another one with the same keys. */
  boolean isOfThisRun() {
    return (plain.getShort(4) & 0xffff) == run;
  }

  /** Returns true if the client received a reset token with the id, as with all ids except the first. */
  boolean hasResetToken() {
    return plain.get(7) == SPARE;
  }

  /** Returns the loop that the id names. */
  int loop() {
    return plain.get(6) & 0xff;
  }

  /** Returns the number of the connection on its loop. */
  int connection() {
    return plain.getInt(8);
  }

  @Override
  public int maxConnectionIdLength() {
    return LENGTH;
  }

  @Override
  public boolean isIdempotent() {
    return false;
  }
}
