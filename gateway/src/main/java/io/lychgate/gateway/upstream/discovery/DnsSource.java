package io.lychgate.gateway.upstream.discovery;

import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.site.DiscoveryConfig;
import io.lychgate.gateway.upstream.discovery.DnsLookUp.Service;
import io.netty.handler.codec.dns.DnsRecordType;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The servers that DNS names. It asks again when the shortest TTL of an answer ends, within the configured bounds and up to a tenth
 * later. After a failure it asks after a pause that doubles, and the last answer stays in use. The methods without a modifier run on
 * the loop of the look-ups.
 */
final class DnsSource implements ServerSource {
  private static final double JITTER = 0.1;

  private final DiscoveryConfig.Dns config;
  private final DnsLookUp dns;
  private final SourceHealth health;

  /** The addresses of each host at its last successful look-up, so that one host's failure leaves its servers in use. */
  private final Map<String, HostAddresses> hosts = new HashMap<>();

  private @Nullable Report report;
  private List<Endpoint> last = List.of();
  private Duration pause = Limits.DNS_RETRY;
  private volatile boolean isClosed;

  DnsSource(String upstream, DiscoveryConfig.Dns config, DnsLookUp dns) {
    this.config = config;
    this.dns = dns;
    String prefix = config.type() == DiscoveryConfig.Type.SRV ? "srv:" : "dns:";
    this.health = new SourceHealth(upstream, prefix + config.name());
  }

  @Override
  public void start(Report to) {
    report = to;
    dns.loop().execute(this::look);
  }

  private void look() {
    if (isClosed) {
      return;
    }
    if (config.type() == DiscoveryConfig.Type.ADDRESS) {
      lookUp(config.name(), found -> {
        if (found.failure() == null) {
          Service same = new Service(0, 1, config.port(), config.name());
          succeeded(
              NamedServers.of(config.scheme(), List.of(same), host -> found.addresses()),
              found.ttlSeconds());
        } else {
          failed(found.failure(), config.name());
        }
      });
    } else {
      dns.services(config.name(), this::services);
    }
  }

  private void services(DnsLookUp.Answer<Service> answer) {
    if (answer.failure() != null) {
      failed(answer.failure(), config.name());
      return;
    }
    // RFC 2782: the host "." means that there is decidedly no such service.
    List<Service> services = answer.records().stream()
        .filter(each -> !each.host().equals(".") && each.port() > 0)
        .toList();
    Set<String> names = new HashSet<>();
    services.forEach(each -> names.add(each.host()));
    if (names.isEmpty()) {
      failed(DiscoveryFailure.EMPTY, config.name());
      return;
    }
    hosts.keySet().retainAll(names);
    List<String> asked = names.stream().sorted().limit(Limits.MAX_SRV_TARGETS).toList();
    new Hosts(services, asked.size(), answer.ttlSeconds()).ask(asked);
  }

  /** The look-ups of the hosts of one SRV answer. */
  private final class Hosts {
    private final List<Service> services;
    private int waiting;
    private long ttlSeconds;
    private @Nullable DiscoveryFailure failure;
    private String failedName = "";

    Hosts(List<Service> services, int waiting, long ttlSeconds) {
      this.services = services;
      this.waiting = waiting;
      this.ttlSeconds = ttlSeconds;
    }

    void ask(List<String> names) {
      names.forEach(name -> lookUp(name, found -> {
        if (found.failure() == null) {
          ttlSeconds = Math.min(ttlSeconds, found.ttlSeconds());
        } else {
          failure = found.failure();
          failedName = name;
        }
        if (--waiting == 0) {
          complete();
        }
      }));
    }

    private void complete() {
      List<Endpoint> servers = NamedServers.of(config.scheme(), services, host -> {
        HostAddresses known = hosts.get(host);
        return known == null ? List.of() : known.all();
      });
      if (failure == null) {
        succeeded(servers, ttlSeconds);
      } else {
        use(servers);
        failed(failure, failedName);
      }
    }
  }

  /**
   * The result for one host.
   *
   * @param failure null if at least one of the questions has addresses
   */
  private record Found(
      List<InetAddress> addresses,
      long ttlSeconds,
      @Nullable DiscoveryFailure failure) {}

  /** The last addresses of one host by family. A family whose look-up fails keeps its addresses. */
  private static final class HostAddresses {
    private List<InetAddress> ipv4 = List.of();
    private List<InetAddress> ipv6 = List.of();

