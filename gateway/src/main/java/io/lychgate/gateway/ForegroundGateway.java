package io.lychgate.gateway;

import io.lychgate.gateway.admin.access.SignIn;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.file.ConfigSources;
import io.lychgate.gateway.config.file.ConfigWatch;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A gateway in the foreground: follows its configuration file and the signals of its process until its last exchange has ended. */
final class ForegroundGateway {
  /** The exit code that a shell reports for a process ended by SIGINT. */
  private static final int INTERRUPTED = 130;

  private final Path file;
  private final @Nullable Path adminPasswordFile;
  private final PrintWriter out;
  private final PrintWriter err;
  private final CountDownLatch end = new CountDownLatch(1);
  private Consumer<Gateway> whenStarted = gateway -> {};

  ForegroundGateway(Path file, @Nullable Path adminPasswordFile, PrintWriter out, PrintWriter err) {
    this.file = file;
    this.adminPasswordFile = adminPasswordFile;
    this.out = out;
    this.err = err;
  }

  /** Sets the action to call once, when the gateway starts to serve. */
  ForegroundGateway whenStarted(Consumer<Gateway> action) {
    whenStarted = action;
    return this;
  }

  /** Ends {@link #run} as SIGTERM does. */
  void stop() {
    end.countDown();
  }

  /** Runs until it is stopped. Returns false if the start failed; the reason is then printed. */
  boolean run() throws InterruptedException {
    ConfigReader reader = ConfigReader.ofProcess();
    Checked<GatewayConfig> read;
    ConfigSources sources;
    {
      // The tree of a large file should not live as long as the process.
      ConfigReader.Examined examined = reader.examine(file);
      read = examined.config();
      sources = examined.sources();
    }
    if (!read.isValid()) {
      ConfigFileOption.print(read.problems(), err);
      return false;
    }
    try {
      GatewayOptions options = new GatewayOptions(file.toString(), adminPasswordFile);
      serve(Gateway.start(read.value(), options), reader, read.value(), sources);
      return true;
    } catch (IOException e) {
      err.println("lychgate: " + e.getMessage());
      err.flush();
      return false;
    }
  }

  private void serve(
      Gateway gateway, ConfigReader reader, GatewayConfig first, ConfigSources sources)
      throws InterruptedException {
    AtomicReference<GatewayConfig> running = new AtomicReference<>(first);
    try (StartupCache startupCache = StartupCache.ofProcess();
        ConfigWatch watch = ConfigWatch.start(file, reader, first, sources, next -> {
          gateway.apply(next);
          running.set(next);
        })) {
      ProcessSignals.on("HUP", watch::reload);
      ProcessSignals.on("USR1", gateway::reopenLogs);
      ProcessSignals.on("TERM", this::stop);
      ProcessSignals.on("INT", () -> {
        // The second signal ends the process without waiting.
        if (end.getCount() == 0) {
          Runtime.getRuntime().halt(INTERRUPTED);
        }
        end.countDown();
      });
      gateway.followConfig(watch::state);
      announce(gateway, first);
      startupCache.createInBackground();
      whenStarted.accept(gateway);
      end.await();
    }
    gateway.drain(patience(Objects.requireNonNullElse(running.get(), first)));
  }

  /** The longest drain timeout of all listeners. */
  private static Duration patience(GatewayConfig config) {
    return config.listeners().stream()
        .map(listener -> listener.timeouts().drain())
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  private void announce(Gateway gateway, GatewayConfig first) {
    for (ListenerConfig listener : first.listeners()) {
      String protocols = gateway.protocols(listener.name()).stream()
          .map(Protocol::token)
          .collect(Collectors.joining(", "));
      String host =
          listener.host().indexOf(':') >= 0 ? "[" + listener.host() + "]" : listener.host();
      out.println(
          "lychgate: " + listener.name() + " on " + (listener.tls() == null ? "http" : "https")
              + "://" + host + ":" + gateway.port(listener.name()) + " (" + protocols + ")");
    }
    gateway
        .adminAddress()
        .ifPresent(address ->
            out.println("lychgate: admin on https://" + hostOf(address) + ":" + address.getPort()));
    out.flush();
    gateway.onSignIn(this::announce);
  }

  private void announce(SignIn signIn) {
    signIn
        .password()
        .ifPresent(password -> out.println(
            signIn.isForThisRun()
                ? "lychgate: the store can't be used; for read access, sign in as admin with the password "
                    + password + " (valid until the store can be used, shown only once)"
                : "lychgate: sign in as admin with the one-time password " + password
                    + " (shown only once)"));
    signIn.hint().ifPresent(hint -> out.println("lychgate: " + hint));
    out.flush();
  }

  private static String hostOf(InetSocketAddress address) {
    String host = address.getHostString();
    return host.indexOf(':') >= 0 ? "[" + host + "]" : host;
  }
}
