package io.lychgate.gateway.observe.meter;

import io.lychgate.gateway.observe.Observatory;
import io.lychgate.gateway.observe.TagValues;
import io.lychgate.gateway.observe.count.DatagramCount;
import io.lychgate.gateway.observe.count.PathCount;
import io.lychgate.gateway.observe.count.QuicErrorCount;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.concurrent.TimeUnit;

/** The metrics of QUIC below its connections: paths by congestion control and listener, errors, and exceptional datagrams. */
final class PathMeters {
  private final Observatory observatory;
  private final MeterRegistry registry;

  PathMeters(Observatory observatory, MeterRegistry registry) {
    this.observatory = observatory;
    this.registry = registry;
  }

  void bind() {
    observatory.pathClasses().watch(this::bindClass);
    bindErrors();
    for (DatagramCount what : DatagramCount.values()) {
      FunctionCounter.builder(
              "lychgate.quic.datagrams", observatory, o -> o.sum(loop -> loop.get(what)))
          .tags("outcome", what.tag())
          .register(registry);
    }
  }

  private void bindErrors() {
    for (QuicErrorCount what : QuicErrorCount.values()) {
      FunctionCounter.builder(
              "lychgate.quic.errors", observatory, o -> o.sum(loop -> loop.get(what)))
          .tags("error", what.tag())
          .register(registry);
    }
  }

  private void bindClass(String name, int number) {
    // The format of Observatory.pathClass. A token of congestion control has no space.
    int space = name.indexOf(' ');
    Tags tags = Tags.of(
        "congestion",
        space < 0 ? TagValues.OTHER : name.substring(0, space),
        "listener",
        name.substring(space + 1));
    packets(tags.and("outcome", "sent"), PathCount.PACKETS_SENT, number);
    packets(tags.and("outcome", "lost"), PathCount.PACKETS_LOST, number);
    packets(tags.and("outcome", "retransmitted"), PathCount.PACKETS_RETRANSMITTED, number);
    bytes(tags.and("outcome", "sent"), PathCount.BYTES_SENT, number);
    bytes(tags.and("outcome", "lost"), PathCount.BYTES_LOST, number);
    bytes(tags.and("outcome", "retransmitted"), PathCount.BYTES_RETRANSMITTED, number);
    counter("lychgate.quic.window.sampled.bytes", tags, PathCount.WINDOW_BYTES, number);
    FunctionTimer.builder(
            "lychgate.quic.round_trip",
            observatory,
            o -> o.sum(loop -> loop.get(PathCount.SAMPLES, number)),
            o -> o.sum(loop -> loop.get(PathCount.ROUND_TRIP_NANOS, number)),
            TimeUnit.NANOSECONDS)
        .tags(tags)
        .register(registry);
  }

  private void packets(Tags tags, PathCount what, int number) {
    counter("lychgate.quic.packets", tags, what, number);
  }

  private void bytes(Tags tags, PathCount what, int number) {
    counter("lychgate.quic.bytes", tags, what, number);
  }

  private void counter(String name, Tags tags, PathCount what, int number) {
    FunctionCounter.builder(name, observatory, o -> o.sum(loop -> loop.get(what, number)))
        .tags(tags)
        .register(registry);
  }
}
