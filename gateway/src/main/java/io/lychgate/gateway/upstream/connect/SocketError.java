package io.lychgate.gateway.upstream.connect;

import java.io.FileNotFoundException;
import java.util.regex.Pattern;

/** The text of an error of a socket, without the names of system calls that Netty's native transports add. */
public final class SocketError {
  /** The beginning of a message such as {@code finishConnect(..) failed with error(-111): Connection refused: /10.0.0.7:80}. */
  private static final Pattern SYSTEM_CALL =
      Pattern.compile("^\\w+\\(\\.\\.\\) failed with error\\(-?\\d+\\): ");

  /** The slash of Java's notation of an address without a name; the path of a UNIX socket keeps its own. */
  private static final Pattern SLASH_OF_ADDRESS = Pattern.compile(": /(?=[0-9\\[][^/]*$)");

  private SocketError() {}

  /** Returns for example {@code connection refused: 10.0.0.7:80}. */
  public static String text(Throwable cause) {
    String message = cause.getMessage();
    if (message == null || message.isEmpty()) {
      // Netty's exception for the path of a UNIX socket has no message.
      return cause instanceof FileNotFoundException
          ? "no such socket"
          : cause.getClass().getSimpleName();
    }
    String plain = SYSTEM_CALL.matcher(message).replaceFirst("");
    plain = SLASH_OF_ADDRESS.matcher(plain).replaceFirst(": ");
    boolean isWord = plain.length() > 1 && Character.isLowerCase(plain.charAt(1));
    return isWord ? Character.toLowerCase(plain.charAt(0)) + plain.substring(1) : plain;
  }
}
