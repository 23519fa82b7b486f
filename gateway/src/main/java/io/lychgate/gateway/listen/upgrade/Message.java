package io.lychgate.gateway.listen.upgrade;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandler;
import io.netty.channel.socket.DatagramPacket;
import io.netty.handler.codec.LengthFieldBasedFrameDecoder;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The messages of two processes during a hand-over, on one UNIX stream socket.
 *
 * <pre>
 * new process                          running process
 *   HELLO version, program version  →
 *                                   ←  OFFER sockets, runs, port of the admin plane
 *   SEND                            →
 *                                   ←  the descriptors, in the order of the offer (SCM_RIGHTS)
 *   READY                           →     the running process stops reading UDP sockets
 *                                   ←  GO ids of QUIC handshakes in progress
 *   STARTED                         →     the new process serves; the running one drains from here on
 *                                   ←  YOURS    its hand-over socket is closed
 *   PACKET …                        →     packets of QUIC connections that the old process serves
 * </pre>
 *
 * <p>A stream and not a datagram socket carries the packets: Linux holds as few as ten datagrams for a UNIX socket
 * (net.unix.max_dgram_qlen), which a burst exceeds.
 *
 * <p>Each message is its length (4), its type (1) and its content. An end of the connection before STARTED leaves the running
 * process as it was.
 */
final class Message {
  static final byte VERSION = 1;

  static final byte HELLO = 1;
  static final byte OFFER = 2;
  static final byte SEND = 3;
  static final byte READY = 4;
  static final byte GO = 5;
  static final byte STARTED = 6;
  static final byte YOURS = 7;
  static final byte PACKET = 8;

  /** Content: a text for people. Ends the hand-over. */
  static final byte REFUSED = 9;

  /** Requests that the running process starts its successor. DONE or REFUSED follows. */
  static final byte UPGRADE = 10;

  static final byte DONE = 11;

  /** Maximum bytes of a message: the ids of fifty thousand handshakes. */
  static final int MAX_BYTES = 1024 * 1024;

  /** Maximum bytes of a text. */
  static final int MAX_TEXT = 1024;

  private static final int LENGTH_BYTES = 4;

  private Message() {}

  static ChannelHandler decoder() {
    return new LengthFieldBasedFrameDecoder(MAX_BYTES, 0, LENGTH_BYTES, 0, LENGTH_BYTES);
  }

  static ByteBuf begin(ByteBufAllocator allocator, byte type) {
    return allocator.directBuffer().writeInt(0).writeByte(type);
  }

  static ByteBuf end(ByteBuf message) {
    return message.setInt(message.readerIndex(), message.readableBytes() - LENGTH_BYTES);
  }

  static ByteBuf of(ByteBufAllocator allocator, byte type) {
    return end(begin(allocator, type));
  }

  static ByteBuf of(ByteBufAllocator allocator, byte type, String text) {
    ByteBuf message = begin(allocator, type);
    writeText(message, text);
    return end(message);
  }

  static void writeText(ByteBuf out, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = Math.min(bytes.length, MAX_TEXT);
    out.writeShort(length).writeBytes(bytes, 0, length);
  }

  static String readText(ByteBuf in) {
    int length = in.readUnsignedShort();
    if (length > MAX_TEXT) {
      throw new IllegalArgumentException(
          "text: " + length + " bytes (expected: 0-" + MAX_TEXT + ")");
    }
    return in.readCharSequence(length, StandardCharsets.UTF_8).toString();
  }

  static ByteBuf packet(
      ByteBufAllocator allocator, String listener, int socket, DatagramPacket packet) {
    ByteBuf message = begin(allocator, PACKET);
    writeText(message, listener);
    message.writeByte(socket);
    writeAddress(message, packet.sender());
    writeAddress(message, packet.recipient());
    message.writeBytes(packet.content());
    return end(message);
  }

  /** A packet for the earlier process. */
  record Forwarded(String listener, int socket, DatagramPacket packet) {}

  /** Reads a packet. Its content is a direct buffer of its own, because quiche decrypts in place. */
  static Forwarded readPacket(ByteBufAllocator allocator, ByteBuf in) throws UnknownHostException {
    String listener = readText(in);
    int socket = in.readUnsignedByte();
    InetSocketAddress sender = readAddress(in);
    InetSocketAddress recipient = readAddress(in);
    if (sender == null) {
      throw new IllegalArgumentException("packet: no sender (expected: an address)");
    }
    ByteBuf content = allocator.directBuffer(in.readableBytes()).writeBytes(in);
    return new Forwarded(listener, socket, new DatagramPacket(content, recipient, sender));
  }

  private static void writeAddress(ByteBuf out, @Nullable InetSocketAddress address) {
    byte[] bytes = address == null ? new byte[0] : address.getAddress().getAddress();
    out.writeByte(bytes.length).writeBytes(bytes);
    if (address != null) {
      out.writeShort(address.getPort());
    }
  }

  private static @Nullable InetSocketAddress readAddress(ByteBuf in) throws UnknownHostException {
    int length = in.readUnsignedByte();
    if (length == 0) {
      return null;
    }
    byte[] bytes = new byte[length];
    in.readBytes(bytes);
    return new InetSocketAddress(InetAddress.getByAddress(bytes), in.readUnsignedShort());
  }
}
