package io.lychgate.gateway.testkit;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicLong;

/** Scripts of a {@link ScriptedOrigin} for WebSocket requests. */
public final class WebSocketOrigin {
  private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
  private static final int CLOSE = 8;

  private WebSocketOrigin() {}

  /** Switches protocols. */
  public static void accept(OriginVisit visit) throws IOException {
    accept(visit, acceptOf(visit.field("sec-websocket-key")));
  }

  /** Switches protocols with this accept value, which may be wrong. */
  public static void accept(OriginVisit visit, String proof) throws IOException {
    visit.send(String.join(
        "\r\n",
        "HTTP/1.1 101 Switching Protocols",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Accept: " + proof,
        "",
        ""));
  }

  /** Computes Sec-WebSocket-Accept (RFC 6455 section 4.2.2). */
  public static String acceptOf(String key) {
    try {
      MessageDigest sha1 = MessageDigest.getInstance("SHA-1");
      return Base64.getEncoder()
          .encodeToString(sha1.digest((key + GUID).getBytes(StandardCharsets.US_ASCII)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Sends this many bytes, counts those accepted by its socket, and ends. */
  public static ScriptedOrigin.Script sending(int bytes, AtomicLong taken) {
    return visit -> {
      accept(visit);
      byte[] piece = new byte[64 * 1024];
      for (int at = 0; at < bytes; at += piece.length) {
        visit.send(piece, piece.length);
        taken.addAndGet(piece.length);
      }
      visit.close();
    };
  }

  /** Returns every byte unchanged, and ends when the client does. */
  public static void echoBytes(OriginVisit visit) throws IOException {
    accept(visit);
    byte[] bytes = new byte[16 * 1024];
    InputStream in = visit.in();
    for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
      visit.send(bytes, read);
    }
    visit.close();
  }

  /** Returns every frame without its mask (RFC 6455 section 5), and ends after a close frame. */
  public static void echoFrames(OriginVisit visit) throws IOException {
    accept(visit);
    DataInputStream in = new DataInputStream(visit.in());
    int opcode = 0;
    while (opcode != CLOSE) {
      int first = in.read();
      if (first < 0) {
        throw new EOFException("frame: none (expected: a close frame before the end)");
      }
      opcode = first & 15;
      byte[] payload = payload(in);
      byte[] frame = frame(first, payload);
      visit.send(frame, frame.length);
    }
    visit.close();
  }

  /** Writes the length in the shortest form, as browsers require. */
  private static byte[] frame(int first, byte[] payload) {
    ByteBuffer head = ByteBuffer.allocate(10).put((byte) first);
    if (payload.length < 126) {
      head.put((byte) payload.length);
    } else if (payload.length < 1 << 16) {
      head.put((byte) 126).putShort((short) payload.length);
    } else {
      head.put((byte) 127).putLong(payload.length);
    }
    head.flip();
    return ByteBuffer.allocate(head.remaining() + payload.length)
        .put(head)
        .put(payload)
        .array();
  }

  private static byte[] payload(DataInputStream in) throws IOException {
    int length = in.readUnsignedByte() & 127;
    if (length == 126) {
      length = in.readUnsignedShort();
    } else if (length == 127) {
      length = Math.toIntExact(in.readLong());
    }
    byte[] mask = in.readNBytes(4);
    byte[] payload = in.readNBytes(length);
    for (int i = 0; i < payload.length; i++) {
      payload[i] ^= mask[i & 3];
    }
    return payload;
  }
}
