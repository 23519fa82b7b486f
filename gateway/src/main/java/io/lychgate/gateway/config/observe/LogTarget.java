package io.lychgate.gateway.config.observe;

import io.lychgate.gateway.config.check.Require;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Destination of a log. Its text is for operators. */
public sealed interface LogTarget {
  /** Standard output of the process. */
  record Stdout() implements LogTarget {
    @Override
    public String toString() {
      return "stdout";
    }
  }

  /**
   * A file.
   *
   * @param path absolute
   * @param rotation null if another program rotates the file, or none does
   * @param mode permissions of a file that the gateway creates, as chmod has them
   */
  record ToFile(Path path, @Nullable Rotation rotation, int mode) implements LogTarget {
    /** Owner and group: the lines have addresses of clients and queries. */
    public static final int DEFAULT_MODE = 0640;

    public ToFile(Path path, @Nullable Rotation rotation) {
      this(path, rotation, DEFAULT_MODE);
    }

    @Override
    public String toString() {
      return path.toString();
    }
  }

  /**
   * When a file is renamed and a new one begun, and what becomes of the old ones.
   *
   * @param size bytes of a file; 0 for no limit
   * @param age time from the first line of a file; zero for no limit
   * @param keep number of old files that stay
   * @param gzip true if old files are compressed
   */
  record Rotation(long size, Duration age, int keep, boolean gzip) {
    public static final int DEFAULT_KEEP = 7;
    public static final int MAX_KEEP = 10_000;

    /** Bytes. Two full buffers of lines. */
    public static final long MIN_SIZE = 64 * 1024;

    public static final long MAX_SIZE = 1L << 40;

    public Rotation {
      Require.range("keep", keep, 1, MAX_KEEP);
      if (size == 0 && age.isZero()) {
        throw new IllegalArgumentException("rotate: no limit (expected: size, age or both)");
      }
    }
  }

  /**
   * A receiver of syslog messages (RFC 5424).
   *
   * @param host name or address; empty for a UNIX socket
   * @param port 0 for a UNIX socket
   * @param socket null for a receiver of the network
   * @param facility 0 to 23 (RFC 5424 section 6.2.1)
   * @param app APP-NAME of the messages
   */
  record Syslog(
      Transport transport, String host, int port, @Nullable Path socket, int facility, String app)
      implements LogTarget {
    public static final int DEFAULT_PORT = 514;
    public static final String DEFAULT_APP = "lychgate";

    /** local0. */
    public static final int DEFAULT_FACILITY = 16;

    /** The ways to a receiver. */
    public enum Transport {
      UDP,
      TCP,
      UNIX
    }

    @Override
    public String toString() {
      return switch (transport) {
        case UDP -> "syslog udp://" + host + ":" + port;
        case TCP -> "syslog tcp://" + host + ":" + port;
        case UNIX -> "syslog unix:" + socket;
      };
    }
  }

  /** A collector of OpenTelemetry. */
  record Otlp(OtlpConfig collector) implements LogTarget {
    @Override
    public String toString() {
      return "otlp " + collector.endpoint();
    }
  }
}
