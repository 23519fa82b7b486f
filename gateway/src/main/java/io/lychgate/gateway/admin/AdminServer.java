package io.lychgate.gateway.admin;

import com.linecorp.armeria.common.SessionProtocol;
import com.linecorp.armeria.common.TlsKeyPair;
import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.logging.AccessLogWriter;
import io.lychgate.gateway.admin.access.Accounts;
import io.lychgate.gateway.admin.access.AdminCertificate;
import io.lychgate.gateway.admin.access.HostCheck;
import io.lychgate.gateway.admin.access.SignIn;
import io.lychgate.gateway.admin.api.EventStream;
import io.lychgate.gateway.admin.http.ErrorPages;
import io.lychgate.gateway.admin.http.Lanes;
import io.lychgate.gateway.admin.publish.PublishingResource;
import io.lychgate.gateway.admin.signon.Providers;
import io.lychgate.gateway.config.AdminConfig;
import io.lychgate.gateway.config.account.ClientCertificates;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.listener.TlsConfig;
import io.lychgate.gateway.config.listener.TlsVersion;
import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.loop.BindFailure;
import io.lychgate.gateway.loop.DescriptorBudget;
import io.lychgate.gateway.loop.Ticker;
import io.lychgate.gateway.message.AnchorConstraints;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.netty.channel.unix.UnixChannelOption;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContextBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** The running admin plane: one TLS listener with its own event loop and threads. */
public final class AdminServer implements AutoCloseable {

  /** Connections at once: enough for operators and scrapers. More are an accident or an attack. */
  private static final int MAX_CONNECTIONS = 1000;

  /** The limit with few file descriptors: at most an eighth of them, but enough for a browser and a scraper. */
  private static final int MIN_CONNECTIONS = 16;

  /** RST_STREAM frames of one connection (CVE-2023-44487): on navigation the dashboard resets the requests of the old page. */
  private static final int MAX_RESETS = 400;

  private static final int RESET_WINDOW_SECONDS = 30;

  private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(30);

  /** Time for responses in progress when the gateway stops. */
  private static final Duration STOP_TIMEOUT = Duration.ofSeconds(2);

  /** Time after which a revocation on another node is known here. */
  private static final Duration CONFIRM = Duration.ofSeconds(5);

  private static final Duration STOP_POLL = Duration.ofMillis(5);

  private final Server server;
  private final Lanes lanes;
  private final EventStream events;
  private final FirstSignIn firstSignIn;
  private final Providers providers;
  private final AdminRoutes routes;

  /** Time of the last look for revoked senders. Accessed by the thread of the fleet only. */
  private long confirmedAt = System.nanoTime();

  private AdminServer(
      Server server,
      Lanes lanes,
      EventStream events,
      FirstSignIn firstSignIn,
      Providers providers,
      AdminRoutes routes) {
    this.server = server;
    this.lanes = lanes;
    this.events = events;
    this.firstSignIn = firstSignIn;
    this.providers = providers;
    this.routes = routes;
  }

  /**
   * Starts the listener.
   *
   * @param stateDirectory the directory of the self-signed certificate
   * @param passwordFile its first line is the password of the user {@code admin}; null lets the first start create one
   * @param sharesPort true if a process that replaces this one opens the same port, or has been replaced by this one
   * @throws IOException if a file cannot be read or written, or the address is in use; the message names it
   */
  public static AdminServer start(
      AdminConfig config,
      Path stateDirectory,
      @Nullable Path passwordFile,
      AdminSources sources,
      boolean sharesPort)
      throws IOException {
    TrustManagerFactory authorities = authorities(config.accounts().clientCertificates());
    Lanes lanes = Lanes.open();
    Providers providers = new Providers(config.signOn(), Ticker.system(), sources.clock());
    try {
      Accounts accounts = new Accounts();
      FirstSignIn firstSignIn = new FirstSignIn(accounts, passwordFile, sources.node(), lanes);
      firstSignIn.prepare();
      EventStream events = new EventStream(
          sources.traffic().live(),
          sources.node().state(),
          sources.clock(),
          () -> PublishingResource.live(sources.content().publisher()),
          lanes.work());
      ServerBuilder builder =
          builder(config, keyPair(config, stateDirectory, sources.clock()), authorities, lanes);
      if (sharesPort) {
        builder.channelOption(UnixChannelOption.SO_REUSEPORT, true);
      }
      AdminRoutes routes = new AdminRoutes(builder, sources, lanes, config, providers);
      routes.add(accounts, events);
      Server server = builder.build();
      server.start().join();
      return new AdminServer(server, lanes, events, firstSignIn, providers, routes);
    } catch (CompletionException e) {
      providers.close();
      lanes.close();
      Throwable cause = Objects.requireNonNullElse(e.getCause(), e);
      throw new BindFailure("admin.address: " + config.host() + ":" + config.port(), cause);
    } catch (IOException | RuntimeException e) {
      providers.close();
      lanes.close();
      throw e;
    }
  }

  /** Passes the credentials for the first sign-in on: now, or as soon as the store is available. */
  public void onSignIn(Consumer<SignIn> teller) {
    firstSignIn.onSignIn(teller);
  }

  /** Runs each time the store has responded. Creates the first user, if the store was unavailable at the start. */
  public void storeIsThere() {
    firstSignIn.prepareLater();
    routes.summarizeRefusals();
    if (System.nanoTime() - confirmedAt >= CONFIRM.toNanos()) {
      confirmedAt = System.nanoTime();
      routes.confirmSenders();
    }
  }

  /** Returns the address of the listener. Its port is the real one even if 0 is configured. */
  public InetSocketAddress address() {
    return Objects.requireNonNull(server.activePort(), "not listening").localAddress();
  }

