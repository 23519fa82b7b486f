package io.lychgate.gateway.story;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.Http2Peer;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A client on one connection that requests pages and sends beacons about them, valid or forged. */
final class BeaconClient implements AutoCloseable {
  static final String PATH = "/.well-known/lychgate/ledger";

  /** Fields that a browser adds to a beacon of a page of the same site. */
  static final String[] OWN = {"sec-fetch-site", "same-origin"};

  private static final int ENABLE_PUSH = 2;
  private static final int CANCEL = 8;
  private static final int FRAME = 16_384;

  private final Http2Peer peer;
  private int nextStream = 1;

  private BeaconClient(Http2Peer peer) {
    this.peer = peer;
  }

  /** Returns a client that has requested this page and accepts hints only. */
  static BeaconClient at(GatewayExtension gateway, String page) {
    BeaconClient client = new BeaconClient(gateway.connectHttp2(ENABLE_PUSH, 0));
    client.view(page);
    return client;
  }

  /** Returns a client that has requested this page and has received its first push completely. */
  static BeaconClient pushed(GatewayExtension gateway, String page) {
    BeaconClient client = new BeaconClient(gateway.connectHttp2(ENABLE_PUSH, 1));
    client.peer.get(client.stream(), page);
    client.peer.readUntil(frame -> frame.stream() == 2 && frame.ends());
    return client;
  }

  void view(String page) {
    int stream = stream();
    peer.get(stream, page, "sec-fetch-mode", "navigate").readResponse(stream);
  }

  void get(String path) {
    int stream = stream();
    peer.get(stream, path).readResponse(stream);
  }

  /** Sends a beacon and returns the status. {@code assets}: pairs of path and bytes, as JSON. */
  int sendBeacon(String page, boolean whole, String assets) {
    return post(json(page, whole, assets), OWN);
  }

  int post(String body, String... fields) {
    return post("application/json", body, fields);
  }

  int post(String type, String body, String[] fields) {
    int stream = begin(type, Integer.toString(body.length()), fields);
    return send(stream, body);
  }

  int postWithoutLength(String body) {
    return send(begin("application/json", "", OWN), body);
  }

  /** Starts a beacon without completing it and returns its stream. */
  int begin() {
    return begin("application/json", "", OWN);
  }

  void cancel(int stream) {
    peer.send(
        Http2Peer.RST_STREAM, 0, stream, ByteBuffer.allocate(4).putInt(CANCEL).array());
  }

  static String json(String page, boolean whole, String assets) {
    return "{\"page\":\"" + page + "\",\"whole\":" + whole + ",\"assets\":[" + assets + "]}";
  }

  /** Returns this many different assets. */
  static String assets(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "[\"/a" + i + "\",0]")
        .collect(Collectors.joining(","));
  }

  private int begin(String type, String length, String[] more) {
    List<String> fields = new ArrayList<>(
        List.of(":method", "POST", ":scheme", "http", ":authority", "localhost", ":path", PATH));
    fields.addAll(List.of("content-type", type));
    if (!length.isEmpty()) {
      fields.addAll(List.of("content-length", length));
    }
    fields.addAll(List.of(more));
    int stream = stream();
    peer.headers(stream, false, fields.toArray(String[]::new));
    return stream;
  }

  /** Sends the body in frames of the size that every receiver accepts. */
  private int send(int stream, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.US_ASCII);
    for (int at = 0; at < bytes.length; at += FRAME) {
      int end = Math.min(bytes.length, at + FRAME);
      peer.data(stream, end == bytes.length, Arrays.copyOfRange(bytes, at, end));
    }
    return peer.readResponse(stream).status();
  }

  private int stream() {
    int stream = nextStream;
    nextStream += 2;
    return stream;
  }

  @Override
  public void close() {
    peer.close();
  }
}
