package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.check.Require;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Checks of servers, and the rules by which a failing one gets no requests.
 *
 * @param active checks that the gateway sends; null for none
 * @param passive the rules on the outcome of requests
 * @param panic percentage of usable servers below which ejections by failed requests are ignored; 0 for never
 */
public record UpstreamHealthConfig(@Nullable Active active, Passive passive, int panic) {
  private static final UpstreamHealthConfig DEFAULTS =
      new UpstreamHealthConfig(null, Passive.defaults(), Limits.UPSTREAM_PANIC);

  public UpstreamHealthConfig {
    Objects.requireNonNull(passive, "passive");
    Require.range("panic", panic, 0, 100);
  }

  public static UpstreamHealthConfig defaults() {
    return DEFAULTS;
  }

  /** The ways to check a server. */
  public enum Type {
    /** A request, whose status and body are judged. */
    HTTP("http"),
    /** A call of grpc.health.v1.Health/Check. */
    GRPC("grpc"),
    /** A connection, with TLS if the server has https. */
    TCP("tcp");

    private final String token;

    Type(String token) {
      this.token = token;
    }

    public String token() {
      return token;
    }
  }

  /**
   * Checks that the gateway sends to each server.
   *
   * @param path path and query of the request
   * @param host value of Host, or the authority; null for that of the server
   * @param method GET, HEAD or OPTIONS
   * @param status the statuses of a healthy server
   * @param body text that the body must contain; null for any body
   * @param service name of the service of gRPC; empty for the server as a whole
   * @param interval from the end of a check to the start of the next one
   * @param timeout for all of a check
   * @param jitter percentage by which the interval is changed at random
   * @param fall failed checks in succession after which a server gets no requests
   * @param rise successful checks in succession after which it gets requests again
   * @param port port of the checks; 0 for the server's own
   */
  public record Active(
      Type type,
      String path,
      @Nullable String host,
      String method,
      List<StatusRange> status,
      @Nullable String body,
      String service,
      Duration interval,
      Duration timeout,
      int jitter,
      int fall,
      int rise,
      int port) {
    /** The default method. */
    public static final String METHOD = "GET";

    public Active {
      Require.text("path", path);
      Require.text("method", method);
      status = List.copyOf(status);
      if (status.isEmpty()) {
        throw new IllegalArgumentException("status: none (expected: at least one)");
      }
      Require.positive("interval", interval);
      Require.positive("timeout", timeout);
      Require.range("jitter", jitter, 0, 100);
      Require.range("fall", fall, 1, Limits.MAX_HEALTH_CHECKS);
      Require.range("rise", rise, 1, Limits.MAX_HEALTH_CHECKS);
      Require.range("port", port, 0, 65535);
      if (type == Type.HTTP && body != null && method.equals("HEAD")) {
        throw new IllegalArgumentException("body: with method HEAD (expected: GET or OPTIONS)");
      }
    }

    /** Returns checks of this type with defaults for everything else. */
    public static Active of(Type type) {
      return new Active(
          type,
          "/",
          null,
          METHOD,
          StatusRange.SUCCESSFUL,
          null,
          "",
          Limits.HEALTH_INTERVAL,
          Limits.HEALTH_TIMEOUT,
          Limits.HEALTH_JITTER,
          Limits.HEALTH_FALL,
          Limits.HEALTH_RISE,
          0);
    }

    public boolean accepts(int code) {
      return status.stream().anyMatch(range -> range.contains(code));
    }

    /** Returns the accepted statuses as in the configuration file, for messages. */
    public String statusText() {
      return status.stream().map(StatusRange::toString).collect(Collectors.joining(", "));
    }
  }

  /** Statuses from the first to the last one. */
  public record StatusRange(int first, int last) {
    /** The statuses of success (RFC 9110 section 15.3). */
    public static final List<StatusRange> SUCCESSFUL = List.of(new StatusRange(200, 299));

    public StatusRange {
      Require.range("status", first, 100, 599);
      Require.range("status", last, first, 599);
    }

    /** Parses {@code 200} or {@code 200-299}. */
    public static StatusRange parse(String text) {
      int dash = text.indexOf('-');
      return dash < 0
          ? new StatusRange(Integer.parseInt(text), Integer.parseInt(text))
          : new StatusRange(
              Integer.parseInt(text.substring(0, dash)),
              Integer.parseInt(text.substring(dash + 1)));
    }

    boolean contains(int status) {
      return status >= first && status <= last;
    }

    @Override
    public String toString() {
      return first == last ? Integer.toString(first) : first + "-" + last;
    }
  }

  /**
   * The rules on the outcome of requests. A server that breaks one is ejected: it gets no requests for some time, then a single one,
   * which decides.
   *
   * @param enabled false ejects no server, not even one that accepts no connection
   * @param failures failed requests in succession
   * @param window time over which shares are measured
   * @param minRequests requests in a window without which shares mean nothing
   * @param errorRate percentage of failed requests in a window; 0 for any
   * @param latency multiple of the pool's median that half of the responses may take; 0 for any
   * @param stall time without any response, while {@code failures} requests or more wait
   * @param minEjection duration of the first ejection; each further one takes twice as long
   * @param maxEjection longest ejection
   * @param maxEjected percentage of the servers that may be ejected for failed requests
   */
  public record Passive(
      boolean enabled,
      int failures,
      Duration window,
      int minRequests,
      int errorRate,
      int latency,
      Duration stall,
      Duration minEjection,
      Duration maxEjection,
      int maxEjected) {
    private static final Passive DEFAULTS = new Passive(
        true,
        Limits.EJECTION_FAILURES,
        Limits.EJECTION_WINDOW,
        Limits.EJECTION_MIN_REQUESTS,
        Limits.EJECTION_ERROR_RATE,
        Limits.EJECTION_LATENCY,
        Limits.EJECTION_STALL,
        Limits.MIN_EJECTION,
        Limits.MAX_EJECTION,
        Limits.MAX_EJECTED);

    public Passive {
      Require.range("failures", failures, 1, Limits.MAX_EJECTION_FAILURES);
      Require.positive("window", window);
      Require.range("minRequests", minRequests, 1, Limits.MAX_EJECTION_FAILURES);
      Require.range("errorRate", errorRate, 0, 100);
      Require.range("latency", latency, 0, Limits.MAX_EJECTION_LATENCY);
      Require.positive("stall", stall);
      Require.positive("ejection.min", minEjection);
      if (maxEjection.compareTo(minEjection) < 0) {
        throw new IllegalArgumentException("ejection: max is " + maxEjection.toMillis()
            + "ms (expected: at least min, " + minEjection.toMillis() + "ms)");
      }
      Require.range("maxEjected", maxEjected, 0, 100);
    }

    public static Passive defaults() {
      return DEFAULTS;
    }
  }
}
