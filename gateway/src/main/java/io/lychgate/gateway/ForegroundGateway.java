package io.lychgate.gateway;

import io.lychgate.gateway.admin.access.SignIn;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.file.ConfigSources;
import io.lychgate.gateway.config.file.ConfigWatch;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.listen.upgrade.HandOver;
import io.lychgate.gateway.listen.upgrade.ServiceReports;
import io.lychgate.gateway.listen.upgrade.SystemdSockets;
import io.lychgate.gateway.listen.upgrade.TakeOver;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A gateway in the foreground: follows its configuration file and the signals of its process until its last exchange has ended. */
final class ForegroundGateway {
  private static final Logger LOG = LoggerFactory.getLogger(ForegroundGateway.class);

  /** The exit code that a shell reports for a process ended by SIGINT. */
  private static final int INTERRUPTED = 130;

  private final Path file;
  private final @Nullable Path adminPasswordFile;
  private final PrintWriter out;
  private final PrintWriter err;
  private final CountDownLatch end = new CountDownLatch(1);
  private final ServiceReports service = new ServiceReports(System.getenv("NOTIFY_SOCKET"));
  private final AtomicBoolean isReloadDue = new AtomicBoolean();
  private final AtomicBoolean areLogsDue = new AtomicBoolean();
  private volatile boolean isHandedOver;

  /** Process id of the gateway that has replaced this one. */
  private volatile int successor;

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
    holdSignals();
    ConfigReader reader = ConfigReader.ofProcess();
    Checked<GatewayConfig> read;
    ConfigSources sources;
    {
      // The tree of a large file should not live as long as the process.
      ConfigReader.Examined examined = reader.examine(file);
      read = examined.config();
      sources = examined.sources();
      examined.notices().forEach(notice -> LOG.warn("configuration: {}", notice));
    }
    if (!read.isValid()) {
      ConfigFileOption.print(read.problems(), err);
      return false;
    }
    try {
      return start(reader, read.value(), sources);
    } catch (IOException e) {
      err.println("lychgate: " + e.getMessage());
      err.flush();
      return false;
    }
  }

  /** Notes the signals that come during the start. Without a handler, these signals end the process. */
  private void holdSignals() {
    ProcessSignals.on("HUP", () -> isReloadDue.set(true));
    ProcessSignals.on("USR1", () -> areLogsDue.set(true));
  }

  private boolean start(ConfigReader reader, GatewayConfig config, ConfigSources sources)
      throws IOException, InterruptedException {
    try (TakeOver earlier = config.upgrade().enabled()
        ? TakeOver.begin(config.upgrade(), RunningState.ownVersion())
        : null) {
      GatewayOptions options = earlier == null
          ? new GatewayOptions(
              file.toString(),
              adminPasswordFile,
              SystemdSockets.of(System.getenv(), ProcessHandle.current().pid()),
              0)
          : new GatewayOptions(
              file.toString(), adminPasswordFile, earlier.sockets(), earlier.adminPort());
      Gateway gateway = Gateway.start(config, options);
      try {
        if (earlier == null) {
          gateway.startAccepting();
        } else {
          takeOver(gateway, earlier);
        }
      } catch (IOException | RuntimeException e) {
        gateway.close();
        throw e;
      }
      serve(gateway, reader, config, sources, earlier);
      return true;
    }
  }

  private static void takeOver(Gateway gateway, TakeOver earlier) throws IOException {
    // Two gateways with one folder by mistake: the second one would end the first.
    if (gateway.listeners().usesNoInherited()) {
      throw new IOException(
          "upgrade.directory: the gateway that runs there has none of these listeners (expected: a folder for each gateway)");
    }
    earlier.finish(() -> {
      // Before the first packet is read.
      gateway.listeners().follow(earlier);
      gateway.startAccepting();
    });
    gateway.succeed();
  }

  private void serve(
      Gateway gateway,
      ConfigReader reader,
      GatewayConfig first,
      ConfigSources sources,
      @Nullable TakeOver earlier)
      throws IOException, InterruptedException {
    HandOver handOver = handOver(gateway, first, earlier);
    try (StartupCache startupCache = StartupCache.ofProcess();
        ConfigWatch watch = gateway
            .storedConfiguration()
            .orElseGet(() -> ConfigWatch.start(file, reader, first, sources, gateway::apply))) {
      ProcessSignals.on("HUP", watch::reload);
      ProcessSignals.on("USR1", gateway::reopenLogs);
      if (areLogsDue.get()) {
        gateway.reopenLogs();
      }
      if (isReloadDue.get()) {
        watch.reload();
      }
      ProcessSignals.on("TERM", this::stop);
      if (handOver != null) {
        handOver.start();
        ProcessSignals.on("USR2", handOver::startSuccessor);
      }
      ProcessSignals.on("INT", () -> {
        // The second signal ends the process without waiting.
        if (end.getCount() == 0) {
          Runtime.getRuntime().halt(INTERRUPTED);
        }
        end.countDown();
      });
      gateway.followConfig(watch::state);
      announce(gateway);
      startupCache.createInBackground();
      whenStarted.accept(gateway);
      service.ready(ProcessHandle.current().pid());
      end.await();
    } catch (IOException e) {
      gateway.close();
      throw e;
    }
    Duration patience = patience(gateway.config());
    if (isHandedOver) {
      service.succeededBy(successor);
      gateway.drainHandedOver(patience, () -> earlier != null && earlier.isOpen());
    } else {
      service.stopping();
      close(handOver);
      announceDrain(gateway.listeners().openConnections(), patience);
      gateway.drain(patience);
    }
    close(handOver);
  }

  private static void close(@Nullable HandOver handOver) {
    if (handOver != null) {
      handOver.close();
    }
  }

  private @Nullable HandOver handOver(
      Gateway gateway, GatewayConfig config, @Nullable TakeOver earlier) {
    if (!config.upgrade().enabled()) {
      return null;
    }
    Set<Integer> earlierRuns = earlier == null ? Set.of() : earlier.runs();
    return new HandOver(config.upgrade(), gateway.listeners(), earlierRuns, new HandOver.Owner() {
      @Override
      public int adminPort() {
        return gateway.adminAddress().map(InetSocketAddress::getPort).orElse(0);
      }

      @Override
      public void handedOver(int process) {
        isHandedOver = true;
        successor = process;
        end.countDown();
      }

      @Override
      public void successorEnded() {
        // An earlier process then closes its QUIC sockets as well: they are those of this process.
        if (earlier != null) {
          earlier.close();
        }
      }

      @Override
      public void startSuccessor(BooleanSupplier giveUp, Consumer<String> ended) {
        List<String> arguments = new ArrayList<>(List.of("run", "-c", file.toString()));
        if (adminPasswordFile != null) {
          arguments.addAll(List.of("--admin-password-file", adminPasswordFile.toString()));
        }
        Successor.start(arguments, config.upgrade().timeout(), () -> isHandedOver, giveUp, ended);
      }
    });
  }

  /** The longest drain timeout of all listeners. */
  private static Duration patience(GatewayConfig config) {
    return config.listeners().stream()
        .map(listener -> listener.timeouts().drain())
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  /** Without this line, a process that drains seems to ignore the signal. */
  private static void announceDrain(int open, Duration patience) {
    if (open > 0) {
      LOG.info(
          "stopping: waiting up to {} s for {} open {}; SIGINT (Ctrl-C) ends the process now",
          patience.toSeconds(),
          open,
          open == 1 ? "connection" : "connections");
    }
  }

  private void announce(Gateway gateway) {
    for (ListenerConfig listener : gateway.config().listeners()) {
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
