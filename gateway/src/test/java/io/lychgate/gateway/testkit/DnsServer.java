package io.lychgate.gateway.testkit;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.dns.DatagramDnsQuery;
import io.netty.handler.codec.dns.DatagramDnsQueryDecoder;
import io.netty.handler.codec.dns.DatagramDnsResponse;
import io.netty.handler.codec.dns.DatagramDnsResponseEncoder;
import io.netty.handler.codec.dns.DefaultDnsQuestion;
import io.netty.handler.codec.dns.DefaultDnsRawRecord;
import io.netty.handler.codec.dns.DefaultDnsResponse;
import io.netty.handler.codec.dns.DnsOpCode;
import io.netty.handler.codec.dns.DnsQuery;
import io.netty.handler.codec.dns.DnsQuestion;
import io.netty.handler.codec.dns.DnsRecord;
import io.netty.handler.codec.dns.DnsRecordType;
import io.netty.handler.codec.dns.DnsResponse;
import io.netty.handler.codec.dns.DnsResponseCode;
import io.netty.handler.codec.dns.DnsSection;
import io.netty.handler.codec.dns.TcpDnsQueryDecoder;
import io.netty.handler.codec.dns.TcpDnsResponseEncoder;
import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** A name server on a loopback port, over UDP and TCP. Unknown names do not exist (NXDOMAIN). Names have no dot at the end. */
public final class DnsServer implements AutoCloseable {
  private static final int MAX_ATTEMPTS = 20;

  /** The records of one question, or the way in which it fails. */
  private record Entry(
      List<byte[]> contents,
      int ttlSeconds,
      DnsResponseCode code,
      boolean isCut,
      long delayMillis) {

    boolean isSilent() {
      return delayMillis == Long.MAX_VALUE;
    }

    Entry withoutRecords() {
      return new Entry(List.of(), 0, code, isCut, delayMillis);
    }
  }

  private final EventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
  private final Map<String, Entry> entries = new ConcurrentHashMap<>();
  private final List<String> queries = new CopyOnWriteArrayList<>();
  private final int port;

  private DnsServer() {
    Channel udp = bindUdp();
    // The system chooses a port that is free for UDP. It may not be free for TCP.
    for (int attempt = 1; !bindTcp(udp) && attempt < MAX_ATTEMPTS; attempt++) {
      udp.close().syncUninterruptibly();
      udp = bindUdp();
    }
    port = portOf(udp);
  }

