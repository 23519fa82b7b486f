package io.lychgate.jmh.peers;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Client in Go, {@code jmh/NAME}, on the load core. It takes orders and returns replies, each a line of JSON. */
public final class Orders implements Closeable {
  private final Process process;
  private final Path log;
  private final BufferedReader replies;
  private final Writer orders;

  private Orders(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.replies = process.inputReader(StandardCharsets.UTF_8);
    this.orders = process.outputWriter(StandardCharsets.UTF_8);
  }

  /** Starts the client of that name. */
  public static Orders to(Stage stage, String name) throws IOException {
    return to(stage, name, name, List.of());
  }

  /**
   * Starts one of several processes of a client.
   *
   * @param log name of its log
   * @param wrapper command that starts it, with options, such as {@code chrt --idle 0}
   */
  public static Orders to(Stage stage, String name, String log, List<String> wrapper)
      throws IOException {
    Path binary = stage.root().resolve("jmh/target").resolve(name);
    if (!Files.isExecutable(binary)) {
      throw new IOException(binary + ": not built (expected: Go 1.26 or newer on PATH)");
    }
    Path output = stage.directory().resolve(log + ".log");
    List<String> command = new ArrayList<>(
        List.of("taskset", "-c", Integer.toString(stage.settings().loadCore())));
    command.addAll(wrapper);
    command.addAll(List.of(
        binary.toString(), "-ca", stage.identity().chain().toString(), "-name", "localhost"));
    ProcessBuilder described = new ProcessBuilder(command).redirectError(output.toFile());
    return new Orders(stage.children().start(described), output);
  }

  /** Sends an order and returns the reply. Throws if the order failed. */
  public JsonNode give(Map<String, Object> order) throws IOException {
    orders.write(JsonMapper.shared().writeValueAsString(order) + "\n");
    orders.flush();
    String line = replies.readLine();
    if (line == null) {
      throw new IOException("the client ended (log: " + log + ")");
    }
    JsonNode reply = read(line);
    if (reply.has("error")) {
      throw new IOException(reply.get("error").asString().replace('\n', ' '));
    }
    return reply;
  }

  private static JsonNode read(String line) throws IOException {
    try {
      return JsonMapper.shared().readTree(line);
    } catch (JacksonException e) {
      throw new IOException("the client's reply: " + line + " (expected: JSON)", e);
    }
  }

  /** Ends the client. */
  @Override
  public void close() throws IOException {
    orders.close();
    process.destroy();
  }
}
