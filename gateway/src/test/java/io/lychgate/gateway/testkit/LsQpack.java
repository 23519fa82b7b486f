package io.lychgate.gateway.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** ls-qpack in a separate process, which reads one command per line ({@code src/test/e2e/http3/lsqpack.py}). */
public final class LsQpack implements AutoCloseable {
  private final Process process;
  private final Writer to;
  private final BufferedReader from;

  private LsQpack(Process process) {
    this.process = process;
    this.to = process.outputWriter(StandardCharsets.US_ASCII);
    this.from = new BufferedReader(
        new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
  }

  public static LsQpack start() throws Exception {
    return new LsQpack(new ProcessBuilder(Aioquic.python(), Aioquic.program("lsqpack.py"))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start());
  }

  /** Sends a command and returns the words of the reply. */
  public List<String> ask(Object... words) throws IOException {
    for (Object word : words) {
      to.write(word + " ");
    }
    to.write("\n");
    to.flush();
    String response = from.readLine();
    if (response == null || response.startsWith("error")) {
      throw new AssertionError(List.of(words) + ": " + response);
    }
    return List.of(response.split(" "));
  }

  public static String hex(byte[] bytes) {
    return bytes.length == 0 ? "-" : HexFormat.of().formatHex(bytes);
  }

  public static byte[] bytes(String hex) {
    return hex.equals("-") ? new byte[0] : HexFormat.of().parseHex(hex);
  }

  @Override
  public void close() throws IOException {
    to.close();
    process.destroy();
  }
}