  private Channel bindUdp() {
    return new Bootstrap()
        .group(loops)
        .channel(NioDatagramChannel.class)
        .handler(new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            channel
                .pipeline()
                .addLast(
                    new DatagramDnsQueryDecoder(), new DatagramDnsResponseEncoder(), new Udp());
          }
        })
        .bind(InetAddress.getLoopbackAddress(), 0)
        .syncUninterruptibly()
        .channel();
  }

  private boolean bindTcp(Channel udp) {
    return new ServerBootstrap()
        .group(loops)
        .channel(NioServerSocketChannel.class)
        .childHandler(new ChannelInitializer<>() {
          @Override
          protected void initChannel(Channel channel) {
            channel
                .pipeline()
                .addLast(new TcpDnsQueryDecoder(), new TcpDnsResponseEncoder(), new Tcp());
          }
        })
        .bind(InetAddress.getLoopbackAddress(), portOf(udp))
        .awaitUninterruptibly()
        .isSuccess();
  }

  private static int portOf(Channel channel) {
    return ((InetSocketAddress) channel.localAddress()).getPort();
  }

  public static DnsServer start() {
    return new DnsServer();
  }

  public int port() {
    return port;
  }

  public InetSocketAddress address() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
  }

  /** Sets all addresses of a name. The other family then has no records. */
  public DnsServer addresses(String name, int ttlSeconds, String... addresses) {
    List<byte[]> ipv4 = new ArrayList<>();
    List<byte[]> ipv6 = new ArrayList<>();
    for (String address : addresses) {
      byte[] bytes = NetUtil.createByteArrayFromIpAddressString(address);
      (bytes.length == 4 ? ipv4 : ipv6).add(bytes);
    }
    set(name, DnsRecordType.A, ttlSeconds, ipv4);
    set(name, DnsRecordType.AAAA, ttlSeconds, ipv6);
    return this;
  }

  /** Sets the IPv4 addresses of a name, whatever its IPv6 addresses are. */
  public DnsServer ipv4(String name, int ttlSeconds, String... addresses) {
    List<byte[]> ipv4 = new ArrayList<>();
    for (String address : addresses) {
      ipv4.add(NetUtil.createByteArrayFromIpAddressString(address));
    }
    set(name, DnsRecordType.A, ttlSeconds, ipv4);
    return this;
  }

  /** Returns the content of an SRV record (RFC 2782). */
  public static byte[] service(int priority, int weight, int port, String host) {
    ByteBuf out = Unpooled.buffer();
    out.writeShort(priority).writeShort(weight).writeShort(port);
    for (String label : host.split("\\.", -1)) {
      byte[] bytes = label.getBytes(StandardCharsets.US_ASCII);
      out.writeByte(bytes.length).writeBytes(bytes);
    }
    out.writeByte(0);
    byte[] content = new byte[out.readableBytes()];
    out.readBytes(content);
    return content;
  }

  /** Sets all services of a name. */
  public DnsServer services(String name, int ttlSeconds, byte[]... services) {
    set(name, DnsRecordType.SRV, ttlSeconds, List.of(services));
    return this;
  }

  /** Responds with this code to all questions for the name. */
  public DnsServer fail(String name, DnsResponseCode code) {
    return all(name, new Entry(List.of(), 0, code, false, 0));
  }

  /** Responds with this code to questions of this type for the name. */
  public DnsServer fail(String name, DnsRecordType type, DnsResponseCode code) {
    entries.put(key(type, name), new Entry(List.of(), 0, code, false, 0));
    return this;
  }

  /** Does not respond to questions for the name. */
  public DnsServer silence(String name) {
    return all(name, new Entry(List.of(), 0, DnsResponseCode.NOERROR, false, Long.MAX_VALUE));
  }

  /** Cuts responses for the name over UDP, so that clients must ask over TCP. */
  public DnsServer cut(String name) {
    entries.replaceAll((key, entry) -> key.endsWith(" " + name)
        ? new Entry(entry.contents, entry.ttlSeconds, entry.code, true, entry.delayMillis)
        : entry);
    return this;
  }

  /** Delays responses of this type for the name; {@code Long.MAX_VALUE} never responds. */
  public DnsServer delay(String name, DnsRecordType type, long millis) {
    entries.computeIfPresent(
        key(type, name),
        (key, entry) ->
            new Entry(entry.contents, entry.ttlSeconds, entry.code, entry.isCut, millis));
    return this;
  }

  private DnsServer all(String name, Entry entry) {
    for (DnsRecordType type : List.of(DnsRecordType.A, DnsRecordType.AAAA, DnsRecordType.SRV)) {
      entries.put(key(type, name), entry);
    }
    return this;
  }

  private void set(String name, DnsRecordType type, int ttlSeconds, List<byte[]> contents) {
    entries.put(
        key(type, name),
        new Entry(List.copyOf(contents), ttlSeconds, DnsResponseCode.NOERROR, false, 0));
  }

  private static String key(DnsRecordType type, String name) {
    return type.name() + " " + name;
  }

  /** Returns all questions so far, each as type and name. */
  public List<String> queries() {
    return List.copyOf(queries);
  }

  /** Returns the number of questions of this type for the name. */
  public long queries(DnsRecordType type, String name) {
    return queries.stream().filter(key(type, name)::equals).count();
  }

  private Entry find(DnsQuestion question) {
    String name = question.name().substring(0, question.name().length() - 1);
    String key = key(question.type(), name);
    queries.add(key);
    return entries.getOrDefault(key, new Entry(List.of(), 0, DnsResponseCode.NXDOMAIN, false, 0));
  }

  private static void fill(DnsResponse response, DnsQuestion question, Entry entry) {
    response.setCode(entry.code);
    response.setRecursionAvailable(true);
    response.addRecord(
        DnsSection.QUESTION, new DefaultDnsQuestion(question.name(), question.type()));
    for (byte[] content : entry.contents) {
      response.addRecord(
          DnsSection.ANSWER,
          new DefaultDnsRawRecord(
              question.name(), question.type(), entry.ttlSeconds, Unpooled.wrappedBuffer(content)));
    }
  }

  private static DnsQuestion question(DnsQuery query) {
    DnsRecord first = query.recordAt(DnsSection.QUESTION);
    return (DnsQuestion) first;
  }

  /** @param response is made when it is sent, because a server that closes drops what it has delayed */
  private static void send(ChannelHandlerContext ctx, Supplier<DnsResponse> response, Entry entry) {
    if (entry.delayMillis == 0) {
      ctx.writeAndFlush(response.get());
    } else if (!entry.isSilent()) {
      ctx.executor()
          .schedule(
              () -> ctx.writeAndFlush(response.get()), entry.delayMillis, TimeUnit.MILLISECONDS);
    }
  }

  private final class Udp extends SimpleChannelInboundHandler<DatagramDnsQuery> {
    @Override
    protected void channelRead0(ChannelHandlerContext ctx, DatagramDnsQuery query) {
      DnsQuestion question = question(query);
      Entry entry = find(question);
      InetSocketAddress sender = query.sender();
      InetSocketAddress recipient = query.recipient();
      int id = query.id();
      send(
          ctx,
          () -> {
            DatagramDnsResponse response =
                new DatagramDnsResponse(recipient, sender, id, DnsOpCode.QUERY, entry.code);
            fill(response, question, entry.isCut ? entry.withoutRecords() : entry);
            response.setTruncated(entry.isCut);
            return response;
          },
          entry);
    }
  }

  private final class Tcp extends SimpleChannelInboundHandler<DnsQuery> {
    @Override
    protected void channelRead0(ChannelHandlerContext ctx, DnsQuery query) {
      DnsQuestion question = question(query);
      Entry entry = find(question);
      int id = query.id();
      send(
          ctx,
          () -> {
            DefaultDnsResponse response = new DefaultDnsResponse(id);
            fill(response, question, entry);
            return response;
          },
          entry);
    }
  }

  @Override
  public void close() {
    loops.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
