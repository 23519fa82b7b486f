package io.lychgate.gateway.doctor;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;

/**
 * Asks for a version of QUIC that does not exist: a QUIC server responds with those that do (RFC 9000 section 6.1), without
 * a handshake and whatever its certificate. So a port that is blocked is told from one where something else is wrong, and no
 * native library is needed.
 */
final class UdpProbe {
  /** RFC 9000 section 14.1: a shorter one is dropped. */
  private static final int DATAGRAM_BYTES = 1200;

  /** RFC 9000 section 15: of the pattern 0x?a?a?a?a, which is reserved to make servers negotiate. */
  private static final int NO_VERSION = 0x1a2a3a4a;

  private static final int VERSION_1 = 1;

  /** RFC 9000 section 16: the first two bits of an integer. */
  private static final int TWO_OCTETS = 0x4000;

  private static final int CONNECTION_ID_BYTES = 8;

  /** One may be lost on its way, or two. */
  private static final int ATTEMPTS = 3;

  private UdpProbe() {}

  /** What became of the question. */
  enum Answer {
    /** There is QUIC, version 1. */
    QUIC,
    /** There is QUIC, in other versions only. */
    OTHER_VERSIONS,
    /** The host reports that no server listens there. */
    REFUSED,
    /** Nothing came in time. */
    SILENCE
  }

  static Answer ask(InetSocketAddress address, Duration patience) throws IOException {
    byte[] question = question();
    try (DatagramSocket socket = new DatagramSocket()) {
      // Connected, so that the kernel tells of ICMP's "port unreachable".
      socket.connect(address);
      socket.setSoTimeout((int) Math.max(1, patience.toMillis() / ATTEMPTS));
      byte[] room = new byte[2 * DATAGRAM_BYTES];
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        socket.send(new DatagramPacket(question, question.length));
        try {
          DatagramPacket answer = new DatagramPacket(room, room.length);
          socket.receive(answer);
          return read(ByteBuffer.wrap(room, 0, answer.getLength()));
        } catch (SocketTimeoutException silence) {
          // Once more.
        }
      }
      return Answer.SILENCE;
    } catch (PortUnreachableException e) {
      return Answer.REFUSED;
    }
  }

  /** RFC 9000 section 17.2.2: an Initial packet as far as a server reads it that does not know the version. */
  private static byte[] question() {
    byte[] packet = new byte[DATAGRAM_BYTES];
    new SecureRandom().nextBytes(packet);
    byte[] ids = new byte[2 * CONNECTION_ID_BYTES];
    new SecureRandom().nextBytes(ids);
    ByteBuffer begin = ByteBuffer.wrap(packet)
        .put((byte) 0xc0)
        .putInt(NO_VERSION)
        .put((byte) CONNECTION_ID_BYTES)
        .put(ids, 0, CONNECTION_ID_BYTES)
        .put((byte) CONNECTION_ID_BYTES)
        .put(ids, CONNECTION_ID_BYTES, CONNECTION_ID_BYTES);
    // No token, then a length of two octets: some read so far before they look at the version.
    begin.put((byte) 0).putShort((short) (TWO_OCTETS | (begin.remaining() - 2)));
    return packet;
  }

  /** RFC 9000 section 17.2.1: Version Negotiation. */
  private static Answer read(ByteBuffer packet) {
    int idLengths = 2;
    if (packet.remaining() < 5 + idLengths || packet.get() >= 0 || packet.getInt() != 0) {
      return Answer.OTHER_VERSIONS;
    }
    for (int i = 0; i < idLengths; i++) {
      int length = packet.hasRemaining() ? packet.get() & 0xff : 0;
      packet.position(Math.min(packet.limit(), packet.position() + length));
    }
    while (packet.remaining() >= 4) {
      if (packet.getInt() == VERSION_1) {
        return Answer.QUIC;
      }
    }
    return Answer.OTHER_VERSIONS;
  }
}
