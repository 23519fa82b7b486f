package io.lychgate.jmh.peers;

import io.lychgate.jmh.peers.Load.Way;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Scenario that is measured on every peer. */
enum Scenario {
  H2_1K("h2-1k", "HTTP/2 over TLS, 1 KiB proxied", Kind.LOAD),
  H2_1K_POLICIES(
      "h2-1k-policies",
      "HTTP/2 over TLS, 1 KiB proxied, with a token (JWT), a rate limit and header edits",
      Kind.LOAD),
  H1_1K("h1-1k", "HTTP/1.1 over TLS, keep-alive, 1 KiB proxied", Kind.LOAD),
  H1_PLAIN("h1-plain", "HTTP/1.1 without TLS, keep-alive, 1 KiB proxied", Kind.LOAD),
  H1_PIPELINED("h1-pipelined", "HTTP/1.1 without TLS, pipelined, 1 KiB proxied", Kind.LOAD),
  H2_100K("h2-100k", "HTTP/2 over TLS, 100 KiB proxied", Kind.LOAD),
  H2C_1K("h2c-1k", "HTTP/2 over TLS, 1 KiB proxied over HTTP/2 in plain text", Kind.LOAD),
  H2C_100K("h2c-100k", "HTTP/2 over TLS, 100 KiB proxied over HTTP/2 in plain text", Kind.LOAD),
  FILE_1K("file-1k", "HTTP/2 over TLS, file of 1 KiB", Kind.LOAD),
  FULL_HANDSHAKE("full-handshake", "Full handshake of TLS 1.3 and one request", Kind.LOAD),
  RESUMED_HANDSHAKE("resumed-handshake", "Resumed handshake of TLS 1.3 and one request", Kind.LOAD),
  H3_1K("h3-1k", "HTTP/3, 1 KiB proxied", Kind.LOAD),
  H3_1M("h3-1m", "HTTP/3, 1 MiB proxied", Kind.LOAD),
  LATENCY("latency", "Latency of HTTP/2 over TLS at half load, 1 KiB proxied", Kind.LATENCY),
  IDLE("idle", "Idle HTTP/2 connections over TLS, after one request each", Kind.IDLE),
  IDLE_50K(
      "idle-50k", "50,000 idle HTTP/2 connections over TLS, after one request each", Kind.IDLE),
  START("start", "Start to first response over HTTP/2 and TLS", Kind.START),
  RELOAD("reload", "Reload of 10,000 routes under 200 requests a second over HTTP/2", Kind.RELOAD);

  private static final int CONNECTIONS = 8192;

  /** Connections beside the idle ones. HAProxy needs two open files for each, and does not start without them. */
  private static final int OTHER_CONNECTIONS = 1024;

  private static final int MANY_CONNECTIONS = 50_000;
  private static final int MANY_ROUTES = 10_000;

  /** Kind of measurement. */
  enum Kind {
    LOAD,
    LATENCY,
    IDLE,
    START,
    RELOAD
  }

  private final String id;
  private final String title;
  private final Kind kind;

  Scenario(String id, String title, Kind kind) {
    this.id = id;
    this.title = title;
    this.kind = kind;
  }

  static Optional<Scenario> byId(String id) {
    return Arrays.stream(values()).filter(scenario -> scenario.id.equals(id)).findFirst();
  }

  /** Name on the command line and in the JSON file. */
  String id() {
    return id;
  }

  String title() {
    return title;
  }

  Kind kind() {
    return kind;
  }

  /** Ability that a peer must have; empty if all peers can run it. */
  Optional<Ability> need() {
    return switch (this) {
      case FILE_1K -> Optional.of(Ability.FILES);
      case H2C_1K, H2C_100K -> Optional.of(Ability.HTTP_2_ORIGIN);
      case H3_1K, H3_1M -> Optional.of(Ability.HTTP_3);
      case H2_1K_POLICIES -> Optional.of(Ability.POLICIES);
      case RELOAD -> Optional.of(Ability.RELOAD);
      default -> Optional.empty();
    };
  }

  /** Requirements on the configuration of a peer. */
  Place.Wish wish(Settings settings) {
    return new Place.Wish(
        load().way() == Way.H3,
        load().way().isPlain(),
        this == H2C_1K || this == H2C_100K,
        this == H2_1K_POLICIES,
        false,
        Math.max(CONNECTIONS, idleConnections(settings).orElse(0) + OTHER_CONNECTIONS),
        this == RELOAD ? new Routes(MANY_ROUTES, false) : Routes.NONE);
  }

  /** Number of idle connections; empty for other scenarios. */
  Optional<Integer> idleConnections(Settings settings) {
    return switch (this) {
      case IDLE -> Optional.of(settings.idleConnections());
      case IDLE_50K -> Optional.of(MANY_CONNECTIONS);
      default -> Optional.empty();
    };
  }

  Load load() {
    return switch (this) {
      case H2_1K, H2C_1K, LATENCY, IDLE, IDLE_50K, START ->
        new Load(Way.H2, "/1k", 1024, 1, 1_200_000);
      case H2_1K_POLICIES -> new Load(Way.H2_TOKEN, "/1k", 1024, 1, 1_200_000);
      case RELOAD -> new Load(Way.H2, "/1k", 1024, 20, 50_000);
      case H1_1K -> new Load(Way.H1, "/1k", 1024, 1, 800_000);
      case H1_PLAIN -> new Load(Way.H1_PLAIN, "/1k", 1024, 1, 800_000);
      case H1_PIPELINED -> new Load(Way.H1_PIPELINED, "/1k", 1024, 1, 800_000);
      case H2_100K, H2C_100K -> new Load(Way.H2, "/100k", 100 * 1024, 8, 150_000);
      case FULL_HANDSHAKE -> new Load(Way.FULL_HANDSHAKE, "/1k", 1024, 20, 30_000);
      case RESUMED_HANDSHAKE -> new Load(Way.RESUMED_HANDSHAKE, "/1k", 1024, 20, 30_000);
      case H3_1K -> new Load(Way.H3, "/1k", 1024, 4, 200_000);
      case H3_1M -> new Load(Way.H3, "/1m", 1024 * 1024, 200, 2000);
      case FILE_1K -> new Load(Way.H2, "/files/1k.txt", 1024, 1, 1_200_000);
    };
  }

  /** Columns. The first is the verdict, which the ratios and the best peer refer to. */
  List<Metric> metrics() {
    return switch (kind) {
      case LOAD ->
        List.of(
            Metric.CPU_MICROS,
            Metric.REQUESTS_PER_SECOND,
            Metric.P50_MICROS,
            Metric.P99_MICROS,
            Metric.RSS_MB,
            Metric.PSS_MB,
            Metric.GARBAGE_KB);
      case LATENCY ->
        List.of(
            Metric.P99_MICROS,
            Metric.P50_MICROS,
            Metric.P999_MICROS,
            Metric.REQUESTS_PER_SECOND,
            Metric.PAUSE_MS);
      case IDLE -> List.of(Metric.IDLE_KB, Metric.PSS_MB);
      case START ->
        List.of(Metric.START_MS, Metric.FIRST_P99_MICROS, Metric.STEADY_MS, Metric.PSS_MB);
      case RELOAD ->
        List.of(
            Metric.RELOAD_MS, Metric.P99_MICROS, Metric.MAX_MICROS, Metric.ERRORS, Metric.PSS_MB);
    };
  }
}
