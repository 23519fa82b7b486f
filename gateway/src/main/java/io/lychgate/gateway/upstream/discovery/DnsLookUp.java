package io.lychgate.gateway.upstream.discovery;

import io.lychgate.gateway.config.check.Limits;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFuture;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DefaultDnsRecordDecoder;
import io.netty.handler.codec.dns.DnsQuestion;
import io.netty.handler.codec.dns.DnsRawRecord;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.resolver.dns.DnsErrorCauseException;
import io.netty.resolver.dns.DnsNameResolver;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsNameResolverChannelStrategy;
import io.netty.resolver.dns.DnsNameResolverTimeoutException;
import io.netty.resolver.dns.DnsQueryLifecycleObserver;
import io.netty.resolver.dns.NoopDnsCache;
import io.netty.resolver.dns.SequentialDnsServerAddressStreamProvider;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks name servers for the records of one type, with their TTL. Each query has its own random port. A response that is cut is asked
 * for again over TCP. Its loop only.
 */
final class DnsLookUp implements AutoCloseable {
  private static final int MAX_QUERIES = 8;

  /** Bytes of priority, weight and port, which precede the host of an SRV record (RFC 2782). */
  private static final int SRV_NUMBERS = 6;

  /** The message of Netty's exception for a response without an error and without a record. The exception has no code. */
  private static final String NO_RECORD = "No matching record type found";

  private final EventLoop loop;
  private final DnsNameResolver resolver;

  /** The last failed query of each question in progress, because not each exception of the resolver has its kind. */
  private final Map<DnsQuestion, DiscoveryFailure> failed = new HashMap<>();

  /** @param servers name servers in the order of use; empty for those of the system */
  DnsLookUp(EventLoop loop, List<InetSocketAddress> servers) {
    this.loop = loop;
    DnsNameResolverBuilder builder = new DnsNameResolverBuilder(loop)
        .datagramChannelType(NioDatagramChannel.class)
        .socketChannelType(NioSocketChannel.class)
        .datagramChannelStrategy(DnsNameResolverChannelStrategy.ChannelPerResolution)
        .resolveCache(NoopDnsCache.INSTANCE)
        .dnsQueryLifecycleObserverFactory(Observed::new)
        .queryTimeoutMillis(Limits.DNS_QUERY.toMillis())
        .maxQueriesPerResolve(MAX_QUERIES);
    if (!servers.isEmpty()) {
      builder.nameServerProvider(new SequentialDnsServerAddressStreamProvider(servers));
    }
    this.resolver = builder.build();
  }

  EventLoop loop() {
    return loop;
  }

  /**
   * The result of one question.
   *
   * @param records empty if there are none
   * @param ttlSeconds the shortest of all records; 0 without records
   * @param failure null if there are records
   */
  record Answer<T>(
      List<T> records, long ttlSeconds, @Nullable DiscoveryFailure failure) {
    Answer {
      records = List.copyOf(records);
    }

    /** Returns true if the name servers have stated that there are no such records. */
    boolean isCertainlyEmpty() {
      return failure == DiscoveryFailure.EMPTY || failure == DiscoveryFailure.NOT_FOUND;
    }
  }

  /** An SRV record (RFC 2782). */
  record Service(int priority, int weight, int port, String host) {}

  /** Asks for the A or AAAA records of a name. */
  void addresses(String name, DnsRecordType type, Consumer<Answer<InetAddress>> result) {
    ask(name, type, DnsLookUp::address, result);
  }

  /** Asks for the SRV records of a name. */
  void services(String name, Consumer<Answer<Service>> result) {
    ask(name, DnsRecordType.SRV, DnsLookUp::service, result);
  }

  private <T> void ask(
      String name,
      DnsRecordType type,
      Function<ByteBuf, @Nullable T> parse,
      Consumer<Answer<T>> result) {
    DnsQuestion question = new DefaultDnsQuestion(name, type);
    Future<List<DnsRecord>> asked = resolver.resolveAll(question);
    asked.addListener(done -> {
      DiscoveryFailure observed = failed.remove(question);
      result.accept(
          done.isSuccess()
              ? answer(asked.getNow(), type, parse)
              : new Answer<>(List.of(), 0, kindOf(done.cause(), observed)));
    });
  }

