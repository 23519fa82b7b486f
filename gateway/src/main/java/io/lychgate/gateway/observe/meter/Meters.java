package io.lychgate.gateway.observe.meter;

import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.census.BrowserFamily;
import io.lychgate.gateway.observe.census.CloseReason;
import io.lychgate.gateway.observe.census.FailureReason;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.count.BeaconOutcome;
import io.lychgate.gateway.observe.count.Diversion;
import io.lychgate.gateway.observe.count.EventCount;
import io.lychgate.gateway.observe.count.ProtocolCount;
import io.lychgate.gateway.observe.count.RetryReason;
import io.lychgate.gateway.observe.count.StatusClass;
import io.lychgate.gateway.observe.count.StickyOutcome;
import io.lychgate.gateway.observe.count.UpstreamCount;
import io.lychgate.gateway.observe.count.UpstreamRefusal;
import io.lychgate.gateway.observe.count.UpstreamSurplus;
import io.lychgate.gateway.observe.count.WireProtocol;
import io.lychgate.gateway.observe.log.AccessLog;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;

/**
 * The metrics of the gateway: the loops' counters with names and tags in a Micrometer registry.
 *
 * <p>Each metric is a function that adds up the loops at each scrape, so nothing is recorded twice. Tags come from closed sets:
 * protocols, listeners, routes, upstreams, outcomes, skip reasons.
 */
public final class Meters implements AutoCloseable {
  private final Observatory observatory;
  private final MeterRegistry registry;
  private final JvmGcMetrics gc = new JvmGcMetrics();

  private Meters(Observatory observatory, MeterRegistry registry) {
    this.observatory = observatory;
    this.registry = registry;
  }

  /** Registers all metrics. Close it to stop listening to garbage collections. */
  public static Meters bind(Observatory observatory, AccessLog accessLog, MeterRegistry registry) {
    Meters meters = new Meters(observatory, registry);
    meters.bindProtocols();
    meters.bindEvents();
    meters.bindSets();
    meters.bindLoops();
    new PathMeters(observatory, registry).bind();
    new CompressMeters(observatory, registry).bind();
    meters.bindAccessLog(accessLog);
    meters.bindDurations();
    meters.bindProcess();
    return meters;
  }

  @Override
  public void close() {
    gc.close();
  }

  private void bindProtocols() {
    for (WireProtocol protocol : WireProtocol.values()) {
      Tags tags = Tags.of("protocol", protocol.tag());
      gauge("lychgate.connections.h1_equivalent", tags, o -> h1EquivalentOfOpen(o, protocol));
      gauge(
          "lychgate.connections.saved",
          tags,
          o -> h1EquivalentOfOpen(o, protocol) - o.open(protocol));
      protocolCounter(
          "lychgate.connections.h1_equivalent.opened", Measure.H1_EQUIVALENT, tags, protocol);
      gauge("lychgate.exchanges.in_flight", tags, o -> o.inFlight(protocol));
      Tags full = tags.and("outcome", "full");
      protocolCounter("lychgate.handshakes", Measure.HANDSHAKES_FULL, full, protocol);
      Tags resumed = tags.and("outcome", "resumed");
      protocolCounter("lychgate.handshakes", Measure.HANDSHAKES_RESUMED, resumed, protocol);
      seconds(
          "lychgate.handshakes.cpu.seconds", tags, o -> o.sum(Measure.HANDSHAKE_NANOS, protocol));
      seconds("lychgate.sampled.cpu.seconds", tags, o -> o.sum(Measure.SAMPLED_NANOS, protocol));
      protocolCounter("lychgate.sampled.requests", Measure.SAMPLED_REQUESTS, tags, protocol);
      protocolCounter("lychgate.tunnels.opened", ProtocolCount.TUNNELS_OPENED, tags, protocol);
      gauge("lychgate.tunnels.open", tags, o -> openTunnels(o, protocol));
      protocolCounter("lychgate.turns.spent", ProtocolCount.TURNS_SPENT, tags, protocol);
      protocolCounter("lychgate.bytes.in", Measure.BYTES_IN, tags, protocol);
      protocolCounter("lychgate.bytes.out", Measure.BYTES_OUT, tags, protocol);
      protocolCounter("lychgate.handshakes.early", Measure.HANDSHAKES_EARLY, tags, protocol);
      for (BrowserFamily browser : BrowserFamily.values()) {
        Tags both = tags.and("browser", browser.tag());
        protocolCounter("lychgate.page_views", browser.measure(), both, protocol);
      }
      bindHeaders(tags, protocol);
    }
  }

