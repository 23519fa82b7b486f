package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.NumberOrder;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.seam.ConnectionSummary;
import io.lychgate.gateway.admin.seam.LiveValues;
import io.lychgate.gateway.admin.seam.ObservedValues;
import io.lychgate.gateway.admin.seam.Pooling;
import io.lychgate.gateway.config.listener.Protocol;
import io.lychgate.gateway.observe.ConnectionView;
import io.netty.util.NetUtil;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** The live connections, from one snapshot for each call. */
public final class ConnectionsResource {

  /** Timeout of a copy from the event loops, in seconds. Only an overloaded or blocked loop exceeds it. */
  private static final int COLLECT_SECONDS = 5;

  private static final String NEWEST = "-openedAt";

  private static final Map<String, ToLongFunction<Row>> ORDERS = Map.of(
      "openedAt", row -> row.openedAt().toEpochMilli(),
      "requests", Row::requests,
      "inFlight", Row::inFlight,
      "bytesIn", Row::bytesIn,
      "bytesOut", Row::bytesOut,
      "h1Equivalent", Row::h1Equivalent);

  private final LiveValues live;
  private final Pooling pooling;
  private final InstantSource clock;

  public ConnectionsResource(LiveValues live, Pooling pooling, InstantSource clock) {
    this.live = live;
    this.pooling = pooling;
    this.clock = clock;
  }

  public Reply list(Call call) throws Exception {
    String sort = call.query("sort");
    NumberOrder<Row> order = NumberOrder.of(sort.isEmpty() ? NEWEST : sort, ORDERS);
    Predicate<Row> wanted = filter(call);
    List<ConnectionView> views = live.connections().get(COLLECT_SECONDS, TimeUnit.SECONDS);
    Instant now = clock.instant();
    List<Row> all = views.stream().map(view -> Row.of(view, now)).toList();
    Cursor.Part<Row> page =
        Cursor.byValue(call, all.stream().filter(wanted).toList(), order, Row::id);
    return Reply.ok(
        new ConnectionPage(now, page.total(), page.next(), page.items(), summary(all, now)));
  }

  public Reply pooling(Call call) throws Exception {
    List<ConnectionView> views = live.connections().get(COLLECT_SECONDS, TimeUnit.SECONDS);
    Pooling.Report report = pooling.report(views);
    return Reply.ok(
        new PoolingBody(clock.instant(), report.clients(), report.connections(), report.items()));
  }

  private static Predicate<Row> filter(Call call) {
    String token = call.query("protocol");
    if (!token.isEmpty() && Protocol.of(token).isEmpty()) {
      throw Call.invalid("protocol", token, "http/1.1, h2 or h3");
    }
    String listener = call.query("listener");
    String peer = call.query("q");
    return row -> (token.isEmpty() || row.protocol().token().equals(token))
        && (listener.isEmpty() || row.listener().equals(listener))
        && row.peer().contains(peer);
  }

  private static ConnectionSummary summary(List<Row> all, Instant now) {
    List<ConnectionSummary.Row> rows = new ArrayList<>();
    for (Protocol protocol : Protocol.values()) {
      List<Row> its = all.stream().filter(row -> row.protocol() == protocol).toList();
      rows.add(new ConnectionSummary.Row(
          protocol, its.size(), its.stream().mapToLong(Row::inFlight).sum()));
    }
    return new ConnectionSummary(
        now, all.size(), all.stream().mapToLong(Row::inFlight).sum(), rows);
  }

  private static String text(SocketAddress peer) {
    return peer instanceof InetSocketAddress inet
        ? NetUtil.toSocketAddressString(inet)
        : peer.toString();
  }

  private record PoolingBody(
      Instant at, long clients, long connections, List<Pooling.Group> items) {}

  private record ConnectionPage(
      Instant at, long total, @Nullable String next, List<Row> items, ConnectionSummary summary) {}

  private record Row(
      String id,
      Protocol protocol,
      String peer,
      String listener,
      Instant openedAt,
      double ageSeconds,
      long requests,
      int inFlight,
      long bytesIn,
      long bytesOut,
      int h1Equivalent) {

    static Row of(ConnectionView view, Instant now) {
      return new Row(
          Long.toString(view.id(), 36),
          ObservedValues.protocol(view.protocol()),
          text(view.peer()),
          view.listener(),
          Instant.ofEpochMilli(view.openedMillis()),
          Math.max(0, now.toEpochMilli() - view.openedMillis()) / 1000.0,
          view.exchanges(),
          view.inFlight(),
          view.bytesIn(),
          view.bytesOut(),
          view.h1Equivalent());
    }
  }
}
