package io.lychgate.jmh.peers;

import io.lychgate.jmh.peers.Load.Way;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** One question asked of every peer. */
enum Scenario {
  H2_1K("h2-1k", "HTTP/2 over TLS, 1 KiB proxied", Kind.LOAD),
  H1_1K("h1-1k", "HTTP/1.1 over TLS, keep-alive, 1 KiB proxied", Kind.LOAD),
  H1_PLAIN("h1-plain", "HTTP/1.1 without TLS, keep-alive, 1 KiB proxied", Kind.LOAD),
  H1_PIPELINED("h1-pipelined", "HTTP/1.1 without TLS, pipelined, 1 KiB proxied", Kind.LOAD),
  H2_100K("h2-100k", "HTTP/2 over TLS, 100 KiB proxied", Kind.LOAD),
  FILE_1K("file-1k", "HTTP/2 over TLS, file of 1 KiB", Kind.LOAD),
  IDLE("idle", "Idle HTTP/2 connections over TLS, after one request each", Kind.IDLE),
  START("start", "Start to first answer over HTTP/2 and TLS", Kind.START);

  /** How it is measured. */
  enum Kind {
    LOAD,
    IDLE,
    START
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

  /** What a peer must be able to do; empty when all are. */
  Optional<Ability> need() {
    return switch (this) {
      case FILE_1K -> Optional.of(Ability.FILES);
      default -> Optional.empty();
    };
  }

  /** What the configuration of a peer must have. */
  Place.Wish wish() {
    return new Place.Wish(load().way() == Way.H3, load().way().isPlain(), Routes.NONE);
  }

  Load load() {
    return switch (this) {
      case H2_1K, IDLE, START -> new Load(Way.H2, "/1k", 1024, 1, 1_200_000);
      case H1_1K -> new Load(Way.H1, "/1k", 1024, 1, 800_000);
      case H1_PLAIN -> new Load(Way.H1_PLAIN, "/1k", 1024, 1, 800_000);
      case H1_PIPELINED -> new Load(Way.H1_PIPELINED, "/1k", 1024, 1, 800_000);
      case H2_100K -> new Load(Way.H2, "/100k", 100 * 1024, 8, 150_000);
      case FILE_1K -> new Load(Way.H2, "/files/1k.txt", 1024, 1, 1_200_000);
    };
  }

  /** Columns. The first is the verdict: ratios and the best are about it. */
  List<Metric> metrics() {
    return switch (kind) {
      case LOAD ->
        List.of(
            Metric.CPU_MICROS,
            Metric.REQUESTS_PER_SECOND,
            Metric.P50_MICROS,
            Metric.P99_MICROS,
            Metric.RSS_MB,
            Metric.PSS_MB);
      case IDLE -> List.of(Metric.IDLE_KB, Metric.PSS_MB);
      case START -> List.of(Metric.START_MS, Metric.PSS_MB);
    };
  }
}
