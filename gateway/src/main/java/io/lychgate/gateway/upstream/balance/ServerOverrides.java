package io.lychgate.gateway.upstream.balance;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The decisions of operators on servers, by upstream and id of the server. They outlive the servers: one that returns to its
 * upstream, or that joins it later, has its decision from its first request on. Any thread.
 */
public final class ServerOverrides {
  private final Map<Key, ServerOverride> decisions = new ConcurrentHashMap<>();
  private final List<UpstreamServers> followers = new CopyOnWriteArrayList<>();

  private record Key(String upstream, String server) {}

  /**
   * A decision and the server that it is for.
   *
   * @param server id of its endpoint
   */
  public record Entry(String upstream, String server, ServerOverride decision) {}

  /** Sets or, with null, removes a decision. It is in force when this returns. The server need not exist. */
  public void set(String upstream, String server, @Nullable ServerOverride decision) {
    Key key = new Key(upstream, server);
    if (decision == null) {
      decisions.remove(key);
    } else {
      decisions.put(key, decision);
    }
    for (UpstreamServers follower : followers) {
      if (follower.upstream().equals(upstream)) {
        follower.followOverrides();
      }
    }
  }

  /** Returns the decision on a server; null if there is none. */
  public @Nullable ServerOverride of(String upstream, String server) {
    return decisions.get(new Key(upstream, server));
  }

  /** Returns all decisions, in no order. */
  public List<Entry> all() {
    return decisions.entrySet().stream()
        .map(each -> new Entry(each.getKey().upstream(), each.getKey().server(), each.getValue()))
        .toList();
  }

  /** Makes the servers of an upstream follow the decisions. */
  void follow(UpstreamServers servers) {
    followers.add(servers);
  }

  /** Ends {@link #follow}. */
  void leave(UpstreamServers servers) {
    followers.remove(servers);
  }
}
