package io.lychgate.gateway.observe.meter;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.Map;
import java.util.Set;

/**
 * The descriptions of all metrics of the gateway, by name: the text after {@code # HELP}. A meter that is not in this table keeps the
 * description of its library.
 */
public final class MeterDescriptions implements MeterFilter {
  private static final Map<String, String> BY_NAME = Map.ofEntries(
      // Connections and exchanges.
      Map.entry("lychgate.connections.open", "Client connections that are open"),
      Map.entry("lychgate.connections.opened", "Client connections opened"),
      Map.entry(
          "lychgate.connections.accepted", "TCP connections accepted and QUIC handshakes begun"),
      Map.entry("lychgate.connections.closed", "Client connections closed, by the first cause"),
      Map.entry(
          "lychgate.connections.h1_equivalent",
          "Connections that the open ones would be over HTTP/1.1"),
      Map.entry(
          "lychgate.connections.h1_equivalent.opened",
          "Connections that the opened ones would have been over HTTP/1.1"),
      Map.entry("lychgate.connections.saved", "Open connections fewer than HTTP/1.1 would need"),
      Map.entry("lychgate.exchanges.in_flight", "Requests whose response is not complete"),
      Map.entry("lychgate.requests", "Requests whose exchange has ended"),
      Map.entry("lychgate.handshakes", "TLS and QUIC handshakes completed"),
      Map.entry(
          "lychgate.handshakes.failed", "Connections that ended before their protocol was known"),
      Map.entry("lychgate.handshakes.early", "QUIC handshakes before whose end a request arrived"),
      Map.entry("lychgate.page_views", "Top-level navigations, by the family of the browser"),
      Map.entry(
          "lychgate.header.sampled.bytes",
          "Bytes of one header section in 17, as HTTP/1.1 has them and as coded"),
      Map.entry("lychgate.handshakes.cpu.seconds", "Processor time of handshakes in seconds"),
      Map.entry(
          "lychgate.sampled.cpu.seconds", "Processor time of the sampled requests in seconds"),
      Map.entry("lychgate.sampled.requests", "Requests whose processor time was measured"),
      Map.entry("lychgate.tunnels.opened", "WebSocket tunnels opened"),
      Map.entry("lychgate.tunnels.open", "WebSocket tunnels that are open"),
      Map.entry(
          "lychgate.turns.spent",
          "Reads that waited for a later turn, because their client had used its share"),
      Map.entry("lychgate.bytes.in", "Bytes received from clients"),
      Map.entry("lychgate.bytes.out", "Bytes sent to clients"),
      Map.entry("lychgate.early.connections", "Connections that came with 0-RTT packets"),
      Map.entry("lychgate.early.requests", "Requests in 0-RTT data"),
      Map.entry(
          "lychgate.proxy.headers",
          "TCP connections that need a PROXY protocol header, by the outcome"),
      Map.entry(
          "lychgate.passthrough.connections",
          "TLS connections passed on without termination, by what happened to them"),
      Map.entry(
          "lychgate.passthrough.bytes", "Bytes of TLS connections passed on without termination"),
      Map.entry("lychgate.cpu.seconds", "Processor time of an event loop in seconds"),
      // Push, hints and lessons.
      Map.entry("lychgate.push", "Pushed responses"),
      Map.entry("lychgate.push.skipped", "Candidates that were not pushed"),
      Map.entry("lychgate.hints", "103 responses, and the links in them"),
      Map.entry("lychgate.hints.skipped", "Candidates that were not hinted"),
      Map.entry("lychgate.ledger", "Announcements of a manifest entry by their outcome"),
      Map.entry("lychgate.ledger.page_views", "Page views whose plan had the manifest entry"),
      Map.entry("lychgate.ledger.wasted_bytes", "Bytes sent for the manifest entry without use"),
      Map.entry("lychgate.ledger.demoted", "Manifest entries that are demoted"),
      Map.entry("lychgate.ledger.beacons", "Beacons received"),
      Map.entry(
          "lychgate.timings.pages",
          "Pages of navigations that the timings policy measures or leaves out, by the decision"),
      Map.entry(
          "lychgate.timings.reports", "Reports of pages on their timings, by what became of them"),
      Map.entry(
          "lychgate.timings.resources",
          "Resources in the reports of pages, for waterfalls, by what became of them"),
      Map.entry(
          "lychgate.timings.waiting", "Pages and reports that wait for the thread of the timings"),
      Map.entry("lychgate.learner.bytes", "Estimated bytes of heap of the learner's evidence"),
      Map.entry("lychgate.learner.patterns", "Page patterns that the learner knows"),
      // Upstreams.
      Map.entry("lychgate.upstream.connections.open", "Connections to the upstream that are open"),
      Map.entry(
          "lychgate.upstream.connections.http2",
          "HTTP/2 connections to the upstream that are open"),
      Map.entry(
          "lychgate.upstream.connections.h1_equivalent",
          "Connections that HTTP/1.1 would have to the upstream for the same requests"),
      Map.entry(
          "lychgate.upstream.connections.h1_equivalent.opened",
          "Connections that HTTP/1.1 would have opened to the upstream for the same requests"),
      Map.entry("lychgate.upstream.connections.opened", "Connections to the upstream opened"),
      Map.entry(
          "lychgate.upstream.connections.failed",
          "Connections to the upstream that failed to open"),
      Map.entry(
          "lychgate.upstream.connections.surplus",
          "Connections to the upstream closed for bytes that belong to no response"),
      Map.entry("lychgate.upstream.requests", "Requests sent to the upstream, with retries"),
      Map.entry("lychgate.upstream.requests.waiting", "Requests that wait for a connection"),
      Map.entry("lychgate.upstream.requests.refused", "Requests refused before a connection"),
      Map.entry(
          "lychgate.upstream.requests.diverted",
          "Choices of a server that is not among the first choice"),
      Map.entry(
          "lychgate.upstream.sticky.responses",
          "Responses to clients of an upstream with a sticky cookie, by its use"),
      Map.entry(
          "lychgate.upstream.retries",
          "Requests sent to the upstream again, by the cause and by the result"),
      Map.entry(
          "lychgate.upstream.retries.denied",
          "Retries and hedges that the retry budget did not allow"),
      Map.entry(
          "lychgate.upstream.hedges",
          "Second attempts of slow requests: sent, and won if their response came first"),
      Map.entry(
          "lychgate.upstream.concurrency.limit",
          "Adaptive limit of the requests without a response head; 0 if it is off"),
      Map.entry("lychgate.upstream.servers", "Servers of the upstream by their state"),
      Map.entry(
          "lychgate.upstream.panic",
          "1 while ejected servers get requests, because too few others are usable, else 0"),
      Map.entry("lychgate.upstream.server.status", "1 for the state of the server, else 0"),
      Map.entry(
          "lychgate.upstream.server.latency.seconds",
          "Moving average of the time to the response head"),
      Map.entry("lychgate.upstream.server.in_flight", "Requests to the server in progress"),
      Map.entry("lychgate.upstream.server.ejections", "Ejections of servers, by the rule"),
      Map.entry("lychgate.upstream.server.checks", "Health checks of servers, by the outcome"),
      Map.entry(
          "lychgate.upstream.server.checks.duration.seconds", "Time that the health checks took"),
      Map.entry(
          "lychgate.upstream.discovery.servers",
          "Servers of the upstream that DNS and files name, at the last answer"),
      Map.entry(
          "lychgate.upstream.discovery.answer.age.seconds",
          "Age of the oldest answer of DNS or a file that is in use, in seconds"),
      Map.entry(
          "lychgate.upstream.discovery.failures", "Look-ups of servers that failed, by the reason"),
      Map.entry("lychgate.split.requests", "Requests of a route by the upstream of its split"),
      Map.entry(
          "lychgate.mirror.requests",
          "Requests of a route with a mirror by the outcome of the copy"),
      Map.entry("lychgate.policy.decisions", "Decisions of policies on requests of a route"),
      Map.entry(
          "lychgate.route.decisions",
          "Redirects to https, refusals and pages of failures, by the decision of a route"),
      Map.entry(
          "lychgate.limit.requests",
          "Requests that a limit admitted or refused, or would have refused without its dry run"),
      Map.entry(
          "lychgate.cache.requests",
          "Requests of a route with a cache: served fresh, stale or after a validation, together with others, forwarded, or passed by"),
      Map.entry("lychgate.plugin.calls", "Calls of the plug-in on event loops"),
      Map.entry(
          "lychgate.plugin.slow.calls",
          "Calls of the plug-in that held an event loop for more than 50 ms"),
      Map.entry("lychgate.plugin.failures", "Requests that the plug-in has failed, by the cause"),
      Map.entry("lychgate.cache.saved.bytes", "Bytes of bodies that upstreams did not send"),
      Map.entry("lychgate.cache.bytes", "Bytes of stored responses with their fields"),
      Map.entry("lychgate.cache.filling.bytes", "Bytes of responses that are being stored"),
      Map.entry("lychgate.cache.max.bytes", "Bytes that stored responses may take"),
      Map.entry("lychgate.cache.urls", "URLs with a stored response"),
      Map.entry(
          "lychgate.cache.twins",
          "Attempts to store a compressed form (twin) of a stored body, by how they ended"),
      Map.entry("lychgate.cache.twins.waiting", "Twins that wait or are being made"),
      Map.entry(
          "lychgate.cache.twins.bytes",
          "Bytes of bodies before (in) and after (out) the compression to twins"),
      Map.entry(
          "lychgate.cache.twins.cpu.seconds", "Time of the thread that makes twins, in seconds"),
      Map.entry("lychgate.cache.disk.bytes", "Bytes of stored responses on disk, as whole blocks"),
      Map.entry("lychgate.cache.disk.max.bytes", "Bytes that stored responses may take on disk"),
      Map.entry("lychgate.cache.disk.urls", "URLs with a stored response on disk"),
      Map.entry("lychgate.cache.disk.reads", "Stored responses read from disk to memory"),
      Map.entry("lychgate.cache.disk.writes", "Stored responses written to disk"),
      Map.entry(
          "lychgate.cache.disk.skipped",
          "Stored responses that were not written, because the disk is slow or has failed"),
      Map.entry("lychgate.cache.disk.failures", "Reads and writes of the disk that failed"),
      Map.entry("lychgate.cache.evictions", "URLs whose responses had to leave for others"),
      Map.entry(
          "lychgate.grpc.responses", "Responses to requests of gRPC, by the code of the status"),
      Map.entry(
          "lychgate.compress.responses",
          "Responses of a route with the policy compress, by the coding or the reason for none"),
      Map.entry(
          "lychgate.compress.bytes", "Bytes of bodies before (in) and after (out) compression"),
      Map.entry("lychgate.compress.cpu.seconds", "Time of event loops for compression, in seconds"),
      Map.entry("lychgate.compress.open", "Bodies whose compression is in progress"),
      // QUIC.
      Map.entry("lychgate.quic.packets", "QUIC packets to clients"),
      Map.entry("lychgate.quic.bytes", "Bytes of QUIC packets to clients"),
      Map.entry(
          "lychgate.quic.window.sampled.bytes",
          "Sum of sampled congestion windows in bytes; divide by the number of round trips"),
      Map.entry("lychgate.quic.round_trip", "Sampled smoothed round-trip times"),
      Map.entry("lychgate.quic.datagrams", "UDP datagrams with an unusual outcome"),
      Map.entry("lychgate.quic.errors", "QUIC connections closed with an error"),
      // Certificates.
      Map.entry(
          "lychgate.certificate.expiry.days",
          "Days until the end of a certificate or of one of its chain; negative after it"),
      Map.entry(
          "lychgate.certificate.expiry.days.min",
          "The smallest number of days of all certificates"),
      Map.entry(
          "lychgate.certificate.staples.failed",
          "Certificates whose OCSP response could not be renewed the last time"),
      Map.entry("lychgate.acme.orders", "Orders of certificates by this node, by their outcome"),
      Map.entry("lychgate.acme.failing", "Groups of names whose last order failed, on any node"),
      Map.entry("lychgate.acme.leader", "1 if this node orders certificates for all, else 0"),
      // Resources.
      Map.entry("lychgate.descriptors.open", "File descriptors of the process at the last look"),
      Map.entry("lychgate.descriptors.max", "Maximum number of file descriptors of the process"),
      Map.entry("lychgate.descriptors.capacity", "Descriptors that the data path may hold"),
      Map.entry("lychgate.descriptors.held", "Descriptors that the data path holds"),
      Map.entry("lychgate.descriptors.short", "1 during a shortage of descriptors, else 0"),
      Map.entry("lychgate.descriptors.shortages", "Shortages of descriptors"),
      Map.entry("lychgate.descriptors.idle.closed", "Idle connections closed for others"),
      Map.entry(
          "lychgate.descriptors.accept.pauses", "Pauses of a listening socket during a shortage"),
      Map.entry("lychgate.descriptors.refused", "Connections and files refused in a shortage"),
      Map.entry(
          "lychgate.access_log.lines",
          "Lines of the access log, in the buffers of the event loops"),
      Map.entry("lychgate.access_log.dropped", "Lines of the access log that were not written"),
      Map.entry(
          "lychgate.limits.shared",
          "1 while the use of limits of the fleet is exchanged with other gateways, else 0"),
      Map.entry(
          "lychgate.access_log.left_out",
          "Exchanges without a line, because the sample left them out"),
      Map.entry(
          "lychgate.trace.spans",
          "Spans that ended: sent to the collector, dropped by the full queue, or not taken by the collector"),
      Map.entry(
          "lychgate.store.writable",
          "1 if the store accepts changes, 0 if it is read-only or unavailable"),
      Map.entry(
          "lychgate.audit.refusals.left.out",
          "Refused calls of the admin API without an entry of their own in the audit trail: a sender has at most 60 a minute, a user 300 at all addresses, and all senders with unknown tokens 300 together"),
      Map.entry(
          "lychgate.audit.forward.entries",
          "Entries of the audit trail that this gateway sent to the receiver, second copies included"),
      Map.entry(
          "lychgate.audit.forward.lost",
          "Entries of the audit trail that the receiver will not get"),
      Map.entry(
          "lychgate.audit.forward.behind",
          "Entries of the audit trail that the receiver may not have yet"),
      Map.entry(
          "lychgate.history.minutes.waiting", "Minutes of the history that wait for the store"),
      Map.entry(
          "lychgate.history.minutes.lost",
          "Minutes of the history that waited for the store for too long"),
      Map.entry("lychgate.fleet.nodes", "Gateways of the store, by what is known of them"));

  /** Returns the names of the metrics that are described. */
  static Set<String> names() {
    return BY_NAME.keySet();
  }

  @Override
  public Meter.Id map(Meter.Id id) {
    String description = BY_NAME.get(id.getName());
    return description == null
        ? id
        : new Meter.Id(
            id.getName(),
            Tags.of(id.getTagsAsIterable()),
            id.getBaseUnit(),
            description,
            id.getType());
  }
}
