package io.lychgate.jmh.protocols;

import io.lychgate.jmh.lab.Lab;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The client, {@code jmh/protocols}, which takes orders. Its {@code doc.go} describes them. */
final class Client {
  /** Host name of every server. */
  static final String HOST = "server.test";

  private final Path log;
  private final BufferedReader replies;
  private final Writer orders;

  private Client(Process process, Path log) {
    this.log = log;
    this.replies = process.inputReader(StandardCharsets.UTF_8);
    this.orders = process.outputWriter(StandardCharsets.UTF_8);
  }

  static Path binary(Path root) {
    return root.resolve("jmh/target/protocols");
  }

  /** Starts the client at its end of the link. */
  static Client beyondLink(Lab lab, Path root) throws IOException {
    Path log = lab.directory().resolve("client.log");
    return new Client(lab.client(command(lab, root), log), log);
  }

  /** Starts the client at the server's end, on one core. */
  static Client besideServer(Lab lab, Path root, int core) throws IOException {
    Path log = lab.directory().resolve("load.log");
    List<String> pinned = new ArrayList<>(List.of("taskset", "-c", Integer.toString(core)));
    pinned.addAll(command(lab, root));
    return new Client(lab.besideServer(pinned, log), log);
  }

  private static List<String> command(Lab lab, Path root) {
    String authority = lab.authority().certificate().toString();
    return List.of(binary(root).toString(), "-ca", authority, "-name", HOST);
  }

  /** Gets a session ticket from the server, for visits over this protocol. */
  void ticket(Protocol protocol, String address) throws IOException {
    Map<String, Object> order = order("ticket", protocol, address);
    order.put("paths", List.of(Page.SMALL_PATH));
    order.put("bytes", Page.SMALL_BYTES);
    give(order);
  }

  /** Loads a page. */
  Visit visit(Variant variant, String address) throws IOException {
    Map<String, Object> order = order("visit", variant.protocol(), address);
    order.put("mode", variant.mode().id());
    order.put("paths", variant.page().paths());
    order.put("bytes", variant.page().bytes());
    return Visit.of(give(order));
  }

  /** Sends many requests for one file, some of them concurrently. */
  void load(Protocol protocol, String address, Load load) throws IOException {
    Map<String, Object> order = order("load", protocol, address);
    order.put("paths", List.of(load.path()));
    order.put("bytes", load.bytes());
    order.put("requests", load.requests());
    order.put("connections", load.connections());
    order.put("streams", load.streams());
    give(order);
  }

  /**
   * Load on a server.
   *
   * @param bytes length of each response
   * @param streams requests in flight on each connection
   */
  record Load(String path, long bytes, int requests, int connections, int streams) {}

  private static Map<String, Object> order(String what, Protocol protocol, String address) {
    Map<String, Object> order = new LinkedHashMap<>();
    order.put("do", what);
    order.put("protocol", protocol.id());
    order.put("address", address);
    return order;
  }

  private JsonNode give(Map<String, Object> order) throws IOException {
    orders.write(JsonMapper.shared().writeValueAsString(order) + "\n");
    orders.flush();
    String line = replies.readLine();
    if (line == null) {
      throw new IOException("the client ended (log: " + log + ")");
    }
    JsonNode reply = JsonMapper.shared().readTree(line);
    if (reply.has("error")) {
      throw new IOException(reply.get("error").asString());
    }
    return reply;
  }
}
