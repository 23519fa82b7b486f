package io.lychgate.jmh.peers;

import io.lychgate.jmh.machine.Commands;
import io.lychgate.jmh.machine.ProcessTree;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.URL;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A peer that has been started. */
final class Running {
  private static final long START_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(60);
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final Peer peer;
  private final Place place;
  private final Process process;

  Running(Peer peer, Place place, Process process) {
    this.peer = peer;
    this.place = place;
    this.process = process;
  }

  Process process() {
    return process;
  }

  Place.Ports ports() {
    return place.ports();
  }

  ProcessTree tree() {
    return new ProcessTree(process.toHandle());
  }

  /** A connection that has had one answer. */
  Http2Client visit(InetAddress source) throws IOException {
    Http2Client client =
        Http2Client.connect(place.ports().tls(), source, place.identity().client());
    try {
      client.get("/1k");
      return client;
    } catch (IOException e) {
      client.close();
      throw e;
    }
  }

  /** Tries until the first answer; a process that ended, or takes too long, is an exception with its last words. */
  void awaitAnswer() throws IOException {
    long began = System.nanoTime();
    while (true) {
      try {
        visitOnce();
        return;
      } catch (IOException notYet) {
        if (!process.isAlive() || System.nanoTime() - began > START_TIMEOUT_NANOS) {
          throw new IOException(
              "no answer (" + notYet.getMessage() + "), last words: " + lastWords(), notYet);
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
    URL url = new URL("http", "localhost", place.ports().plain(), "/1k");
    HttpURLConnection connection = (HttpURLConnection) url.openConnection();
    try {
      if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
        throw new IOException("answer: " + connection.getResponseCode() + " (expected: 200)");
      }
    } finally {
      connection.disconnect();
    }
  }

  /** Memory once garbage is gone. */
  double settledPssKb() throws IOException {
    peer.settle(tree());
    return tree().pssKb();
  }

  /** Empties its logs: millions of lines would fill the disk. All peers append, so that the files start over. */
  void truncateLogs() throws IOException {
    for (Path log : List.of(place.accessLog(), place.output())) {
      if (Files.exists(log)) {
        FileChannel.open(log, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)
            .close();
      }
    }
  }

  private String lastWords() {
    try {
      return Commands.lastLine(Files.readString(place.output()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
