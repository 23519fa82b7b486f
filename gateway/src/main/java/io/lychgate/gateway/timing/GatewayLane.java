package io.lychgate.gateway.timing;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The gateway's part of a page view. Stored as JSON.
 *
 * @param lost requests beyond the bound
 */
public record GatewayLane(int lost, List<Row> rows) {
  private static final double NANOS_OF_A_MILLI = 1e6;

  public GatewayLane {
    rows = List.copyOf(rows);
  }

  /**
   * One request. Times are in ms since the gateway received the request of the page; see {@link LaneRequest}.
   *
   * @param connection number of the connection in base 36
   * @param early null without hints and pushes
   * @param upstream null if no server was asked
   * @param head null if no head was sent
   */
  public record Row(
      String path,
      boolean page,
      boolean pushed,
      String connection,
      int status,
      double received,
      double decided,
      @Nullable Double early,
      @Nullable Double upstream,
      @Nullable Double head,
      double end,
      long bytes,
      int hints,
      int pushes,
      boolean whole) {
    static Row of(LaneRequest request, long startNanos) {
      LaneRequest.Times times = request.times();
      return new Row(
          request.path(),
          request.isPage(),
          request.isPushed(),
          Long.toString(request.connection(), Character.MAX_RADIX),
          request.status(),
          millis(times.received() - startNanos),
          millis(times.decided() - startNanos),
          orNull(times.early(), startNanos),
          orNull(times.upstream(), startNanos),
          orNull(times.head(), startNanos),
          millis(times.end() - startNanos),
          request.bytes(),
          request.hints(),
          request.pushes(),
          request.isWhole());
    }

    private static @Nullable Double orNull(long nanos, long startNanos) {
      return nanos == LaneRequest.NEVER ? null : (Double) millis(nanos - startNanos);
    }

    private static double millis(long nanos) {
      return Math.round(nanos / NANOS_OF_A_MILLI * 1000) / 1000.0;
    }

    /** Returns the same with later times. */
    Row later(double millis) {
      return new Row(
          path,
          page,
          pushed,
          connection,
          status,
          sum(received, millis),
          sum(decided, millis),
          early == null ? null : (Double) sum(early, millis),
          upstream == null ? null : (Double) sum(upstream, millis),
          head == null ? null : (Double) sum(head, millis),
          sum(end, millis),
          bytes,
          hints,
          pushes,
          whole);
    }

    private static double sum(double one, double other) {
      return Math.round((one + other) * 1000) / 1000.0;
    }
  }
}
