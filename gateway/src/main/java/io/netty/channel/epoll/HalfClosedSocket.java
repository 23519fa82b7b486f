package io.netty.channel.epoll;

import io.netty.channel.Channel;
import java.io.IOException;

/**
 * Keeps a socket usable after the end of its input. The class is in Netty's package, because no public API changes the events of a
 * socket: Netty 4.2.18 deletes a registration without events, and then changes it when a write has to wait. That fails, and the
 * socket is closed. Event loop only.
 */
public final class HalfClosedSocket {
  private HalfClosedSocket() {}

  /**
   * Registers for errors, which the kernel reports in any case, so that the registration is never without events. Call before the
   * input ends. Does nothing for a channel of another transport.
   */
  public static void prepare(Channel channel) throws IOException {
    if (channel instanceof AbstractEpollChannel socket) {
      socket.setFlag(Native.EPOLLERR);
    }
  }
}
