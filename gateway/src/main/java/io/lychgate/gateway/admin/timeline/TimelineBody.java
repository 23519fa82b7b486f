package io.lychgate.gateway.admin.timeline;

import io.lychgate.gateway.admin.seam.ObservedValues;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.observe.ConnectionView;
import io.lychgate.gateway.observe.timeline.TimelineState;
import io.lychgate.gateway.observe.timeline.TimelineSummary;
import io.lychgate.gateway.observe.timeline.WatchFilter;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One timeline of the list.
 *
 * @param origin {@code sample} or {@code watch}
 * @param expiresAt end of the wait; null once a connection has matched
 */
record TimelineBody(
    String id,
    String state,
    String origin,
    @Nullable String author,
    @Nullable Filter filter,
    Instant startedAt,
    @Nullable Instant expiresAt,
    @Nullable Instant endedAt,
    @Nullable Connection connection,
    int streams,
    long streamsDropped,
    int capacity,
    long recorded,
    long dropped) {

  static final List<String> STATES =
      Arrays.stream(TimelineState.values()).map(TimelineState::token).toList();

  static TimelineBody of(TimelineSummary summary) {
    boolean hasCome = summary.connection() != null;
    Instant startedAt = Instant.ofEpochMilli(summary.startedMillis());
    Instant end = summary.endNanos() < 0 ? null : startedAt.plusNanos(summary.endNanos());
    return new TimelineBody(
        Long.toString(summary.id()),
        summary.state().token(),
        summary.origin().isSample() ? "sample" : "watch",
        summary.origin().isSample() ? null : summary.origin().author(),
        Filter.of(summary.origin().filter()),
        startedAt,
        hasCome ? null : end,
        hasCome ? end : null,
        Connection.of(summary.connection()),
        summary.streams(),
        summary.streamsDropped(),
        summary.capacity(),
        summary.recorded(),
        summary.dropped());
  }

  /** The filter for the connection to record. */
  record Filter(@Nullable String client, @Nullable String host, boolean includeOpen) {
    static @Nullable Filter of(@Nullable WatchFilter filter) {
      return filter == null
          ? null
          : new Filter(
              filter.client() == null ? null : filter.client().getHostAddress(),
              filter.host(),
              filter.includesOpen());
    }
  }

  /** The connection as in {@code GET /connections}, which may no longer list it. */
  record Connection(String id, Protocol protocol, String peer, String listener) {
    static @Nullable Connection of(@Nullable ConnectionView view) {
      return view == null
          ? null
          : new Connection(
              Long.toString(view.id(), 36),
              ObservedValues.protocol(view.protocol()),
              view.peer() instanceof InetSocketAddress inet
                  ? NetUtil.toSocketAddressString(inet)
                  : view.peer().toString(),
              view.listener());
    }
  }
}
