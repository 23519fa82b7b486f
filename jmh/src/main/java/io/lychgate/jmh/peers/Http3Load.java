package io.lychgate.jmh.peers;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** HTTP/3 load by the client {@code jmh/protocols}, without latencies. Debian's h2load does not support HTTP/3. */
final class Http3Load implements Generator {
  private final Load load;
  private final Orders client;
  private final Settings settings;

  Http3Load(Load load, Stage stage) throws IOException {
    this.load = load;
    this.client = Orders.to(stage, "protocols");
    this.settings = stage.settings();
  }

  @Override
  public Result run(Running peer, int requests) throws IOException {
    double seconds = client
        .give(Map.of(
            "do",
            "load",
            "protocol",
            "h3",
            "address",
            "127.0.0.1:" + peer.ports().tls(),
            "paths",
            List.of(load.path()),
            "bytes",
            load.bytes(),
            "requests",
            requests,
            "connections",
            settings.connections(),
            "streams",
            settings.streams()))
        .get("seconds")
        .asDouble();
    return new Result(requests / seconds, new Latencies());
  }

  @Override
  public void close() throws IOException {
    client.close();
  }
}
