package io.lychgate.gateway.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Destination of the access log, one line per exchange. The path is present exactly when the destination is a file. */
public record AccessLogConfig(
    Destination destination, @Nullable Path path) {

  /** Kind of place. */
  public enum Destination {
    OFF,
    STDOUT,
    FILE
  }

  public AccessLogConfig {
    if ((destination == Destination.FILE) != (path != null)) {
      throw new IllegalArgumentException("path: " + path + " (expected: one exactly for a file)");
    }
  }

  public static AccessLogConfig off() {
    return new AccessLogConfig(Destination.OFF, null);
  }

  public static AccessLogConfig stdout() {
    return new AccessLogConfig(Destination.STDOUT, null);
  }

  public static AccessLogConfig file(Path path) {
    return new AccessLogConfig(Destination.FILE, path);
  }
}
