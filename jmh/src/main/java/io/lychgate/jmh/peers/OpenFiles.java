package io.lychgate.jmh.peers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How many files a process of this machine may have open; a connection is one. The peers inherit it. */
public final class OpenFiles {
  private static final Pattern LIMIT =
      Pattern.compile("(?m)^Max open files\\s+(\\d+|unlimited)\\s");

  /** Of the process itself: its libraries, logs and connections to the origin. */
  private static final int RESERVE = 1000;

  private OpenFiles() {}

  /** As many connections as are wanted, or the thousands of them that are allowed. */
  public static int allowed(int wanted) throws IOException {
    long most = limitIn(Files.readString(Path.of("/proc/self/limits"))) - RESERVE;
    return most >= wanted ? wanted : (int) (most / 1000 * 1000);
  }

  /** Fails with what to do when there cannot be as many connections. */
  static void require(int connections) throws IOException {
    long limit = limitIn(Files.readString(Path.of("/proc/self/limits")));
    if (limit < connections + RESERVE) {
      throw new IOException("open files: " + limit + " (expected: " + (connections + RESERVE)
          + " at least for " + connections + " connections, by ulimit -n)");
    }
  }

  /** The JVM has raised what is in force to what is allowed. */
  static long limitIn(String limits) {
    Matcher limit = LIMIT.matcher(limits);
    return limit.find() && !limit.group(1).equals("unlimited")
        ? Long.parseLong(limit.group(1))
        : Long.MAX_VALUE;
  }
}