  /** Notifies open event streams that another snapshot is in force, for example after a reload. */
  public void snapshotChanged() {
    events.poke();
  }

  /** Returns the number of requests without a complete response. */
  long activeRequests() {
    return server.config().serverMetrics().activeRequests();
  }

  @Override
  public void close() {
    events.close();
    awaitResponses();
    server.stop().join();
    routes.close();
    providers.close();
    lanes.close();
  }

  /** Waits for responses in progress. Armeria's own wait keeps every idle connection for a second. */
  private void awaitResponses() {
    long end = System.nanoTime() + STOP_TIMEOUT.toNanos();
    while (activeRequests() > 0 && System.nanoTime() - end < 0) {
      LockSupport.parkNanos(STOP_POLL.toNanos());
    }
  }

  /** Returns the trust in the authorities that issue certificates of clients; null if clients need none. */
  private static @Nullable TrustManagerFactory authorities(
      @Nullable ClientCertificates certificates) throws IOException {
    if (certificates == null) {
      return null;
    }
    try {
      return AnchorConstraints.trust(PemIdentity.readChain(certificates.caFile()));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException(
          "admin.tls.clientCertificates.caFile: " + certificates.caFile() + " cannot be used ("
              + e.getMessage() + ")",
          e);
    }
  }

  private static void customize(
      SslContextBuilder tls, AdminConfig config, @Nullable TrustManagerFactory authorities) {
    tls.protocols(versions(config.tls()));
    ClientCertificates certificates = config.accounts().clientCertificates();
    if (certificates != null) {
      tls.trustManager(authorities)
          .clientAuth(certificates.require() ? ClientAuth.REQUIRE : ClientAuth.OPTIONAL);
    }
  }

  private static ServerBuilder builder(
      AdminConfig config,
      TlsKeyPair keyPair,
      @Nullable TrustManagerFactory authorities,
      Lanes lanes) {
    HostCheck hosts = new HostCheck(config.allowedHosts());
    return Server.builder()
        .port(new InetSocketAddress(config.host(), config.port()), SessionProtocol.HTTPS)
        .tls(keyPair)
        .tlsCustomizer(tls -> customize(tls, config, authorities))
        .workerGroup(new AdminLoop("lychgate-admin"), true)
        .bossGroupFactory(port -> new AdminLoop("lychgate-admin-accept"))
        .blockingTaskExecutor(lanes.work(), false)
        .maxNumConnections(maxConnections())
        .requestTimeout(REQUEST_TIMEOUT)
        // The same as on the data path; its other limits are in ConnectionGuard.
        .http1MaxInitialLineLength(Limits.MAX_TARGET_BYTES)
        .http1MaxHeaderSize(Limits.MAX_HEADER_BYTES)
        .http2MaxHeaderListSize(Limits.MAX_HEADER_BYTES)
        .http2MaxStreamsPerConnection(Limits.MAX_CONCURRENT_STREAMS)
        .http2MaxResetFramesPerWindow(MAX_RESETS, RESET_WINDOW_SECONDS)
        .childChannelPipelineCustomizer(pipeline -> pipeline.addLast(new ConnectionGuard()))
        // close() waits for responses itself.
        .gracefulShutdownTimeout(Duration.ZERO, Duration.ZERO)
        .connectionDrainDuration(Duration.ZERO)
        .accessLogWriter(AccessLogWriter.disabled(), false)
        // Those of clients would fill the log. Endpoint and ErrorPages log those of the gateway.
        .unloggedExceptionsReportInterval(Duration.ZERO)
        .meterRegistry(
            new CompositeMeterRegistry()) // Empty: Armeria's own meters are not published.
        .disableServerHeader()
        .disableDateHeader()
        .setHeader("x-content-type-options", "nosniff")
        .setHeader("x-frame-options", "DENY")
        .setHeader("referrer-policy", "same-origin")
        .setHeader("cross-origin-opener-policy", "same-origin")
        .setHeader("cross-origin-resource-policy", "same-origin")
        .setHeader("permissions-policy", "camera=(), geolocation=(), microphone=()")
        .decorator((next, context, request) -> ErrorPages.guard(hosts, next, context, request))
        .errorHandler(new ErrorPages());
  }

  private static int maxConnections() {
    long descriptors = DescriptorBudget.limitOfProcess();
    return descriptors < 0
        ? MAX_CONNECTIONS
        : (int) Math.min(MAX_CONNECTIONS, Math.max(MIN_CONNECTIONS, descriptors / 8));
  }

  private static List<String> versions(@Nullable TlsConfig tls) {
    TlsVersion oldest = tls == null ? TlsVersion.defaults() : tls.minVersion();
    return Arrays.stream(TlsVersion.values())
        .filter(version -> version.compareTo(oldest) >= 0)
        .map(TlsVersion::protocolName)
        .toList();
  }

  private static TlsKeyPair keyPair(AdminConfig config, Path stateDirectory, InstantSource clock)
      throws IOException {
    TlsConfig tls = config.tls();
    try {
      TlsConfig.Certificate files =
          tls != null ? tls.certificates().get(0) : kept(config, stateDirectory, clock);
      PemIdentity identity = PemIdentity.read(files.chain(), files.key());
      return TlsKeyPair.of(identity.key(), identity.chain());
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IOException(
          "admin.tls: certificate or key cannot be used (" + e.getMessage() + ")", e);
    }
  }

  private static TlsConfig.Certificate kept(
      AdminConfig config, Path stateDirectory, InstantSource clock)
      throws IOException, GeneralSecurityException {
    AdminCertificate kept = AdminCertificate.keptIn(stateDirectory, config.allowedHosts(), clock);
    return new TlsConfig.Certificate(kept.chain(), kept.key());
  }
}
