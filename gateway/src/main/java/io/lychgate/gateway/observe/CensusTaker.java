package io.lychgate.gateway.observe;

import io.lychgate.gateway.observe.census.Census;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Tally;
import io.lychgate.gateway.observe.count.UpstreamCount;
import io.lychgate.gateway.observe.count.WireProtocol;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Adds up the counters of all loops to a {@link Census}. Any thread; it does not block the loops.
 *
 * <p>It reads what ends before what begins: connections of a protocol before accepted ones, closed ones before opened ones. So a
 * connection that passes both between two reads makes no difference negative. Measures of time are zero here: a recorder computes
 * them from one census to the next.
 */
public final class CensusTaker {
  private final Observatory observatory;

  public CensusTaker(Observatory observatory) {
    this.observatory = observatory;
  }

  /** Returns all counters since the start. A listener or site without an entry has counted nothing. */
  public Census take() {
    Map<Part, Tally> parts = new HashMap<>();
    for (WireProtocol protocol : WireProtocol.values()) {
      parts.put(Part.whole(protocol.tag()), new Tally());
    }
    parts.put(Part.whole(Part.NO_PROTOCOL), new Tally());
    for (LoopObserver loop : observatory.loops()) {
      addSites(loop, parts);
      addListeners(loop, parts);
    }
    addLoops(parts);
    return new Census(observatory.ticker().nanoTime(), parts);
  }

  private void addSites(LoopObserver loop, Map<Part, Tally> parts) {
    TagValues sites = observatory.sites();
    for (int site = 0; site < sites.size(); site++) {
      for (WireProtocol protocol : WireProtocol.values()) {
        PartCounters counters = loop.site(site, protocol);
        if (counters != null) {
          counters.addTo(tally(parts, Scope.SITE, sites.name(site), protocol.tag()));
        }
      }
    }
  }

  private void addListeners(LoopObserver loop, Map<Part, Tally> parts) {
    TagValues listeners = observatory.listeners();
    for (int listener = 0; listener < listeners.size(); listener++) {
      String name = listeners.name(listener);
      for (WireProtocol protocol : WireProtocol.values()) {
        addListener(loop.listener(listener, protocol), name, protocol.tag(), parts);
      }
      addListener(loop.listener(listener), name, Part.NO_PROTOCOL, parts);
    }
  }

  /** Adds to the listener and to the whole, by one read: the whole is the sum of its listeners. */
  private static void addListener(
      @Nullable PartCounters counters, String name, String protocol, Map<Part, Tally> parts) {
    if (counters != null) {
      Tally now = new Tally();
      counters.addTo(now);
      tally(parts, Scope.LISTENER, name, protocol).add(now);
      tally(parts, Scope.ALL, "", protocol).add(now);
    }
  }

  private void addLoops(Map<Part, Tally> parts) {
    Tally whole = tally(parts, Scope.ALL, "", Part.NO_PROTOCOL);
    whole.add(Measure.CPU_NANOS, observatory.sum(loop -> loop.cpu().total()));
    for (int i = 0; i < observatory.upstreams().size(); i++) {
      int upstream = i;
      whole.add(
          Measure.UPSTREAM_OPENED,
          observatory.sum(loop -> loop.get(UpstreamCount.CONNECTIONS_OPENED, upstream)));
      whole.add(
          Measure.UPSTREAM_REQUESTS,
          observatory.sum(loop -> loop.get(UpstreamCount.REQUESTS, upstream)));
    }
  }

  private static Tally tally(Map<Part, Tally> parts, Scope scope, String name, String protocol) {
    return parts.computeIfAbsent(new Part(scope, name, protocol), part -> new Tally());
  }
}
