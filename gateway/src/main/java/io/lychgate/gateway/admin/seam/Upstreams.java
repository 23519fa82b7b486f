package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.ServerDecision;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/** The upstreams of this gateway with the present state of their servers, and the operator's decisions on servers. */
public interface Upstreams {

  /** Returns all upstreams, in the order of the configuration. */
  List<UpstreamView> all();

  /** Returns the decisions on servers that no upstream has now. They are in force again if such a server returns. */
  List<GoneServer> gone();

  /**
   * Stores a decision and puts it in force, at once here and within seconds on all nodes.
   *
   * @param reason text of the operator; may be empty
   * @param mayReplace called with the version of the decision in force, or {@link ServerDecision#NONE}
   * @return the stored decision, or the removed one
   */
  Outcome<ServerDecision> decide(
      String upstream,
      String server,
      Decision decision,
      String reason,
      LongPredicate mayReplace,
      Actor actor);

  /** The decisions. */
  enum Decision {
    /** No new clients; requests in progress end. */
    DRAIN,
    /** No requests at all. */
    EJECT,
    /** No decision of an operator any more: the server's health decides. */
    ENABLE;

    /** Returns the word of the API. */
    public String token() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One upstream.
   *
   * @param open open connections to all servers
   * @param http2 those of them with HTTP/2
   * @param h1Equivalent connections that HTTP/1.1 would have for the same requests
   * @param waiting requests that wait for a connection
   * @param requests number since the start of this process
   * @param routes ids of the routes that use it
   * @param discovery the sources of servers besides the configuration
   */
  record UpstreamView(
      String name,
      long open,
      long http2,
      long h1Equivalent,
      long waiting,
      long requests,
      long retries,
      List<Count> refused,
      List<String> routes,
      List<Source> discovery,
      List<Server> servers) {

    public UpstreamView {
      refused = List.copyOf(refused);
      routes = List.copyOf(routes);
      discovery = List.copyOf(discovery);
      servers = List.copyOf(servers);
    }
  }

  /**
   * A source of servers: a name in DNS, or a file.
   *
   * @param source {@code dns:NAME}, {@code srv:NAME} or {@code file:PATH}
   * @param servers number of servers of the last answer
   * @param answeredAt time of the last look-up that succeeded; null before the first
   * @param problem the reason of the last failure in one sentence; empty if the last look-up succeeded
   * @param problemSince first failure since the last success; null without a problem
   * @param failures look-ups that failed, by kind
   */
  record Source(
      String source,
      int servers,
      @Nullable Instant answeredAt,
      String problem,
      @Nullable Instant problemSince,
      List<Count> failures) {

    public Source {
      failures = List.copyOf(failures);
    }
  }

  /**
   * One server of an upstream, as this node sees it.
   *
   * @param id unique in its upstream
   * @param state a stable token
   * @param takesRequests true if it takes requests of new clients now
   * @param reason the reason for the state in one sentence; empty if there is nothing to say
   * @param latencySeconds moving average of the time to the response head; null before the first response
   * @param etag the entity tag of the decision, for If-Match of the next one
   */
  record Server(
      String id,
      String address,
      int weight,
      int priority,
      @Nullable String zone,
      String state,
      boolean takesRequests,
      String reason,
      Instant since,
      long inFlight,
      long requests,
      List<Count> failures,
      @Nullable Double latencySeconds,
      long ejections,
      @Nullable Decided override,
      String etag) {

    public Server {
      failures = List.copyOf(failures);
    }
  }

  /** A decision on a server that no upstream has now. */
  record GoneServer(String upstream, String id, Decided override, String etag) {}

  /** The number of events of one kind. */
  record Count(String kind, long count) {}

  /** An operator's decision in force. */
  record Decided(String kind, String reason, String author, Instant at) {}
}
