package io.lychgate.gateway.listen;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.quic.QuicConnectionIdGenerator;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;

/**
 * The connection ids of one UDP socket: they say which loop a connection lives on, so that its packets find it whatever address
 * they come from (RFC 9000 section 5.1, 9.5).
 *
 * <pre>
 * id = AES-128( check (4) | run (2) | loop (1) | kind (1) | connection (4) | sequence (4) )
 * </pre>
 *
 * <p>Encrypted as one block, as in the load-balancing draft of the QUIC working group: observers cannot link two ids of a
 * connection. A forged id passes the check once in four thousand million times, and then it only
 * reaches a loop that does not know it. Event loop only.
 */
final class ConnectionIds implements QuicConnectionIdGenerator {
  /** Bytes: one block. Each packet of a client carries it. */
  static final int LENGTH = 16;

  /** Loops that ids can name; more have no socket of their own. */
  static final int MAX_LOOPS = 256;

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

  /** @param run tells the ids of this listener from those of others with the same keys, before us or beside us: 16 bits */
  ConnectionIds(QuicKeys keys, int run, int loop) {
    this.run = run & 0xffff;
    this.loop = loop;
    this.encrypt = cipher(Cipher.ENCRYPT_MODE, keys);
    this.decrypt = cipher(Cipher.DECRYPT_MODE, keys);
  }

  // One block and no second one with the same content: there are no repetitions that ECB could
  // show.
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

  /** The number of the connection whose first packet is being read, which is about to get a channel. */
  int connectionUnderWay() {
    return underWay;
  }

  /** The id that the same connection is given; of no use after a Retry. */
  byte[] idUnderWay() {
    return idUnderWay.clone();
  }

  /** The first packet of a connection comes with an id that a Retry of ours has given it. */
  void retried(ByteBuf id) {
    if (read(id, id.readerIndex())) {
      underWay = connection();
    }
  }

  /** The id of a new connection, or that of a Retry. */
  @Override
  public ByteBuffer newId(ByteBuffer source, ByteBuffer destination, int length) {
    underWay = ++connections;
    idUnderWay = issue(FIRST, underWay);
    return ByteBuffer.wrap(idUnderWay);
  }

  /** One more id of a connection, for the time when its client changes networks. */
  @Override
  public ByteBuffer newId(ByteBuffer known, int length) {
    known.get(known.position(), cipherText);
    if (!decipher()) {
      throw new IllegalArgumentException("connection id: of another (expected: one of ours)");
    }
    return ByteBuffer.wrap(issue(SPARE, connection()));
  }

  @Override
  public ByteBuffer newId(int length) {
    throw new UnsupportedOperationException("connection id: of no connection");
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

  /** Reads the id at this index of a packet. True: it was made with our key, and the getters tell what it says. */
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
        throw new IllegalStateException("AES: " + written + " octets (expected: " + LENGTH + ")");
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("AES: one block does not fit", e);
    }
  }

  /** Whether the id that was read is of this run, and not of another that has our keys or had them before. */
  boolean isOfThisRun() {
    return (plain.getShort(4) & 0xffff) == run;
  }

  /** Whether the client was given a reset token with it, as with all ids but the first one. */
  boolean hasResetToken() {
    return plain.get(7) == SPARE;
  }

  /** The loop that the id names. */
  int loop() {
    return plain.get(6) & 0xff;
  }

  /** The number that the connection has on its loop. */
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
