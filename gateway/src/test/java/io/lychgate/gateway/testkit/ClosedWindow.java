package io.lychgate.gateway.testkit;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * An HTTP/2 client that opens its connection window only when all requested responses wait behind it. The gateway then chooses the
 * order of frames among all of them, and chance has no influence.
 */
public final class ClosedWindow implements AutoCloseable {
  /** Size in bytes of the file that uses up the initial window of a connection (RFC 9113 section 6.9.2). */
  public static final int FILLER = 65_535;

  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int WIDE = 8 << 20;
  private static final int PRIORITY_FLAG = 0x20;

  private final Http2Peer client;
  private final Set<Integer> heads = new HashSet<>();

  private ClosedWindow(Http2Peer client) {
    this.client = client;
  }

  /** Connects and requests, on stream 1, a file of {@link #FILLER} bytes. */
  public static ClosedWindow connect(GatewayExtension gateway, String filler, String... fields) {
    return on(gateway.connectHttp2(INITIAL_WINDOW_SIZE, WIDE), filler, fields);
  }

  /**
   * Requests, on stream 1, a file of {@link #FILLER} bytes.
   *
   * @param client new, with a wide window for each stream
   */
  public static ClosedWindow on(Http2Peer client, String filler, String... fields) {
    ClosedWindow made = new ClosedWindow(client);
    made.client.get(1, filler, fields);
    made.client.readUntil(frame -> frame.stream() == 1 && frame.ends());
    return made;
  }

  public Http2Peer client() {
    return client;
  }

  public ClosedWindow get(int stream, String path, String... fields) {
    client.get(stream, path, fields);
    return this;
  }

  /** Sends a GET with a place in the tree of RFC 7540 section 5.3. */
  public ClosedWindow get(
      int stream, String path, int dependsOn, int weight, boolean exclusive, String... fields) {
    List<String> all = new ArrayList<>(
        List.of(":method", "GET", ":scheme", "http", ":authority", "localhost", ":path", path));
    all.addAll(List.of(fields));
    byte[] section = Http2Peer.section(all.toArray(String[]::new));
    byte[] payload = ByteBuffer.allocate(5 + section.length)
        .putInt(exclusive ? dependsOn | 0x8000_0000 : dependsOn)
        .put((byte) (weight - 1))
        .put(section)
        .array();
    int flags = Http2Peer.END_HEADERS | Http2Peer.END_STREAM | PRIORITY_FLAG;
    client.send(Http2Peer.HEADERS, flags, stream, payload);
    return this;
  }

  /** Waits until the final heads of these streams have arrived, and their bodies wait behind the window. */
  public ClosedWindow await(Integer... streams) {
    while (!heads.containsAll(List.of(streams))) {
      note(client.read());
    }
    client.send(Http2Peer.PING, 0, 0, new byte[8]);
    while (note(client.read()).type() != Http2Peer.PING) {
      // Reads the bytes that were in flight.
    }
    return this;
  }

  private Http2Peer.Frame note(Http2Peer.Frame frame) {
    if (frame.type() == Http2Peer.HEADERS && !frame.fields().startsWith(":status: 1")) {
      heads.add(frame.stream());
    }
    return frame;
  }

  /** Opens the window by this many bytes and returns the stream of each DATA frame that then arrives. */
  public List<Integer> open(int bytes) {
    client.windowUpdate(0, bytes);
    List<Integer> order = new ArrayList<>();
    for (int received = 0; received < bytes; ) {
      Http2Peer.Frame frame = note(client.read());
      if (frame.type() == Http2Peer.DATA && frame.payload().length > 0) {
        received += frame.payload().length;
        order.add(frame.stream());
      }
    }
    return order;
  }

  /** Returns the fields of a stream's final response, one per line. */
  public String head(int stream) {
    return client.trace().stream()
        .filter(frame -> frame.type() == Http2Peer.HEADERS
            && frame.stream() == stream
            && !frame.fields().startsWith(":status: 1"))
        .map(Http2Peer.Frame::fields)
        .findFirst()
        .orElse("");
  }

  @Override
  public void close() {
    client.close();
  }
}
