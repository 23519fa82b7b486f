package io.lychgate.jmh.lab;

import io.lychgate.jmh.machine.Children;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Running link emulator, {@code jmh/link}: takes orders, and provides commands that start programs at its ends. */
public final class Link implements AutoCloseable {
  /** The server's address, in its namespace and in the client's. */
  public static final String SERVER = "10.99.0.2";

  private final Path binary;
  private final Process process;
  private final BufferedReader replies;
  private final Writer orders;
  private final JsonNode ends;

  /** Starts the emulator. {@code names} are the host names of the server at both ends. */
  Link(Path binary, List<String> names, Children children, Path log) throws IOException {
    this.binary = binary;
    List<String> command = List.of(binary.toString(), "hold", "--names", String.join(",", names));
    this.process = children.start(
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.appendTo(log.toFile())));
    this.replies = process.inputReader(StandardCharsets.UTF_8);
    this.orders = process.outputWriter(StandardCharsets.UTF_8);
    this.ends = reply("hold", log);
  }

  /** Changes the shape of the link and resets its statistics. */
  public void shape(LinkShape shape) throws IOException {
    order("shape " + shape.options());
  }

  /** Returns the statistics since the last shape. */
  public LinkStatistics statistics() throws IOException {
    return LinkStatistics.of(order("stats"));
  }

  /** Returns true if the server's end has these sockets, such as {@code tcp:443,udp:443}. */
  boolean isListening(String sockets) throws IOException {
    return order("listening " + sockets).required("listening").asBoolean();
  }

  /** Returns the command that runs a command at the client's end. */
  public List<String> atClient(List<String> command) {
    return at("client", command);
  }

  /** Returns the command that runs a command at the server's end. */
  public List<String> atServer(List<String> command) {
    return at("server", command);
  }

  private List<String> at(String end, List<String> command) {
    List<String> entering = new ArrayList<>(List.of(
        binary.toString(),
        "enter",
        ends.required(end).asString(),
        ends.required("hosts").asString(),
        "--"));
    entering.addAll(command);
    return entering;
  }

  private JsonNode order(String order) throws IOException {
    orders.write(order + "\n");
    orders.flush();
    return reply(order, null);
  }

  private JsonNode reply(String order, @org.jspecify.annotations.Nullable Path log)
      throws IOException {
    String line = replies.readLine();
    if (line == null) {
      String words = log == null ? "" : Files.readString(log).strip();
      throw new IOException("link: ended at \"" + order + "\" " + words);
    }
    JsonNode reply = JsonMapper.shared().readTree(line);
    if (reply.has("error")) {
      throw new IOException("link: " + reply.get("error").asString());
    }
    return reply;
  }

  /** Ends the emulator, and with it every program at its ends. */
  @Override
  public void close() throws IOException {
    orders.close();
    try {
      process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
