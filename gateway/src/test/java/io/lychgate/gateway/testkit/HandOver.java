package io.lychgate.gateway.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/** A process that asks a running gateway for its sockets, message by message. */
public final class HandOver implements AutoCloseable {
  private final SocketChannel channel;

  private HandOver(SocketChannel channel) {
    this.channel = channel;
  }

  /** Connects to the gateway with this folder for upgrades. */
  public static HandOver with(Path folder) throws IOException {
    return new HandOver(SocketChannel.open(UnixDomainSocketAddress.of(folder.resolve("socket"))));
  }

  /** Takes the sockets, until only the report of this process is missing. */
  public void proceedToGo() throws IOException {
    DataOutputStream out = new DataOutputStream(Channels.newOutputStream(channel));
    DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
    // HELLO of version 1 with an empty program version; the response is OFFER.
    write(out, 1, (byte) 1, (byte) 0, (byte) 0);
    byte[] offer = in.readNBytes(in.readInt());
    assertThat(offer[0]).isEqualTo((byte) 2);
    int sockets = ByteBuffer.wrap(offer).getShort(1);
    // SEND: each descriptor comes with one byte.
    write(out, 3);
    in.readNBytes(sockets);
    // READY: the running process stops reading UDP sockets, and sends GO.
    write(out, 4);
    assertThat(in.readNBytes(in.readInt())[0]).isEqualTo((byte) 5);
  }

  /** Writes a message of the hand-over: length, type, content. */
  private static void write(DataOutputStream out, int type, byte... content) throws IOException {
    out.writeInt(1 + content.length);
    out.writeByte(type);
    out.write(content);
    out.flush();
  }

  /** Sends bytes and returns all that comes until the gateway closes. */
  public byte[] send(byte... bytes) throws IOException {
    channel.write(ByteBuffer.wrap(bytes));
    InputStream in = Channels.newInputStream(channel);
    return in.readAllBytes();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
