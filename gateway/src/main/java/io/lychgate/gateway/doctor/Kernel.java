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

  Kernel(Path proc) {
    this.proc = proc;
  }

  static Kernel ofThisMachine() {
    return new Kernel(Path.of("/proc"));
  }

  /** Returns the value of a setting, such as {@code net/core/rmem_max}; empty on other systems. */
  OptionalLong setting(String name) {
    Path file = proc.resolve("sys").resolve(name);
    // Reads with one system call: a second read of such a file returns its end in any case.
    try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
      return OptionalLong.of(Long.parseLong(String.valueOf(in.readLine()).strip()));
    } catch (IOException | NumberFormatException e) {
      return OptionalLong.empty();
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
