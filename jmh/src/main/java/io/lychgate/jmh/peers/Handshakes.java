package io.lychgate.jmh.peers;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** Visits by the client {@code jmh/visits}: each opens a connection, gets one response over HTTP/1.1 and closes it. */
final class Handshakes implements Generator {
  private final Load load;
  private final Orders client;
  private final Path log;
  private final int atOnce;

  Handshakes(Load load, Stage stage) throws IOException {
    this.load = load;
    this.client = Orders.to(stage, "visits");
    this.log = stage.directory().resolve("handshakes.tsv");
    this.atOnce = stage.settings().connections();
  }

  @Override
  public Result run(Running peer, int requests) throws IOException {
    double seconds = client
        .give(Map.of(
            "do",
            "connect",
            "address",
            "127.0.0.1:" + peer.ports().tls(),
            "path",
            load.path(),
            "bytes",
            load.bytes(),
            "visits",
            requests,
            "atOnce",
            atOnce,
            "isResumed",
            load.way() == Load.Way.RESUMED_HANDSHAKE,
            "log",
            log.toString()))
        .get("seconds")
        .asDouble();
    return new Result(requests / seconds, Latencies.read(log));
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