  /** One query of the resolver. */
  private final class Observed implements DnsQueryLifecycleObserver {
    private final DnsQuestion question;

    Observed(DnsQuestion question) {
      this.question = question;
    }

    @Override
    public DnsQueryLifecycleObserver queryNoAnswer(DnsResponseCode code) {
      failed.put(question, kindOf(code));
      return this;
    }

    @Override
    public void queryFailed(Throwable cause) {
      failed.put(question, kindOf(cause, failed.get(question)));
    }

    @Override
    public DnsQueryLifecycleObserver queryRedirected(List<InetSocketAddress> nameServers) {
      return this;
    }

    @Override
    public DnsQueryLifecycleObserver queryCNAMEd(DnsQuestion cnameQuestion) {
      return this;
    }

    @Override
    public void queryWritten(InetSocketAddress nameServer, ChannelFuture written) {}

    @Override
    public void queryCancelled(int queriesRemaining) {}

    @Override
    public void querySucceed() {}
  }

  private static DiscoveryFailure kindOf(DnsResponseCode code) {
    if (code.equals(DnsResponseCode.NOERROR)) {
      return DiscoveryFailure.EMPTY;
    }
    return code.equals(DnsResponseCode.NXDOMAIN)
        ? DiscoveryFailure.NOT_FOUND
        : DiscoveryFailure.SERVER_FAILURE;
  }

  /** @param otherwise the kind if the exceptions do not tell it; null if that is unknown, too */
  private static DiscoveryFailure kindOf(Throwable failure, @Nullable DiscoveryFailure otherwise) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof DnsErrorCauseException error) {
        return kindOf(error.getCode());
      }
      if (cause instanceof DnsNameResolverTimeoutException) {
        return DiscoveryFailure.TIMEOUT;
      }
      if (NO_RECORD.equals(cause.getMessage())) {
        return DiscoveryFailure.EMPTY;
      }
    }
    return otherwise == null ? DiscoveryFailure.SERVER_FAILURE : otherwise;
  }

  private static <T> Answer<T> answer(
      List<DnsRecord> records, DnsRecordType type, Function<ByteBuf, @Nullable T> parse) {
    List<T> parsed = new ArrayList<>();
    long ttl = Long.MAX_VALUE;
    boolean isMalformed = false;
    try {
      for (DnsRecord record : records) {
        if (record instanceof DnsRawRecord raw && raw.type().equals(type)) {
          T value = parse.apply(raw.content());
          isMalformed |= value == null;
          ttl = Math.min(ttl, raw.timeToLive());
          if (value != null && !isUnspecified(value)) {
            parsed.add(value);
          }
        }
      }
    } finally {
      records.forEach(ReferenceCountUtil::release);
    }
    if (isMalformed) {
      return new Answer<>(List.of(), 0, DiscoveryFailure.INVALID);
    }
    return parsed.isEmpty()
        ? new Answer<>(List.of(), 0, DiscoveryFailure.EMPTY)
        : new Answer<>(parsed, ttl, null);
  }

  /** Connections to 0.0.0.0 and :: reach this machine. Name servers state them for names that they block. */
  private static boolean isUnspecified(Object value) {
    return value instanceof InetAddress address && address.isAnyLocalAddress();
  }

  private static @Nullable InetAddress address(ByteBuf content) {
    byte[] bytes = new byte[content.readableBytes()];
    content.getBytes(content.readerIndex(), bytes);
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException wrongLength) {
      return null;
    }
  }

  private static @Nullable Service service(ByteBuf content) {
    if (content.readableBytes() <= SRV_NUMBERS) {
      return null;
    }
    ByteBuf in = content.duplicate();
    int priority = in.readUnsignedShort();
    int weight = in.readUnsignedShort();
    int port = in.readUnsignedShort();
    try {
      String host = DefaultDnsRecordDecoder.decodeName(in);
      boolean hasDot = host.length() > 1 && host.endsWith(".");
      return new Service(
          priority, weight, port, hasDot ? host.substring(0, host.length() - 1) : host);
    } catch (RuntimeException malformed) {
      return null;
    }
  }

  @Override
  public void close() {
    resolver.close();
  }
}
