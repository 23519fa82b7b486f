package io.lychgate.jmh.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Limit of open files of a process; a connection is one. The peers inherit the limit. */
public final class OpenFiles {
  private static final Pattern LIMIT =
      Pattern.compile("(?m)^Max open files\\s+(\\d+|unlimited)\\s");

  /** Open files of the process itself: its libraries, logs and connections to the origin. */
  private static final int RESERVE = 1000;

  private OpenFiles() {}

  /** Returns {@code wanted} if the limit allows so many connections, else the limit rounded down to thousands. */
  public static int allowed(int wanted) throws IOException {
    long most = limitIn(Files.readString(Path.of("/proc/self/limits"))) - RESERVE;
    return most >= wanted ? wanted : (int) (most / 1000 * 1000);
  }

  /** Throws if the limit does not allow this number of connections. The message names the remedy. */
  static void require(int connections) throws IOException {
    long limit = limitIn(Files.readString(Path.of("/proc/self/limits")));
    if (limit < connections + RESERVE) {
      throw new IOException("open files: " + limit + " (expected: " + (connections + RESERVE)
          + " at least for " + connections + " connections, by ulimit -n)");
    }
  }

  /** Returns the soft limit, which the JVM has raised to the hard limit. */
  static long limitIn(String limits) {
    Matcher limit = LIMIT.matcher(limits);
    return limit.find() && !limit.group(1).equals("unlimited")
        ? Long.parseLong(limit.group(1))
        : Long.MAX_VALUE;
  }
}