    List<InetAddress> all() {
      List<InetAddress> all = new ArrayList<>(ipv6);
      all.addAll(ipv4);
      return all;
    }
  }

  /** Asks for the addresses of a host, of both families at the same time. */
  private void lookUp(String host, Consumer<Found> result) {
    HostAddresses known = hosts.computeIfAbsent(host, name -> new HostAddresses());
    List<DnsRecordType> types = new ArrayList<>();
    if (config.family().hasIpv6()) {
      types.add(DnsRecordType.AAAA);
    }
    if (config.family().hasIpv4()) {
      types.add(DnsRecordType.A);
    }
    Map<DnsRecordType, DnsLookUp.Answer<InetAddress>> answers = new HashMap<>();
    types.forEach(type -> dns.addresses(host, type, answer -> {
      answers.put(type, answer);
      if (answers.size() == types.size()) {
        result.accept(combined(known, answers));
      }
    }));
  }

  private static Found combined(
      HostAddresses known, Map<DnsRecordType, DnsLookUp.Answer<InetAddress>> answers) {
    DiscoveryFailure failure = null;
    long ttl = Long.MAX_VALUE;
    for (DnsLookUp.Answer<InetAddress> answer : answers.values()) {
      if (answer.failure() == null) {
        ttl = Math.min(ttl, answer.ttlSeconds());
      } else if (failure == null || !answer.isCertainlyEmpty()) {
        failure = answer.failure();
      }
    }
    if (ttl == Long.MAX_VALUE) {
      return new Found(List.of(), 0, failure);
    }
    known.ipv4 = latest(known.ipv4, answers.get(DnsRecordType.A));
    known.ipv6 = latest(known.ipv6, answers.get(DnsRecordType.AAAA));
    return new Found(known.all(), ttl, null);
  }

  private static List<InetAddress> latest(
      List<InetAddress> before, DnsLookUp.@Nullable Answer<InetAddress> answer) {
    if (answer == null) {
      return List.of();
    }
    return answer.failure() == null || answer.isCertainlyEmpty() ? answer.records() : before;
  }

  private void succeeded(List<Endpoint> servers, long ttlSeconds) {
    pause = Limits.DNS_RETRY;
    lookAfter(bounded(Duration.ofSeconds(ttlSeconds), config.minTtl(), config.maxTtl()));
    use(servers);
    health.succeeded(servers.size());
    looked();
  }

  private void failed(DiscoveryFailure kind, String name) {
    lookAfter(pause);
    health.failed(kind, sentence(kind, name));
    looked();
    Duration doubled = pause.multipliedBy(2);
    pause = bounded(doubled, Limits.DNS_RETRY, Limits.DNS_RETRY_CEILING);
  }

  private static String sentence(DiscoveryFailure kind, String name) {
    return switch (kind) {
      case TIMEOUT -> name + ": no name server has responded in time";
      case NOT_FOUND -> name + ": no such name (NXDOMAIN)";
      case SERVER_FAILURE -> name + ": the name server failed or refused";
      case EMPTY -> name + ": no records of the wanted type";
      case INVALID -> name + ": malformed records";
    };
  }

  private static Duration bounded(Duration value, Duration least, Duration most) {
    Duration floored = value.compareTo(least) < 0 ? least : value;
    return floored.compareTo(most) > 0 ? most : floored;
  }

  /** Reports a set that differs from the last one. Name servers change the order of each answer. */
  private void use(List<Endpoint> servers) {
    List<Endpoint> sorted = servers.stream()
        .sorted(Comparator.comparing(Endpoint::id))
        .limit(Limits.MAX_SERVERS)
        .toList();
    Report to = report;
    if (to != null && !sorted.isEmpty() && !sorted.equals(last)) {
      last = sorted;
      to.found(sorted);
    }
  }

  private void looked() {
    Report to = report;
    if (to != null) {
      to.looked();
    }
  }

  /** Called before the result is used, so that a defect there does not end the look-ups. */
  private void lookAfter(Duration untilNext) {
    if (!isClosed) {
      double jitter = 1 + JITTER * ThreadLocalRandom.current().nextDouble();
      var unused = dns.loop()
          .schedule(this::look, (long) (untilNext.toNanos() * jitter), TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public SourceStatus status() {
    return health.status();
  }

  @Override
  public boolean hasResult() {
    return health.hasResult();
  }

  @Override
  public void close() {
    isClosed = true;
    dns.loop().execute(dns::close);
  }
}
