package io.lychgate.gateway.loop;

import java.io.IOException;
import java.util.regex.Pattern;

/** A socket that could not be bound to its address. The message has the reason of the kernel, and what the address should be. */
public final class BindFailure extends IOException {
  private static final long serialVersionUID = 1;

  /** Netty puts "bind(..) failed with error(-98): " before the message of the kernel. */
  private static final Pattern OF_NETTY = Pattern.compile("^.*failed with error\\(-\\d+\\): ");

  /** @param socket key or listener of the socket, and its address */
  public BindFailure(String socket, Throwable cause) {
    super(socket + ": " + reason(cause), cause);
  }

  private static String reason(Throwable cause) {
    String reason = OF_NETTY.matcher(String.valueOf(cause.getMessage())).replaceFirst("");
    return reason + " (expected: " + expected(reason) + ")";
  }

  private static String expected(String reason) {
    if (reason.startsWith("Address already in use")) {
      return "a port that no other process uses";
    }
    if (reason.startsWith("Permission denied")) {
      return "a port that this user may open, such as one above 1023, or a socket of systemd";
    }
    if (reason.startsWith("Cannot assign requested address")) {
      return "an address of this machine";
    }
    return "an address and port that are free";
  }
}