  private void bindHeaders(Tags tags, WireProtocol protocol) {
    if (protocol != WireProtocol.HTTP_1_1) {
      headers(Measure.FIELDS_IN_PLAIN, tags.and("direction", "in", "form", "plain"), protocol);
      headers(Measure.FIELDS_IN_CODED, tags.and("direction", "in", "form", "coded"), protocol);
      headers(Measure.FIELDS_OUT_PLAIN, tags.and("direction", "out", "form", "plain"), protocol);
      headers(Measure.FIELDS_OUT_CODED, tags.and("direction", "out", "form", "coded"), protocol);
    }
  }

  private void headers(Measure what, Tags tags, WireProtocol protocol) {
    protocolCounter("lychgate.header.sampled.bytes", what, tags, protocol);
  }

  private void bindEvents() {
    eventCounter("lychgate.push", EventCount.PUSHES_SENT);
    eventCounter("lychgate.push", EventCount.PUSHES_REFUSED);
    eventCounter("lychgate.push", EventCount.PUSHES_RESET);
    eventCounter("lychgate.hints", EventCount.HINTS_SENT);
    eventCounter("lychgate.hints", EventCount.HINT_LINKS);
    eventCounter("lychgate.early.connections", EventCount.EARLY_CONNECTIONS_TAKEN);
    eventCounter("lychgate.early.connections", EventCount.EARLY_CONNECTIONS_LATE);
    eventCounter("lychgate.early.requests", EventCount.EARLY_REQUESTS_SERVED);
    eventCounter("lychgate.early.requests", EventCount.EARLY_REQUESTS_HELD);
    eventCounter("lychgate.proxy.headers", EventCount.PROXY_HEADERS_TAKEN);
    eventCounter("lychgate.proxy.headers", EventCount.PROXY_HEADERS_LOCAL);
    eventCounter("lychgate.proxy.headers", EventCount.PROXY_HEADERS_MALFORMED);
    eventCounter("lychgate.proxy.headers", EventCount.PROXY_HEADERS_LATE);
    eventCounter("lychgate.proxy.headers", EventCount.PROXY_HEADERS_FOREIGN);
    eventCounter("lychgate.passthrough.connections", EventCount.PASSTHROUGH_OPENED);
    eventCounter("lychgate.passthrough.connections", EventCount.PASSTHROUGH_CLOSED);
    eventCounter("lychgate.passthrough.connections", EventCount.PASSTHROUGH_FAILED);
    counter(
        "lychgate.passthrough.bytes",
        Tags.of("direction", EventCount.PASSTHROUGH_BYTES_IN.tag()),
        o -> o.sum(EventCount.PASSTHROUGH_BYTES_IN));
    counter(
        "lychgate.passthrough.bytes",
        Tags.of("direction", EventCount.PASSTHROUGH_BYTES_OUT.tag()),
        o -> o.sum(EventCount.PASSTHROUGH_BYTES_OUT));
    for (BeaconOutcome outcome : BeaconOutcome.values()) {
      Tags tags = Tags.of("outcome", outcome.tag());
      counter("lychgate.ledger.beacons", tags, o -> o.beacons(outcome));
    }
  }

  private void bindSets() {
    observatory.listeners().watch(this::bindListener);
    observatory.routes().watch(this::bindRoute);
    observatory.upstreams().watch(this::bindUpstream);
    new TrafficMeters(observatory, registry).bind();
    observatory.skipReasons().watch((reason, number) -> {
      Tags tags = Tags.of("reason", reason);
      counter("lychgate.push.skipped", tags, o -> o.sum(loop -> loop.pushesSkipped(number)));
      counter("lychgate.hints.skipped", tags, o -> o.sum(loop -> loop.hintsSkipped(number)));
    });
  }

