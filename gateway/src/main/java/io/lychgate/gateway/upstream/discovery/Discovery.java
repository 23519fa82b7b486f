package io.lychgate.gateway.upstream.discovery;

import io.lychgate.gateway.config.site.UpstreamConfig;
import java.util.List;
import java.util.function.Consumer;

/** Finds the servers of upstreams. Any thread. */
public interface Discovery {
  /**
   * Reports the servers of an upstream: once before this method returns, and again after each change, on any thread but one call
   * after the other. The list may be empty as long as no server was found.
   */
  Watch watch(UpstreamConfig upstream, Consumer<List<Endpoint>> servers);

  /** A subscription. No report begins after its close. */
  interface Watch extends AutoCloseable {
    /** Returns the sources besides the configuration, as they are now. */
    default List<SourceStatus> sources() {
      return List.of();
    }

    /** Waits at most this long, in nanoseconds, until each source has given a result, which may be a failure. */
    default void awaitResults(long nanos) {}

    @Override
    void close();
  }

  /** Returns a discovery that knows the servers of the configuration only. */
  static Discovery ofConfiguration() {
    return (upstream, servers) -> {
      servers.accept(upstream.servers().stream().map(Endpoint::of).toList());
      return () -> {};
    };
  }
}
