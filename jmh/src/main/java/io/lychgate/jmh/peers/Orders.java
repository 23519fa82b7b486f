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

/** A client in Go, {@code jmh/NAME}, on the load core: takes orders and answers them, each a line of JSON. */
public final class Orders implements Closeable {
  private final Process process;
  private final Path log;
  private final BufferedReader answers;
  private final Writer orders;

  private Orders(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.answers = process.inputReader(StandardCharsets.UTF_8);
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

  /** Gives an order and waits for its answer, which is an exception when the order was not carried out. */
  public JsonNode give(Map<String, Object> order) throws IOException {
    orders.write(JsonMapper.shared().writeValueAsString(order) + "\n");
    orders.flush();
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("the client ended (log: " + log + ")");
    }
    JsonNode answer = read(line);
    if (answer.has("error")) {
      throw new IOException(answer.get("error").asString().replace('\n', ' '));
    }
    return answer;
  }

  private static JsonNode read(String line) throws IOException {
    try {
      return JsonMapper.shared().readTree(line);
    } catch (JacksonException e) {
      throw new IOException("the client's answer: " + line + " (expected: JSON)", e);
    }
  }

  /** It ends with its orders. */
  @Override
  public void close() throws IOException {
    orders.close();
    process.destroy();
  }
}
