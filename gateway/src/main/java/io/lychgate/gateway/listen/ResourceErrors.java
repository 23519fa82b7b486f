package io.lychgate.gateway.listen;

import io.netty.channel.unix.Errors.NativeIoException;
import java.util.Set;

/** Tells apart errors of system calls that say that this machine has run out of something. */
final class ResourceErrors {
  // errno(3) on Linux; Netty has them negative.
  private static final int ENOMEM = -12;
  private static final int ENFILE = -23;
  private static final int EMFILE = -24;
  private static final int ENOBUFS = -105;
  private static final Set<Integer> SHORTAGES = Set.of(ENOMEM, ENFILE, EMFILE, ENOBUFS);

  private ResourceErrors() {}

  static boolean isShortage(Throwable cause) {
    if (cause instanceof NativeIoException error) {
      return SHORTAGES.contains(error.expectedErr());
    }
    String message = cause.getMessage();
    // The JDK's sockets give the text of strerror(3) only.
    return message != null && message.contains("Too many open files");
  }
}
