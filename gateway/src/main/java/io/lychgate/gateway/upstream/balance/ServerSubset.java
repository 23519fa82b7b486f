package io.lychgate.gateway.upstream.balance;

import io.lychgate.gateway.message.KeyHash;
import io.lychgate.gateway.upstream.discovery.Endpoint;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The servers to which one event loop connects, if each loop would otherwise hold connections to very many of them (Google SRE book,
 * chapter 20; Netflix, "Curbing Connection Churn in Zuul"). The servers of a group stand on a ring in an order that depends on this
 * gateway and their ids only. Each loop has an arc of it. All arcs together cover each part of the ring equally often, so that the
 * load stays even, and a new server changes one or two members of each arc. Any thread.
 *
 * @param loop number of the event loop, from 0
 * @param loops number of event loops
 * @param seed different in each gateway, so that the arcs of several gateways begin at different servers
 */
public record ServerSubset(int loop, int loops, long seed) {
  /** The connections, one for each loop and server, up to which each loop connects to each server. */
  public static final int FULL_CONNECTIONS = 256;

  /** The least number of servers of a loop: with fewer, the load is uneven and a failure is felt. */
  public static final int MIN_SERVERS = 20;

  private record Placed(int index, long place) {}

  /**
   * Returns the servers of the loop, in the order of the set; the set itself if the loop connects to all.
   *
   * @param wanted servers of a loop; 0 for a number that fits
   */
  public ServerSet of(ServerSet all, int wanted) {
    int size = all.size();
    if (coveringLoops(size, wanted) == loops || !all.policy().permitsSubsets()) {
      return all;
    }
    boolean[] isMember = new boolean[size];
    List<Placed> rest = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      rest.add(new Placed(i, place(all.servers().get(i).server())));
    }
    while (!rest.isEmpty()) {
      Endpoint first = all.endpoints().get(rest.get(0).index());
      List<Placed> group = new ArrayList<>();
      rest.removeIf(
          each -> isSameGroup(all.endpoints().get(each.index()), first) && group.add(each));
      markArc(all, group, coveringLoops(group.size(), wanted), isMember);
    }
    List<Integer> members = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      if (isMember[i]) {
        members.add(i);
      }
    }
    return members.size() == size ? all : all.subset(members);
  }

  /** Returns the number of loops that connect to each server of a group. */
  int coveringLoops(int servers, int wanted) {
    if (servers == 0) {
      return loops;
    }
    if (wanted > 0) {
      return Math.min(loops, Math.max(1, ceil(wanted * (long) loops, servers)));
    }
    if ((long) servers * loops <= FULL_CONNECTIONS) {
      return loops;
    }
    return Math.min(
        loops,
        Math.max(
            ceil(MIN_SERVERS * (long) loops, servers), Math.max(1, FULL_CONNECTIONS / servers)));
  }

  private static int ceil(long dividend, int divisor) {
    return (int) ((dividend + divisor - 1) / divisor);
  }

  /** A loop needs servers of each priority and zone. */
  private static boolean isSameGroup(Endpoint one, Endpoint other) {
    return one.server().priority() == other.server().priority()
        && one.server().zone().equals(other.server().zone());
  }

  /** A server has a part of the ring in proportion to its weight, and belongs to the arcs that contain the middle of it. */
  private void markArc(ServerSet all, List<Placed> group, int covering, boolean[] isMember) {
    group.sort(Comparator.comparingLong(Placed::place));
    double length = 0;
    for (Placed each : group) {
      length += weight(all, each);
    }
    double from = length * loop / loops;
    double to = from + length * covering / loops;
    double at = 0;
    for (Placed each : group) {
      double weight = weight(all, each);
      double middle = at + weight / 2;
      isMember[each.index()] =
          (middle >= from && middle < to) || (middle + length >= from && middle + length < to);
      at += weight;
    }
  }

  /** A server without weight still serves the clients that it has. */
  private static double weight(ServerSet all, Placed placed) {
    return Math.max(0.01, all.endpoints().get(placed.index()).server().weight());
  }

  /** SplitMix64 over the FNV-1a hash of the id: the same in each start of a JVM, unlike an identity hash. */
  private long place(String id) {
    long hash = 0xcbf29ce484222325L ^ seed;
    for (int i = 0; i < id.length(); i++) {
      hash = (hash ^ id.charAt(i)) * 0x100000001b3L;
    }
    return KeyHash.mix(hash);
  }
}