  private void bindListener(String listener, int number) {
    Tags tags = Tags.of("listener", listener);
    counter("lychgate.connections.accepted", tags, o -> o.sum(Measure.ACCEPTED, number));
    for (FailureReason reason : FailureReason.values()) {
      counter(
          "lychgate.handshakes.failed",
          tags.and("reason", reason.tag()),
          o -> o.sum(reason.measure(), number));
    }
    for (WireProtocol protocol : WireProtocol.values()) {
      Tags both = tags.and("protocol", protocol.tag());
      gauge("lychgate.connections.open", both, o -> o.open(number, protocol));
      counter("lychgate.connections.opened", both, o -> o.sum(Measure.OPENED, number, protocol));
      for (CloseReason reason : CloseReason.values()) {
        counter(
            "lychgate.connections.closed",
            both.and("reason", reason.tag()),
            o -> o.sum(reason.measure(), number, protocol));
      }
    }
  }

  private void bindRoute(String route, int number) {
    for (WireProtocol protocol : WireProtocol.values()) {
      for (StatusClass status : StatusClass.values()) {
        Tags tags = Tags.of("route", route, "protocol", protocol.tag(), "status", status.tag());
        counter(
            "lychgate.requests", tags, o -> o.sum(loop -> loop.requests(number, protocol, status)));
      }
    }
  }

  private void bindUpstream(String upstream, int number) {
    Tags tags = Tags.of("upstream", upstream);
    gauge(
        "lychgate.upstream.connections.open",
        tags,
        o -> open(o, UpstreamCount.CONNECTIONS_OPENED, UpstreamCount.CONNECTIONS_CLOSED, number));
    gauge(
        "lychgate.upstream.connections.http2",
        tags,
        o -> open(o, UpstreamCount.HTTP2_OPENED, UpstreamCount.HTTP2_CLOSED, number));
    gauge(
        "lychgate.upstream.connections.h1_equivalent",
        tags,
        o -> open(
            o, UpstreamCount.H1_EQUIVALENT_OPENED, UpstreamCount.H1_EQUIVALENT_CLOSED, number));
    upstreamCounter(
        "lychgate.upstream.connections.h1_equivalent.opened",
        UpstreamCount.H1_EQUIVALENT_OPENED,
        tags,
        number);
    upstreamCounter(
        "lychgate.upstream.connections.opened", UpstreamCount.CONNECTIONS_OPENED, tags, number);
    upstreamCounter(
        "lychgate.upstream.connections.failed", UpstreamCount.CONNECTIONS_FAILED, tags, number);
    upstreamCounter("lychgate.upstream.requests", UpstreamCount.REQUESTS, tags, number);
    bindRetries(tags, number);
    gauge(
        "lychgate.upstream.concurrency.limit",
        tags,
        o -> o.sum(loop -> loop.get(UpstreamCount.CONCURRENCY_LIMIT, number)));
    gauge("lychgate.upstream.requests.waiting", tags, o -> waitingFor(o, number));
    for (UpstreamRefusal why : UpstreamRefusal.values()) {
      Tags both = tags.and("reason", why.tag());
      upstreamCounter("lychgate.upstream.requests.refused", why.count(), both, number);
    }
    for (UpstreamSurplus when : UpstreamSurplus.values()) {
      Tags both = tags.and("reason", when.tag());
      upstreamCounter("lychgate.upstream.connections.surplus", when.count(), both, number);
    }
    for (Diversion why : Diversion.values()) {
      Tags both = tags.and("reason", why.tag());
      upstreamCounter("lychgate.upstream.requests.diverted", why.count(), both, number);
    }
    for (StickyOutcome outcome : StickyOutcome.values()) {
      Tags both = tags.and("outcome", outcome.tag());
      upstreamCounter("lychgate.upstream.sticky.responses", outcome.count(), both, number);
    }
  }

