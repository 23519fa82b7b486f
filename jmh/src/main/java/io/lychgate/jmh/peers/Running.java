package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Commands;
import io.lychgate.jmh.machine.ProcessTree;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URI;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import javax.net.ssl.HttpsURLConnection;

/** Running peer. */
public final class Running {
  private static final long START_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Peer peer;
  private Place place;
  private final Process process;

  Running(Peer peer, Place place, Process process) {
    this.peer = peer;
    this.place = place;
    this.process = process;
  }

  Peer peer() {
    return peer;
  }

  Process process() {
    return process;
  }

  /** Ports that it listens on. */
  public Place.Ports ports() {
    return place.ports();
  }

  /** Its processes, for the kernel's accounting. */
  public ProcessTree tree() {
    return new ProcessTree(process.toHandle());
  }

  /** Log of its JVM's collections; empty without a JVM. */
  GcLog gcLog() throws IOException {
    return GcLog.read(place.gcLog());
  }

  /** Begins to observe the pauses of its JVM. */
  public Pauses pauses() throws IOException {
    return new Pauses(this);
  }

  /** Moves the probe, and makes the process load the new configuration. Returns at once. */
  void reload() throws IOException {
    Routes routes = place.wish().routes();
    place = place.with(new Routes(routes.count(), !routes.isMoved()));
    peer.reload(place, tree());
  }

  /** Retries on new connections until the response to the probe is that of the configuration. */
  void awaitProbe() throws IOException {
    String expected = place.wish().routes().isMoved() ? Routes.AFTER : Routes.BEFORE;
    long began = System.nanoTime();
    while (!expected.equals(probe())) {
      if (System.nanoTime() - began > START_TIMEOUT_NANOS) {
        throw new IOException("probe: " + probe() + " (expected: " + expected + ")");
      }
      LockSupport.parkNanos(RETRY_NANOS);
    }
  }

  private String probe() throws IOException {
    URL url =
        URI.create("https://localhost:" + place.ports().tls() + Routes.PROBE).toURL();
    HttpsURLConnection connection = (HttpsURLConnection) url.openConnection();
    connection.setSSLSocketFactory(place.identity().client().getSocketFactory());
    connection.setRequestProperty("Connection", "close");
    try (InputStream in = connection.getInputStream()) {
      return new String(in.readAllBytes(), StandardCharsets.US_ASCII);
    } catch (IOException notYet) {
      return String.valueOf(notYet.getMessage());
    }
  }

  /** Opens a connection and gets one response on it. */
  Http2Client visit(InetAddress source) throws IOException {
    Http2Client client =
        Http2Client.connect(place.ports().tls(), source, place.identity().client());
    try {
      // The token of /1k is for the load alone.
      client.get(place.wish().hasPolicies() ? Routes.PROBE : "/1k");
      return client;
    } catch (IOException e) {
      client.close();
      throw e;
    }
  }

  /** Retries until the first response. Throws, with the last output, if the process ends or takes too long. */
  public void awaitResponse() throws IOException {
    long began = System.nanoTime();
    while (true) {
      try {
        visitOnce();
        return;
      } catch (IOException notYet) {
        if (!process.isAlive() || System.nanoTime() - began > START_TIMEOUT_NANOS) {
          throw new IOException(
              "no response (" + notYet.getMessage() + "), last output: " + lastOutput(), notYet);
        }
        LockSupport.parkNanos(RETRY_NANOS);
      }
    }
  }

  private void visitOnce() throws IOException {
    if (!place.wish().isPlain()) {
      visit(InetAddress.getLoopbackAddress()).close();
      return;
    }
    URL url = URI.create("http://localhost:" + place.ports().plain() + "/1k").toURL();
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    try {
      if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
        throw new IOException("response: " + connection.getResponseCode() + " (expected: 200)");
      }
    } finally {
      connection.disconnect();
    }
  }

  /** Memory in KB after a garbage collection. */
  double settledPssKb() throws IOException {
    peer.settle(tree());
    return tree().pssKb();
  }

  /** Truncates its logs, as millions of lines would fill the disk. All peers append, so the files start again. */
  public void truncateLogs() throws IOException {
    for (Path log : List.of(place.accessLog(), place.output())) {
      if (Files.exists(log)) {
        FileChannel.open(log, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
            .close();
      }
    }
  }

  private String lastOutput() {
    try {
      return Commands.lastLine(Files.readString(place.output()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
