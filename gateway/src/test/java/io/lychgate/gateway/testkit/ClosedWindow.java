package io.lychgate.gateway.testkit;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A client of HTTP/2 that opens its connection's window only when everything that it asked for waits behind it: the order of
 * the frames that come then is the gateway's choice among all of them, and chance has no part in it.
 */
public final class ClosedWindow implements AutoCloseable {
  /** Octets of the file that uses up the window that every connection begins with (RFC 9113 section 6.9.2). */
  public static final int FILLER = 65_535;

  private static final int INITIAL_WINDOW_SIZE = 4;
  private static final int WIDE = 8 << 20;
  private static final int PRIORITY_FLAG = 0x20;

  private final Http2Peer client;
  private final Set<Integer> heads = new HashSet<>();

  private ClosedWindow(Http2Peer client) {
    this.client = client;
  }

  /** Connects and asks, on stream 1, for a file of {@link #FILLER} octets. */
  public static ClosedWindow connect(GatewayExtension gateway, String filler, String... fields) {
    ClosedWindow made = new ClosedWindow(gateway.connectHttp2(INITIAL_WINDOW_SIZE, WIDE));
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

  /** A GET with a place in the tree of RFC 7540 section 5.3. */
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

  /** Waits until the final heads of these streams are here, and their bodies behind the window. */
  public ClosedWindow await(Integer... streams) {
    while (!heads.containsAll(List.of(streams))) {
      note(client.read());
    }
    client.send(Http2Peer.PING, 0, 0, new byte[8]);
    while (note(client.read()).type() != Http2Peer.PING) {
      // The bytes that were in flight.
    }
    return this;
  }

  private Http2Peer.Frame note(Http2Peer.Frame frame) {
    if (frame.type() == Http2Peer.HEADERS && !frame.fields().startsWith(":status: 1")) {
      heads.add(frame.stream());
    }
    return frame;
  }

  /** Opens the window by so many octets, and gives the stream of each DATA frame that comes through. */
  public List<Integer> open(int octets) {
    client.windowUpdate(0, octets);
    List<Integer> order = new ArrayList<>();
    for (int received = 0; received < octets; ) {
      Http2Peer.Frame frame = note(client.read());
      if (frame.type() == Http2Peer.DATA && frame.payload().length > 0) {
        received += frame.payload().length;
        order.add(frame.stream());
      }
    }
    return order;
  }

  /** The fields of a stream's final response, a line each. */
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
