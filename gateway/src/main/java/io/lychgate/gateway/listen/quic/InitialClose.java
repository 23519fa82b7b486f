package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.loop.TokenBucket;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Creates the Initial packet with a CONNECTION_CLOSE for a connection whose first packet was invalid (RFC 9000 section 10.2.3).
 * quiche drops such a connection without sending a packet, and its client would wait for its own timeout. The keys of Initial
 * packets follow from the connection id that the client chose (RFC 9001 section 5.2). Event loop only.
 *
 * <pre>
 * 1100 0000 | version (4) | client's id | gateway's id | token length 0 | length (2) | packet number 0 (1) | frame, encrypted
 * </pre>
 */
final class InitialClose {
  private static final int FIRST_BYTE = 0xc0;
  private static final int VERSION_1 = 1;

  /** The salt of Initial secrets (RFC 9001 section 5.2). */
  private static final byte[] SALT =
      HexFormat.of().parseHex("38762cf7f55934b34d179ae6a4c80cadccbb7f0a");

  private static final String HMAC = "HmacSHA256";
  private static final int SECRET_BYTES = 32;
  private static final int KEY_BYTES = 16;
  private static final int IV_BYTES = 12;
  private static final int TAG_BYTES = 16;
  private static final int PACKET_NUMBER_BYTES = 1;

  /** RFC 9001 section 5.4.2: the sample begins where a packet number of four bytes would end. */
  private static final int SAMPLE_OFFSET = 4;

  /** Frame type for errors of the QUIC layer (RFC 9000 section 19.19). */
  private static final int CONNECTION_CLOSE = 0x1c;

  /** Packets a second. One costs about 30 microseconds of key derivation, so this is at most 3 % of a loop's time. */
  private static final int BURST = 1000;

  private static final int PER_SECOND = 1000;

  private final TokenBucket budget = new TokenBucket(BURST, PER_SECOND);

  /**
   * Returns the packet; null when the rate limit is reached.
   *
   * @param ownId the gateway's id of the connection, which has ended
   * @param code an error code of RFC 9000 section 20.1
   */
  @Nullable
  ByteBuf packet(ByteBufAllocator alloc, OpeningPacket opening, byte[] ownId, long code) {
    if (!budget.take()) {
      return null;
    }
    byte[] frame = frame(code);
    byte[] clientId = opening.sourceId();
    ByteBuf packet = alloc.directBuffer(64 + clientId.length + ownId.length);
    packet.writeByte(FIRST_BYTE).writeInt(VERSION_1);
    packet.writeByte(clientId.length).writeBytes(clientId);
    packet.writeByte(ownId.length).writeBytes(ownId);
    packet.writeByte(0);
    packet.writeShort(0x4000 | (PACKET_NUMBER_BYTES + frame.length + TAG_BYTES));
    int numberIndex = packet.writerIndex();
    packet.writeByte(0);
    try {
      seal(packet, numberIndex, frame, opening.destinationId());
      return packet;
    } catch (GeneralSecurityException e) {
      packet.release();
      throw new IllegalStateException("Initial packet: not encrypted", e);
    }
  }

  /** Returns the frame, which has at least four bytes so that there is a sample (RFC 9001 section 5.4.2). */
  private static byte[] frame(long code) {
    // Type, error code (four bytes), type of the frame at fault (unknown), no reason.
    byte[] frame = new byte[7];
    frame[0] = CONNECTION_CLOSE;
    int number = (int) (0x8000_0000L | code);
    for (int i = 0; i < Integer.BYTES; i++) {
      frame[1 + i] = (byte) (number >> (24 - 8 * i));
    }
    return frame;
  }

  private static void seal(ByteBuf packet, int numberIndex, byte[] frame, byte[] destinationId)
      throws GeneralSecurityException {
    byte[] secret = expand(hmac(SALT, destinationId), "server in", SECRET_BYTES);
    // The packet number is 0, so the IV is the nonce.
    byte[] nonce = expand(secret, "quic iv", IV_BYTES);
    Cipher aead = Cipher.getInstance("AES/GCM/NoPadding");
    aead.init(
        Cipher.ENCRYPT_MODE,
        new SecretKeySpec(expand(secret, "quic key", KEY_BYTES), "AES"),
        new GCMParameterSpec(8 * TAG_BYTES, nonce));
    aead.updateAAD(ByteBufUtil.getBytes(packet));
    packet.writeBytes(aead.doFinal(frame));

    byte[] sample = new byte[KEY_BYTES];
    packet.getBytes(numberIndex + SAMPLE_OFFSET, sample);
    byte[] mask = mask(expand(secret, "quic hp", KEY_BYTES), sample);
    packet.setByte(0, packet.getByte(0) ^ (mask[0] & 0x0f));
    packet.setByte(numberIndex, packet.getByte(numberIndex) ^ mask[1]);
  }

  // RFC 9001 section 5.4.3: header protection is one block of AES-ECB.
  @SuppressWarnings("InsecureCryptoUsage")
  private static byte[] mask(byte[] key, byte[] sample) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/ECB/NoPadding");
    cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"));
    return cipher.doFinal(sample);
  }

  /** HKDF-Expand-Label (RFC 8446 section 7.1) for at most one block. */
  private static byte[] expand(byte[] secret, String label, int length)
      throws GeneralSecurityException {
    byte[] name = ("tls13 " + label).getBytes(StandardCharsets.US_ASCII);
    byte[] info = new byte[2 + 1 + name.length + 1 + 1];
    info[1] = (byte) length;
    info[2] = (byte) name.length;
    System.arraycopy(name, 0, info, 3, name.length);
    info[info.length - 1] = 1;
    return Arrays.copyOf(hmac(secret, info), length);
  }

  private static byte[] hmac(byte[] key, byte[] text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance(HMAC);
    mac.init(new SecretKeySpec(key, HMAC));
    return mac.doFinal(text);
  }
}
