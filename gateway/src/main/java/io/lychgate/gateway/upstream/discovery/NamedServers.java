package io.lychgate.gateway.upstream.discovery;

import io.lychgate.gateway.config.site.ServerConfig;
import io.lychgate.gateway.upstream.discovery.DnsLookUp.Service;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The servers of SRV records (RFC 2782): each address of each host is one. Priorities become the numbers of groups, in their order.
 * Weights are scaled if one is above the greatest weight of a server; a weight of 0 becomes 1, because the record still asks for a
 * small part of the requests.
 */
final class NamedServers {
  private NamedServers() {}

  static List<Endpoint> of(
      ServerConfig.Scheme scheme,
      List<Service> services,
      Function<String, List<InetAddress>> addresses) {
    int[] priorities =
        services.stream().mapToInt(Service::priority).distinct().sorted().toArray();
    int heaviest = services.stream().mapToInt(Service::weight).max().orElse(0);
    List<Endpoint> servers = new ArrayList<>();
    for (Service service : services) {
      ServerConfig server = new ServerConfig(
          scheme,
          service.host(),
          service.port(),
          weight(service.weight(), heaviest),
          group(service.priority(), priorities),
          "");
      for (InetAddress address : addresses.apply(service.host())) {
        InetSocketAddress at = new InetSocketAddress(address, service.port());
        servers.add(new Endpoint(idOf(server, address), server, List.of(at)));
      }
    }
    return servers;
  }

  /** Returns the URL of the server with its address: {@code http://app.internal:8080/10.0.0.1}. */
  private static String idOf(ServerConfig server, InetAddress address) {
    return server + "/" + address.getHostAddress();
  }

  private static int weight(int weight, int heaviest) {
    int scaled = heaviest <= ServerConfig.MAX_WEIGHT
        ? weight
        : (int) ((long) weight * ServerConfig.MAX_WEIGHT / heaviest);
    return Math.max(1, scaled);
  }

  private static int group(int priority, int[] priorities) {
    int rank = 0;
    while (priorities[rank] != priority) {
      rank++;
    }
    return Math.min(rank, ServerConfig.MAX_PRIORITY);
  }
}
