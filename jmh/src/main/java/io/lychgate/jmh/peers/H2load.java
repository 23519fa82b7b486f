package io.lychgate.jmh.peers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Load generator by h2load of nghttp2, for one load. */
final class H2load implements Generator {
  private final Load load;
  private final H2loadRun h2load;
  private final Settings settings;
  private final BearerToken token;

  H2load(Load load, Stage stage) {
    this.load = load;
    this.h2load = new H2loadRun(stage);
    this.settings = stage.settings();
    this.token = stage.token();
  }

  @Override
  public Result run(Running peer, int requests) throws IOException, InterruptedException {
    return h2load.take(arguments(peer.ports(), List.of("-n" + requests, connections(), streams())));
  }

  /** Sends requests at a fixed rate, evenly over the connections, for some seconds. */
  Result paced(Running peer, double rate, int seconds) throws IOException, InterruptedException {
    String each = String.format(Locale.ROOT, "--rps=%.1f", rate / settings.connections());
    List<String> amount = List.of("-D" + seconds, each, connections(), streams());
    return h2load.take(arguments(peer.ports(), amount));
  }

  /** Sends requests one after the other over one connection. */
  Result oneByOne(Running peer, int requests) throws IOException, InterruptedException {
    return h2load.take(arguments(peer.ports(), List.of("-n" + requests, "-c1", "-m1")));
  }

  private List<String> arguments(Place.Ports ports, List<String> amount) {
    List<String> arguments = new ArrayList<>(amount);
    if (load.way() == Load.Way.H2_TOKEN) {
      arguments.add("-Hauthorization: Bearer " + token.text());
    } else if (load.way() != Load.Way.H2) {
      arguments.add("--h1");
    }
    boolean isPlain = load.way().isPlain();
    int port = isPlain ? ports.plain() : ports.tls();
    arguments.addAll(List.of(
        "--tls13-ciphers=TLS_AES_128_GCM_SHA256",
        "--groups=X25519",
        "--connect-to=127.0.0.1:" + port,
        (isPlain ? "http" : "https") + "://localhost:" + port + load.path()));
    return arguments;
  }

  private String connections() {
    return "-c" + settings.connections();
  }

  private String streams() {
    boolean isOne = load.way() == Load.Way.H1 || load.way() == Load.Way.H1_PLAIN;
    return "-m" + (isOne ? 1 : settings.streams());
  }
}