  private void bindRetries(Tags upstream, int number) {
    for (RetryReason reason : RetryReason.values()) {
      for (RetryReason.Outcome outcome : RetryReason.Outcome.values()) {
        counter(
            "lychgate.upstream.retries",
            upstream.and("reason", reason.tag(), "outcome", outcome.tag()),
            o -> o.sum(loop -> loop.get(reason, outcome, number)));
      }
    }
    upstreamCounter(
        "lychgate.upstream.retries.denied", UpstreamCount.RETRIES_DENIED, upstream, number);
    upstreamCounter(
        "lychgate.upstream.hedges",
        UpstreamCount.HEDGES_SENT,
        upstream.and("event", "sent"),
        number);
    upstreamCounter(
        "lychgate.upstream.hedges", UpstreamCount.HEDGES_WON, upstream.and("event", "won"), number);
  }

  private void bindLoops() {
    for (int i = 0; i < observatory.loops().size(); i++) {
      LoopObserver loop = observatory.loops().get(i);
      seconds(
          "lychgate.cpu.seconds",
          Tags.of("loop", Integer.toString(i)),
          o -> loop.cpu().total());
    }
  }

  private void bindAccessLog(AccessLog log) {
    FunctionCounter.builder("lychgate.access_log.lines", log, AccessLog::lines).register(registry);
    FunctionCounter.builder("lychgate.access_log.left_out", log, AccessLog::leftOut)
        .register(registry);
    FunctionCounter.builder("lychgate.access_log.dropped", log, AccessLog::dropped)
        .register(registry);
  }

  private void bindDurations() {
    if (registry instanceof PrometheusMeterRegistry prometheus) {
      prometheus.getPrometheusRegistry().register(new DurationCollector(observatory));
      SpreadCollector.all(observatory).forEach(prometheus.getPrometheusRegistry()::register);
    }
  }

  private void bindProcess() {
    new JvmMemoryMetrics().bindTo(registry);
    gc.bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ClassLoaderMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
  }

  private static double h1EquivalentOfOpen(Observatory o, WireProtocol protocol) {
    long closed = o.sum(ProtocolCount.H1_EQUIVALENT_CLOSED, protocol);
    return Math.max(o.open(protocol), o.sum(Measure.H1_EQUIVALENT, protocol) - closed);
  }

  private static double openTunnels(Observatory o, WireProtocol protocol) {
    long closed = o.sum(ProtocolCount.TUNNELS_CLOSED, protocol);
    return Math.max(0, o.sum(ProtocolCount.TUNNELS_OPENED, protocol) - closed);
  }

  private static double open(
      Observatory o, UpstreamCount opened, UpstreamCount closed, int upstream) {
    long ended = o.sum(loop -> loop.get(closed, upstream));
    return Math.max(0, o.sum(loop -> loop.get(opened, upstream)) - ended);
  }

  private static double waitingFor(Observatory o, int upstream) {
    long done = o.sum(loop -> loop.get(UpstreamCount.UNQUEUED, upstream));
    return Math.max(0, o.sum(loop -> loop.get(UpstreamCount.QUEUED, upstream)) - done);
  }

  private void protocolCounter(String name, ProtocolCount what, Tags tags, WireProtocol protocol) {
    counter(name, tags, o -> o.sum(what, protocol));
  }

  private void eventCounter(String name, EventCount what) {
    counter(name, Tags.of("outcome", what.tag()), o -> o.sum(what));
  }

  private void protocolCounter(String name, Measure what, Tags tags, WireProtocol protocol) {
    counter(name, tags, o -> o.sum(what, protocol));
  }

  private void upstreamCounter(String name, UpstreamCount what, Tags tags, int upstream) {
    counter(name, tags, o -> o.sum(loop -> loop.get(what, upstream)));
  }

  private void counter(String name, Tags tags, ToDoubleFunction<Observatory> value) {
    FunctionCounter.builder(name, observatory, value).tags(tags).register(registry);
  }

  private void gauge(String name, Tags tags, ToDoubleFunction<Observatory> value) {
    Gauge.builder(name, observatory, value).tags(tags).register(registry);
  }

  private void seconds(String name, Tags tags, ToDoubleFunction<Observatory> nanos) {
    counter(name, tags, o -> nanos.applyAsDouble(o) / TimeUnit.SECONDS.toNanos(1));
  }
}
