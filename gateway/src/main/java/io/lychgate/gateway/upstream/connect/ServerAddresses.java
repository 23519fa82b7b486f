package io.lychgate.gateway.upstream.connect;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.lychgate.gateway.config.check.Limits;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.ReflectiveChannelFactory;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.resolver.AddressResolverGroup;
import io.netty.resolver.DefaultHostsFileEntriesResolver;
import io.netty.resolver.ResolvedAddressTypes;
import io.netty.resolver.dns.DnsErrorCauseException;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.util.NetUtil;
import io.netty.util.concurrent.Future;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The addresses of servers that have a name. IPv6 and IPv4 are queried at the same time, and each result is reported as it arrives
 * (RFC 8305 section 3). Both results, with their TTL, are cached by the resolvers.
 *
 * <p>While the look-up of a name or one of its families fails, its last addresses stay in use for a day (RFC 8767). It remembers for each name the address of
 * the last connection, so that the next one does not wait for a family that does not work. Any thread.
 */
public final class ServerAddresses implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ServerAddresses.class);

  private static final int MAX_NAMES = 10_000;

  /** RFC 8767 section 5 recommends one to three days. */
  private static final Duration STALE = Duration.ofDays(1);

  /** Time for which a family that did not work is tried last. It may be repaired. */
  private static final Duration REMEMBERED = Duration.ofMinutes(10);

  /** Time after a failed look-up in which the last addresses are used without another one. */
  private static final long FAILING_NANOS = TimeUnit.SECONDS.toNanos(5);

  /** Time after which the last addresses are used, if a look-up takes that long. */
  private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final AddressResolverGroup<InetSocketAddress> ipv6;
  private final AddressResolverGroup<InetSocketAddress> ipv4;
  private final DefaultHostsFileEntriesResolver hostsFile = new DefaultHostsFileEntriesResolver();
  private final boolean hasIpv6;
  private final Cache<String, Known> names =
      Caffeine.newBuilder().maximumSize(MAX_NAMES).expireAfterWrite(STALE).build();
  private final Cache<String, InetAddress> winners =
      Caffeine.newBuilder().maximumSize(MAX_NAMES).expireAfterWrite(REMEMBERED).build();

  public ServerAddresses(Class<? extends DatagramChannel> udp, Class<? extends Channel> tcp) {
    this(
        udp,
        new DnsNameResolverBuilder()
            .socketChannelType(tcp.asSubclass(SocketChannel.class))
            .queryTimeoutMillis(Limits.DNS_QUERY.toMillis()));
  }

  /** @param names the resolvers, of which this class sets the sockets and the families of addresses */
  public ServerAddresses(Class<? extends DatagramChannel> udp, DnsNameResolverBuilder names) {
    this.ipv6 = UpstreamNames.of(
        ResolvedAddressTypes.IPV6_ONLY, names, new ReflectiveChannelFactory<>(udp));
    this.ipv4 = UpstreamNames.of(
        ResolvedAddressTypes.IPV4_ONLY, names, new ReflectiveChannelFactory<>(udp));
    this.hasIpv6 = !NetUtil.isIpV4StackPreferred();
  }

  /** The receiver of the addresses of one name. Called on its loop. */
  interface Receiver {
    /** Some addresses were found. More may follow until {@link #complete}. */
    void found(List<InetAddress> addresses);

    /** @param failure null if there is at least one address */
    void complete(@Nullable Throwable failure);
  }

  /** The last successful look-up of a name. */
  private static final class Known {
    private final List<InetAddress> addresses;
    private volatile long failedNanos;
    private volatile boolean isFailing;

    Known(List<InetAddress> addresses) {
      this.addresses = addresses;
    }

    /** Returns true if a look-up has just failed. */
    boolean hasJustFailed() {
      return isFailing && System.nanoTime() - failedNanos < FAILING_NANOS;
    }
  }

  /** Returns the address of the last connection to a name; null if none is known. */
  @Nullable
  InetAddress lastUsed(String host) {
    return winners.getIfPresent(host);
  }

  /** Remembers the address of a connection that was opened. */
  void used(String host, InetAddress address) {
    winners.put(host, address);
  }

  /** Finds the addresses of a name or address. Calls the receiver on the loop, at once or later. */
  void find(String host, EventLoop loop, Receiver receiver) {
    byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
    if (literal != null) {
      receiver.found(List.of(addressOf(literal)));
      receiver.complete(null);
      return;
    }
    Known known = names.getIfPresent(host);
    if (known != null && known.hasJustFailed()) {
      receiver.found(known.addresses);
      receiver.complete(null);
      return;
    }
    List<InetAddress> local = hostsFile.addresses(host, ResolvedAddressTypes.IPV6_PREFERRED);
    if (local != null && !local.isEmpty()) {
      // A name of this machine is in no name server (RFC 6761 section 6.3).
      receiver.found(local);
      receiver.complete(null);
      return;
    }
    new LookUp(host, loop, receiver).begin();
  }

  /**
   * Returns true if the name servers have stated that a name has no such addresses. The resolver names a cause for each other failure,
   * and for a name that does not exist.
   */
  private static boolean isCertainlyEmpty(Throwable failure) {
    Throwable cause = failure.getCause();
    return failure instanceof UnknownHostException
        && (cause == null
            || (cause instanceof DnsErrorCauseException error
                && error.getCode().equals(DnsResponseCode.NXDOMAIN)));
  }

  private static InetAddress addressOf(byte[] literal) {
    try {
      return InetAddress.getByAddress(literal);
    } catch (UnknownHostException e) {
      throw new IllegalStateException(
          "address: " + literal.length + " bytes (expected: 4 or 16)", e);
    }
  }

  @Override
  public void close() {
    ipv6.close();
    ipv4.close();
  }

  /** The two look-ups of one name. */
  private final class LookUp {
    private final String host;
    private final EventLoop loop;
    private final Receiver receiver;
    private final List<InetAddress> found = new ArrayList<>();

    /** The last addresses of families whose look-up has failed. */
    private final List<InetAddress> kept = new ArrayList<>();

    private final Set<InetAddress> reported = new HashSet<>();
    private int waiting;
    private boolean isComplete;
    private @Nullable List<InetAddress> delayed;
    private @Nullable Throwable failure;

    LookUp(String host, EventLoop loop, Receiver receiver) {
      this.host = host;
      this.loop = loop;
      this.receiver = receiver;
    }

    void begin() {
      waiting = hasIpv6 ? 2 : 1;
      Known known = names.getIfPresent(host);
      if (hasIpv6) {
        ask(ipv6);
      }
      ask(ipv4);
      if (known != null && !isComplete) {
        var unused = loop.schedule(() -> slow(known), SLOW_NANOS, TimeUnit.NANOSECONDS);
      }
    }

    private void ask(AddressResolverGroup<InetSocketAddress> family) {
      Future<List<InetSocketAddress>> asked =
          family.getResolver(loop).resolveAll(InetSocketAddress.createUnresolved(host, 1));
      asked.addListener(done -> {
        if (done.isSuccess()) {
          answered(
              usable(asked.getNow().stream().map(InetSocketAddress::getAddress).toList()));
        } else {
          failure = done.cause();
          keep(family, done.cause());
          answered(List.of());
        }
      });
    }

    /**
     * Connections to 0.0.0.0 and :: reach this machine. Name servers state them for names that they block, and they are no destinations
     * (RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.2).
     */
    private List<InetAddress> usable(List<InetAddress> addresses) {
      List<InetAddress> usable =
          addresses.stream().filter(each -> !each.isAnyLocalAddress()).toList();
      if (usable.size() < addresses.size()) {
        failure = new UnknownHostException(
            host + ": only " + addresses.get(0).getHostAddress() + ", which is no destination");
      }
      return usable;
    }

    /** Keeps the last addresses of a family, unless the name servers have stated that it has none any more. */
    private void keep(AddressResolverGroup<InetSocketAddress> family, Throwable why) {
      Known known = names.getIfPresent(host);
      if (known != null && !isCertainlyEmpty(why)) {
        known.addresses.stream()
            .filter(each -> each instanceof Inet6Address == (family == ipv6))
            .forEach(kept::add);
      }
    }

    private void answered(List<InetAddress> addresses) {
      waiting--;
      found.addAll(addresses);
      List<InetAddress> before = delayed;
      delayed = null;
      if (waiting > 0 && !addresses.isEmpty() && mayWait(addresses)) {
        delayed = addresses;
        var unused =
            loop.schedule(this::endDelay, Limits.RESOLUTION_DELAY.toNanos(), TimeUnit.NANOSECONDS);
      } else {
        report(addresses);
        report(before == null ? List.of() : before);
      }
      if (waiting == 0) {
        allAnswered();
      }
    }

    /** Addresses wait a little for the family of the last connection; without one, IPv4 addresses wait for IPv6. */
    private boolean mayWait(List<InetAddress> addresses) {
      InetAddress last = lastUsed(host);
      boolean prefersIpv6 = last == null || last instanceof Inet6Address;
      return addresses.get(0) instanceof Inet6Address != prefersIpv6;
    }

    private void endDelay() {
      List<InetAddress> addresses = delayed;
      delayed = null;
      report(addresses == null ? List.of() : addresses);
    }

    private void report(List<InetAddress> addresses) {
      List<InetAddress> fresh =
          isComplete ? List.of() : addresses.stream().filter(reported::add).toList();
      if (!fresh.isEmpty()) {
        receiver.found(fresh);
      }
    }

    private void allAnswered() {
      Known known = names.getIfPresent(host);
      if (!found.isEmpty()) {
        if (known != null && known.isFailing) {
          LOG.info("{}: name servers respond again", host);
        }
        report(kept);
        found.addAll(kept);
        names.put(host, new Known(List.copyOf(found)));
        complete(null);
      } else if (known != null) {
        useLast(known);
      } else {
        complete(failure == null ? new UnknownHostException(host) : failure);
      }
    }

    private void slow(Known known) {
      if (!isComplete && found.isEmpty()) {
        useLast(known);
      } else if (!isComplete) {
        // One family has no response yet.
        report(known.addresses);
      }
    }

    private void useLast(Known known) {
      if (!known.isFailing) {
        LOG.warn(
            "{}: look-up fails ({}); its {} last addresses stay in use",
            host,
            failure == null ? "no response yet" : failure.getMessage(),
            known.addresses.size());
      }
      known.failedNanos = System.nanoTime();
      known.isFailing = true;
      report(known.addresses);
      complete(null);
    }

    private void complete(@Nullable Throwable why) {
      if (!isComplete) {
        isComplete = true;
        receiver.complete(why);
      }
    }
  }
}
