package io.lychgate.gateway.listen.tcp;

import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.unix.RawUnixChannelOption;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The congestion control that the kernel uses for one TCP connection (tcp(7), TCP_CONGESTION). Only on Linux. */
public final class KernelCongestion {
  private static final Logger LOG = LoggerFactory.getLogger(KernelCongestion.class);
  private static final Path ALLOWED = Path.of("/proc/sys/net/ipv4/tcp_allowed_congestion_control");
  private static final int IPPROTO_TCP = 6;
  private static final int TCP_CONGESTION = 13;

  /** TCP_CA_NAME_MAX, with the NUL at the end. */
  private static final int NAME_BYTES = 16;

  private static final RawUnixChannelOption OPTION =
      new RawUnixChannelOption("TCP_CONGESTION", IPPROTO_TCP, TCP_CONGESTION, NAME_BYTES);

  private KernelCongestion() {}

  /** Returns the names that the kernel lets this process use; empty on other systems. */
  public static Set<String> allowed() {
    try {
      String names = Files.readString(ALLOWED, StandardCharsets.US_ASCII).strip();
      return names.isEmpty() ? Set.of() : new TreeSet<>(Arrays.asList(names.split("\\s+", -1)));
    } catch (IOException e) {
      return Set.of();
    }
  }

  /** Returns the name in use; empty if it cannot be read. */
  static String of(Channel channel) {
    ByteBuffer value = channel.config().getOption(OPTION);
    if (value == null) {
      return "";
    }
    byte[] name = new byte[value.remaining()];
    value.get(name);
    int end = 0;
    while (end < name.length && name[end] != 0) {
      end++;
    }
    return new String(name, 0, end, StandardCharsets.US_ASCII);
  }

  /** Sets it, if the kernel still offers it; else the connection keeps the system's. */
  static void set(Channel channel, String name) {
    if (!(channel instanceof EpollSocketChannel)) {
      return;
    }
    ByteBuffer value = ByteBuffer.allocateDirect(NAME_BYTES);
    value.put(name.getBytes(StandardCharsets.US_ASCII)).clear();
    try {
      var unused = channel.config().setOption(OPTION, value);
    } catch (ChannelException e) {
      LOG.debug("congestion control {}: {}", name, e.getMessage());
    }
  }
}
