package io.lychgate.gateway.listen.upgrade;

import io.lychgate.gateway.config.UpgradeConfig;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;

/** The request of an operator that the running gateway starts its successor. Blocks until that serves or has failed. */
public final class UpgradeRequest {
  private UpgradeRequest() {}

  /**
   * Returns the process id of the new gateway.
   *
   * @throws IOException if the running gateway continues; the message has the reason
   */
  public static String send(UpgradeConfig config) throws IOException {
    if (!Files.exists(config.socket())) {
      throw new IOException("no gateway with upgrade.enabled runs in " + config.directory());
    }
    PeerCheck.check(config.directory());
    try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(config.socket()))) {
      ByteBuffer request = ByteBuffer.allocate(5).putInt(1).put(Message.UPGRADE).flip();
      while (request.hasRemaining()) {
        channel.write(request);
      }
      DataInputStream in = new DataInputStream(Channels.newInputStream(channel));
      int length = in.readInt();
      byte type = in.readByte();
      if (length < 3 || length > Message.MAX_TEXT + 3) {
        throw new IOException("response of " + length + " bytes (expected: a text)");
      }
      byte[] text = new byte[Math.min(in.readUnsignedShort(), Message.MAX_TEXT)];
      in.readFully(text);
      String said = new String(text, StandardCharsets.UTF_8);
      if (type != Message.DONE) {
        throw new IOException(said);
      }
      return said;
    }
  }
}
