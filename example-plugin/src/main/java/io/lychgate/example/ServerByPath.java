package io.lychgate.example;

import io.lychgate.plugin.PluginContext;
import io.lychgate.plugin.PluginSelection;
import io.lychgate.plugin.PluginServer;
import io.lychgate.plugin.SelectionPlugin;
import java.util.List;

/**
 * Gives each path the same server, so that each server caches a part of the pages. It is weighted rendezvous hashing: each server has a
 * score for the path, and the highest one wins. If a server leaves, only its own paths move.
 *
 * <p>Configuration: {@code maxInFlight}, the requests in progress above which a server is passed over (1000 by default).
 */
public final class ServerByPath implements SelectionPlugin {
  private static final long DEFAULT_IN_FLIGHT = 1000;
  private static final double RANGE = 0x1p53;

  @Override
  public String name() {
    return "server-by-path";
  }

  @Override
  public PluginSelection create(PluginContext context) {
    context.config().allowOnly("maxInFlight");
    long most = context.config().number("maxInFlight", DEFAULT_IN_FLIGHT, 1, Integer.MAX_VALUE);
    return (request, clientKey, servers) -> choose(request.path(), servers, most);
  }

  static int choose(String path, List<PluginServer> servers, long maxInFlight) {
    int best = PluginSelection.ANY;
    double highest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < servers.size(); i++) {
      PluginServer server = servers.get(i);
      double score = score(path, server);
      if (server.inFlight() < maxInFlight && score > highest) {
        best = i;
        highest = score;
      }
    }
    return best;
  }

  /** The score of a server grows with its weight such that its part of all paths is in proportion to it. */
  private static double score(String path, PluginServer server) {
    double uniform = ((mix(31L * path.hashCode() + server.id().hashCode()) >>> 11) + 1) / RANGE;
    return -server.weight() / Math.log(uniform);
  }

  /** The finalizer of SplitMix64: each bit of the input changes half of the bits of the output. */
  private static long mix(long value) {
    long z = value * 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }
}
