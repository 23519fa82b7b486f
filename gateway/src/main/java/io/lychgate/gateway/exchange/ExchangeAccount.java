package io.lychgate.gateway.exchange;

import io.lychgate.gateway.ledger.PageViews;
import io.lychgate.gateway.loop.LoopClock;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.observe.ConnectionRecord;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.log.AccessLogEntry;
import io.lychgate.gateway.observe.log.LoopAccessLog;
import io.lychgate.gateway.observe.timeline.ConnectionTimeline;
import io.lychgate.gateway.observe.timeline.StreamEnding;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.upstream.UpstreamExchange;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The record of one exchange: counted by the loop's observer and written to the access log when nothing of it is on the wire any
 * more. Event loop only.
 */
final class ExchangeAccount {
  private final ClientConnection connection;
  private final int authorityPlace;
  private final long startMillis;
  private final long startNanos;
  private @Nullable Route route;
  private @Nullable UpstreamExchange upstream;
  private int status;

  /** Nanoseconds until the tunnel was open; 0 for an exchange without one. */
  private long openNanos;

  private int pushes;
  private int hints;
  private long bodyBytesOut;
  private byte @Nullable [] skips;
  private int skipped;
  private @Nullable Kind failure;

  ExchangeAccount(ClientConnection connection, CharSequence authority) {
    this.connection = connection;
    LoopClock clock = connection.loop().clock();
    this.startMillis = clock.wallMillis();
    this.startNanos = clock.nanoTime();
    this.authorityPlace =
        connection.loop().observer().exchangeStarted(connection.record(), authority);
  }

  void route(Route found) {
    route = found;
  }

  void upstream(UpstreamExchange exchange) {
    upstream = exchange;
  }

  long nanosSoFar() {
    return connection.loop().clock().nanoTime() - startNanos;
  }

  void status(int sent) {
    status = sent;
  }

  /** Sets the duration that the observer counts to the time until the tunnel opens. A tunnel may stay open for days. */
  void tunnelOpened(int sent) {
    status = sent;
    openNanos = nanosSoFar();
  }

  void sent(int bytes) {
    bodyBytesOut += bytes;
  }

  /** Bytes of the response body passed to the client's stream. */
  long bytesOut() {
    return bodyBytesOut;
  }

  void early(int pushed, int hinted) {
    pushes += pushed;
    hints += hinted;
  }

  /** Records that one candidate was neither pushed nor hinted, for the reason with this number. */
  void skipped(int reason) {
    if (skips == null) {
      skips = new byte[8];
    } else if (skipped == skips.length) {
      skips = Arrays.copyOf(skips, 2 * skipped);
    }
    skips[skipped++] = (byte) reason;
  }

  void failed(Kind kind) {
    failed(new ExchangeFailure(kind, ""));
  }

  void failed(ExchangeFailure cause) {
    // The first cause explains the failure.
    if (failure == null) {
      failure = cause.kind();
      connection.loop().failures().add(cause);
    }
  }

  /** Records a promise that the client reset. The bytes that had already left are wasted. */
  void promiseReset(Exchange exchange) {
    long left = bodyBytesOut - exchange.stream().unsentBytes();
    if (left > 0) {
      connection.loop().observer().pushReset();
    } else {
      connection.loop().observer().pushRefused();
    }
    PageViews views = connection.pageViews();
    if (views != null) {
      views.refused((int) exchange.stream().id(), left);
    }
  }

  private void promiseEnded(Exchange exchange) {
    boolean isWhole = exchange.isWhole() && failure == null && status == 200;
    if (!isWhole) {
      exchange.ahead().lost();
    }
    PageViews views = connection.pageViews();
    if (views != null) {
      views.pushEnded(exchange.stream().id(), isWhole, bodyBytesOut);
    }
  }

  void close(Exchange exchange, long bodyBytesIn) {
    if (exchange.isPushed()) {
      promiseEnded(exchange);
    }
    note(exchange);
    ConnectionRecord record = connection.record();
    LoopObserver observer = connection.loop().observer();
    long nanos = connection.loop().clock().exactNanos() - startNanos;
    Route served = route;
    observer.bytesIn(record, bodyBytesIn);
    observer.bytesOut(record, bodyBytesOut);
    observer.exchangeEnded(
        record,
        authorityPlace,
        served == null ? Route.NONE : served.number(),
        status,
        openNanos == 0 ? nanos : openNanos);
    LoopAccessLog log = connection.loop().accessLog();
    if (log.isOn()) {
      write(log, exchange, bodyBytesIn, nanos);
    }
  }

  private void note(Exchange exchange) {
    ConnectionTimeline timeline = connection.timeline();
    long stream = exchange.stream().id();
    // A push that was called off before its promise has no stream.
    if (timeline != null && !(exchange.isPushed() && stream == ClientStream.NOT_PROMISED)) {
      timeline.streamEnded(
          System.nanoTime(),
          stream,
          exchange.isWhole() ? StreamEnding.COMPLETE : StreamEnding.FAILED);
    }
  }

  private void write(LoopAccessLog log, Exchange exchange, long bodyBytesIn, long nanos) {
    RequestHead request = exchange.request();
    AccessLogEntry entry = log.entry()
        .time(startMillis)
        .connection(connection.record())
        .tlsVersion(connection.tlsVersion())
        .request(request.method(), request.authority(), request.target())
        .requestBytes(bodyBytesIn)
        .response(status, bodyBytesOut, nanos)
        .early(pushes, hints)
        .earlyData(exchange.stream().isEarly())
        .revision(exchange.snapshot().revision());
    if (route != null) {
      entry.route(route.id());
    }
    if (upstream != null) {
      entry.upstream(upstream.server(), upstream.headNanos());
    }
    if (failure != null) {
      entry.proxyStatus(failure.token());
    }
    for (int i = 0; skips != null && i < skipped; i++) {
      entry.skipped(skips[i]);
    }
    log.write();
  }
}
