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
 * Probes a UDP port with a version of QUIC that does not exist. A QUIC server responds with its versions (RFC 9000 section 6.1),
 * without a handshake and whatever its certificate. That distinguishes a blocked port from other faults without a native library.
 */
final class UdpProbe {
  /** RFC 9000 section 14.1: a server drops a shorter one. */
  private static final int DATAGRAM_BYTES = 1200;

  /** RFC 9000 section 15: the pattern 0x?a?a?a?a is reserved to make servers negotiate. */
  private static final int NO_VERSION = 0x1a2a3a4a;

  private static final int VERSION_1 = 1;

  /** RFC 9000 section 16: the first two bits of an integer. */
  private static final int TWO_BYTES = 0x4000;

  private static final int CONNECTION_ID_BYTES = 8;

  /** One or two packets may be lost. */
  private static final int ATTEMPTS = 3;

  private UdpProbe() {}

  /** Result of a probe. */
  enum Reply {
    /** There is QUIC, version 1. */
    QUIC,
    /** There is QUIC, in other versions only. */
    OTHER_VERSIONS,
    /** The host reports that no server listens there. */
    REFUSED,
    /** No reply came in time. */
    SILENCE
  }

  static Reply send(InetSocketAddress address, Duration patience) throws IOException {
    byte[] probe = initialPacket();
    try (DatagramSocket socket = new DatagramSocket()) {
      // A connected socket reports ICMP's "port unreachable".
      socket.connect(address);
      socket.setSoTimeout((int) Math.max(1, patience.toMillis() / ATTEMPTS));
      byte[] room = new byte[2 * DATAGRAM_BYTES];
      for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        socket.send(new DatagramPacket(probe, probe.length));
        try {
          DatagramPacket reply = new DatagramPacket(room, room.length);
          socket.receive(reply);
          return read(ByteBuffer.wrap(room, 0, reply.getLength()));
        } catch (SocketTimeoutException silence) {
          // Tries again.
        }
      }
      return Reply.SILENCE;
    } catch (PortUnreachableException e) {
      return Reply.REFUSED;
    }
  }

  /** RFC 9000 section 17.2.2: returns an Initial packet, as far as a server reads it that does not know the version. */
  private static byte[] initialPacket() {
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
    // No token, then a two-byte length: some servers parse this far before they check the version.
    begin.put((byte) 0).putShort((short) (TWO_BYTES | (begin.remaining() - 2)));
    return packet;
  }

  /** RFC 9000 section 17.2.1: parses a Version Negotiation packet. */
  private static Reply read(ByteBuffer packet) {
    int idLengths = 2;
    if (packet.remaining() < 5 + idLengths || packet.get() >= 0 || packet.getInt() != 0) {
      return Reply.OTHER_VERSIONS;
    }
    for (int i = 0; i < idLengths; i++) {
      int length = packet.hasRemaining() ? packet.get() & 0xff : 0;
      packet.position(Math.min(packet.limit(), packet.position() + length));
    }
    while (packet.remaining() >= 4) {
      if (packet.getInt() == VERSION_1) {
        return Reply.QUIC;
      }
    }
    return Reply.OTHER_VERSIONS;
  }
}
