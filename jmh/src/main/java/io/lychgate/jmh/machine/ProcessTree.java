package io.lychgate.jmh.machine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Process with its descendants, as accounted in {@code /proc}. */
public record ProcessTree(ProcessHandle root) {

  /** USER_HZ: the kernel's unit of times for user space, whatever its own tick is. */
  private static final double TICKS_PER_SECOND = 100;

  private static final Pattern RSS = Pattern.compile("(?m)^Rss:\\s+(\\d+) kB");
  private static final Pattern PSS = Pattern.compile("(?m)^Pss:\\s+(\\d+) kB");

  /** User and system time of all of them, and of children already waited for, in microseconds. */
  public double cpuMicros() {
    return sum(member -> ticks(read(member, "stat"))) * 1_000_000 / TICKS_PER_SECOND;
  }

  /** Resident memory in KB. A page that several processes share counts for each of them. */
  public double rssKb() {
    return sum(member -> number(RSS, read(member, "smaps_rollup")));
  }

  /** Resident memory in KB. A page that several processes share counts in parts (proportional set size). */
  public double pssKb() {
    return sum(member -> number(PSS, read(member, "smaps_rollup")));
  }

  /** The process and its descendants. */
  public List<ProcessHandle> members() {
    return Stream.concat(Stream.of(root), root.descendants()).toList();
  }

  private double sum(ToLongFunction<ProcessHandle> figure) {
    return members().stream().mapToLong(figure).sum();
  }

  /** proc(5): utime, stime, cutime, cstime are fields 14 to 17; field 2, the name, may hold spaces and brackets. */
  static long ticks(String stat) {
    if (stat.isEmpty()) {
      return 0;
    }
    List<String> fields = List.of(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1));
    return fields.subList(11, 15).stream().mapToLong(Long::parseLong).sum();
  }

  private static long number(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher.find() ? Long.parseLong(matcher.group(1)) : 0;
  }

  /** Returns true for an ended process. One whose parent has not yet waited for it has state Z, and no memory (proc(5)). */
  private static boolean hasEnded(ProcessHandle member) {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(member.pid()), "stat"));
      return stat.isEmpty() || stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (IOException gone) {
      return true;
    }
  }

  /** Returns the text of a file; empty if the process has just ended. */
  private static String read(ProcessHandle member, String file) {
    try {
      return Files.readString(
          Path.of("/proc", Long.toString(member.pid()), file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      if (hasEnded(member)) {
        return "";
      }
      throw new UncheckedIOException(e);
    }
  }
}
