package io.lychgate.gateway.upstream.connect;

import io.lychgate.gateway.config.listener.ProxyHeader;
import io.lychgate.gateway.message.ProxiedClient;
import io.netty.channel.Channel;
import io.netty.handler.codec.haproxy.HAProxyCommand;
import io.netty.handler.codec.haproxy.HAProxyMessage;
import io.netty.handler.codec.haproxy.HAProxyMessageEncoder;
import io.netty.handler.codec.haproxy.HAProxyProtocolVersion;
import io.netty.handler.codec.haproxy.HAProxyProxiedProtocol;
import io.netty.util.NetUtil;
import java.net.Inet6Address;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/** Writes the header of the PROXY protocol, which names the client, in front of all other bytes of a connection. */
public final class ProxyHeaderWriter {
  private ProxyHeaderWriter() {}

  /**
   * Writes the header without a flush. The pipeline has no handler yet that changes bytes.
   *
   * @param client null for a connection without a client, such as that of a mirrored request
   */
  public static void write(Channel channel, ProxyHeader version, @Nullable ProxiedClient client) {
    HAProxyProtocolVersion wire =
        version == ProxyHeader.V1 ? HAProxyProtocolVersion.V1 : HAProxyProtocolVersion.V2;
    channel.pipeline().addFirst(HAProxyMessageEncoder.INSTANCE);
    var unused = channel.write(client == null ? ofNoClient(wire) : of(wire, client));
    channel.pipeline().remove(HAProxyMessageEncoder.INSTANCE);
  }

  private static HAProxyMessage of(HAProxyProtocolVersion version, ProxiedClient client) {
    InetAddress from = client.from().getAddress();
    InetAddress to = client.to().getAddress();
    boolean isIpv6 = from instanceof Inet6Address || to instanceof Inet6Address;
    return new HAProxyMessage(
        version,
        HAProxyCommand.PROXY,
        isIpv6 ? HAProxyProxiedProtocol.TCP6 : HAProxyProxiedProtocol.TCP4,
        textOf(from, isIpv6),
        textOf(to, isIpv6),
        client.from().getPort(),
        client.to().getPort());
  }

  /** Version 1 has no command: {@code UNKNOWN} means that there are no addresses. */
  private static HAProxyMessage ofNoClient(HAProxyProtocolVersion version) {
    HAProxyCommand command =
        version == HAProxyProtocolVersion.V1 ? HAProxyCommand.PROXY : HAProxyCommand.LOCAL;
    return new HAProxyMessage(version, command, HAProxyProxiedProtocol.UNKNOWN, null, null, 0, 0);
  }

  /** Both addresses of a header have the same family, so an IPv4 address beside an IPv6 one is mapped. */
  private static String textOf(InetAddress address, boolean isIpv6) {
    String text = NetUtil.toAddressString(address);
    return isIpv6 && !(address instanceof Inet6Address) ? "::ffff:" + text : text;
  }
}
