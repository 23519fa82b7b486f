package io.lychgate.gateway.doctor;

import io.lychgate.gateway.config.check.Limits;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Limits and settings of Linux, read from the file system {@code /proc}. */
final class Kernel {
  /** Bytes that the gateway requests for each UDP socket in each direction. */
  static final long UDP_BUFFER_BYTES = Limits.UDP_BUFFER_BYTES;

  private static final int MESSAGE_CHARACTERS = 200;

  private final Path proc;
  private final Path sys;
  private final Path run;

  /** A kernel without the other file systems. */
  Kernel(Path proc) {
    this(proc, proc.resolve("none"), proc.resolve("none"));
  }

  /**
   * @param proc the file system {@code /proc}
   * @param sys the file system {@code /sys}
   * @param run the directory {@code /run} of the system's services
   */
  Kernel(Path proc, Path sys, Path run) {
    this.proc = proc;
    this.sys = sys;
    this.run = run;
  }

  static Kernel ofThisMachine() {
    return new Kernel(Path.of("/proc"), Path.of("/sys"), Path.of("/run"));
  }

  /** Returns the value of a setting, such as {@code net/core/rmem_max}; empty on other systems. */
  OptionalLong setting(String name) {
    try {
      return OptionalLong.of(Long.parseLong(text(name)));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** Returns the text of a setting; empty on other systems. */
  String text(String name) {
    return line(proc.resolve("sys").resolve(name));
  }

  /** Returns the name of the source of the system's time, such as {@code tsc}; empty on other systems. */
  String clockSource() {
    return line(sys.resolve("devices/system/clocksource/clocksource0/current_clocksource"));
  }

  /** Returns true if a service of the system reports that it has set the clock from a time server. */
  boolean isClockSynchronized() {
    return Files.exists(run.resolve("systemd/timesync/synchronized"))
        || Files.exists(run.resolve("chrony/chronyd.pid"))
        || Files.exists(run.resolve("ntpd.pid"));
  }

  /** Returns true if an interface has a global IPv6 address. */
  boolean hasIpv6() {
    try {
      // Columns: address, interface, prefix length, scope, flags, name. The scope 00 is global.
      return Files.readAllLines(proc.resolve("net/if_inet6"), StandardCharsets.US_ASCII).stream()
          .map(line -> line.strip().split("\\s+", 6))
          .anyMatch(columns -> columns.length > 3 && columns[3].equals("00"));
    } catch (IOException e) {
      return false;
    }
  }

  private static String line(Path file) {
    // Reads with one system call: a second read of such a file returns its end in any case.
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
      String line = in.readLine();
      return line == null ? "" : line.strip();
    } catch (IOException e) {
      return "";
    }
  }

  /** Returns the file descriptors that this process may have. Java raises the soft limit to the hard one. */
  OptionalLong maxOpenFiles() {
    try {
      return Files.readAllLines(proc.resolve("self/limits"), StandardCharsets.US_ASCII).stream()
          .filter(line -> line.startsWith("Max open files"))
          .mapToLong(line -> Long.parseLong(line.strip().split("\\s+", 6)[3]))
          .findFirst();
    } catch (IOException | RuntimeException e) {
      return OptionalLong.empty();
    }
  }

  /** Returns the message of a failure, shortened to one line. */
  static String oneLine(Throwable failure) {
    String message = failure.getMessage();
    String text = message == null ? failure.getClass().getSimpleName() : message;
    String line = text.replaceAll("\\s+", " ").strip();
    return line.length() <= MESSAGE_CHARACTERS ? line : line.substring(0, MESSAGE_CHARACTERS);
  }
}
