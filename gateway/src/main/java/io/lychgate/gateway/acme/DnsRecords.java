package io.lychgate.gateway.acme;

import io.lychgate.gateway.config.AcmeConfig.DnsHook;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/** Changes TXT records by a program of the operator. The program runs without a shell, and for a limited time. */
final class DnsRecords {
  /** Bytes of the program's output that an error message has. */
  private static final int MAX_OUTPUT = 2000;

  private static final long END_MILLIS = 1000;

  private final DnsHook hook;

  DnsRecords(DnsHook hook) {
    this.hook = hook;
  }

  void add(String name, String value) throws IOException, InterruptedException {
    run("add", name, value);
  }

  void remove(String name, String value) throws IOException, InterruptedException {
    run("remove", name, value);
  }

  private void run(String verb, String name, String value)
      throws IOException, InterruptedException {
    Process process = new ProcessBuilder(hook.command().toString(), verb, name, value)
        .redirectErrorStream(true)
        .start();
    Output output = new Output(process.getInputStream());
    try {
      process.getOutputStream().close();
      output.start();
      if (!process.waitFor(hook.timeout().toMillis(), TimeUnit.MILLISECONDS)) {
        throw new IOException("dns.command " + verb + " " + name + ": no end within "
            + hook.timeout().toSeconds() + " s (expected: exit code 0)");
      }
      output.join(END_MILLIS);
      if (process.exitValue() != 0) {
        throw new IOException("dns.command " + verb + " " + name + ": exit code "
            + process.exitValue() + " (expected: 0); it wrote: " + output.text());
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  /** Reads the output to its end, so that the program never waits, and keeps its beginning. */
  private static final class Output extends Thread {
    private final InputStream stream;
    private volatile String text = "";

    Output(InputStream stream) {
      super("lychgate-acme-dns");
      setDaemon(true);
      this.stream = stream;
    }

    @Override
    public void run() {
      try (stream) {
        text = new String(stream.readNBytes(MAX_OUTPUT), StandardCharsets.UTF_8)
            .replaceAll("\\p{Cntrl}+", " ")
            .strip();
        var unused = stream.skip(Long.MAX_VALUE);
        while (stream.read() >= 0) {
          // The rest is not of interest.
        }
      } catch (IOException e) {
        // The program was killed.
      }
    }

    String text() {
      return text.isEmpty() ? "nothing" : text;
    }
  }
}
