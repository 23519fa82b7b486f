package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.AccessLogConfig;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.observe.LogConfig;
import io.lychgate.gateway.config.observe.LogField;
import io.lychgate.gateway.config.observe.LogSample;
import io.lychgate.gateway.config.observe.LogTarget;
import io.lychgate.gateway.config.observe.LogTarget.Rotation;
import io.lychgate.gateway.config.observe.LogTarget.Syslog;
import io.lychgate.gateway.config.observe.OtlpConfig;
import io.lychgate.gateway.config.observe.Redaction;
import io.lychgate.gateway.config.observe.TracingConfig;
import io.lychgate.gateway.config.policy.AcceptedPeers;
import io.lychgate.gateway.config.policy.TracingPolicy;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads {@code accessLog}, {@code tracing} and the policy {@code tracing}. */
final class ObserveReader {
  /** Keys beside {@code file}. */
  private static final List<String> OF_FILES = List.of("rotate", "mode");

  private static final int OCTAL = 8;
  private static final String LOG = "accessLog";
  private static final String OFF = "off";
  private static final String STDOUT = "stdout";

  /** In the order of their numbers (RFC 5424 section 6.2.1). */
  private static final List<String> FACILITIES = List.of(
      "kern",
      "user",
      "mail",
      "daemon",
      "auth",
      "syslog",
      "lpr",
      "news",
      "uucp",
      "cron",
      "authpriv",
      "ftp",
      "ntp",
      "audit",
      "alert",
      "clock",
      "local0",
      "local1",
      "local2",
      "local3",
      "local4",
      "local5",
      "local6",
      "local7");

  private static final int MAX_PORT = 65_535;

  private ObserveReader() {}

  // Access logs.

  static AccessLogConfig accessLog(Section root) {
    List<Section> items = root.sections(LOG);
    Section only = root.section(LOG);
    if (items.isEmpty()) {
      return new AccessLogConfig(log(root, only, LOG).stream().toList());
    }
    List<LogConfig> logs = new ArrayList<>();
    Map<Path, Section> files = new HashMap<>();
    for (int i = 0; i < items.size(); i++) {
      Section item = items.get(i);
      if (!item.items().isEmpty() || item.scalar().filter(OFF::equals).isPresent()) {
        root.problem(LOG, i, "(expected: stdout, a path, or a section)");
        continue;
      }
      Optional<LogConfig> read = item.scalar().isPresent()
          ? Optional.of(LogConfig.plain(target(item, item.scalar().get())))
          : section(item);
      read.ifPresent(log -> {
        if (log.to() instanceof LogTarget.ToFile file && files.put(file.path(), item) != null) {
          item.problem("to", file.path() + " (expected: a file of one log only)");
        }
        logs.add(log);
      });
    }
    return new AccessLogConfig(logs);
  }

  private static Optional<LogConfig> log(Section root, Section section, String key) {
    Optional<String> text = section.scalar();
    if (text.isEmpty()) {
      return root.has(key) ? section(section) : Optional.empty();
    }
    return text.get().equals(OFF)
        ? Optional.empty()
        : Optional.of(LogConfig.plain(target(section, text.get())));
  }

  /** Returns the destination that a text names. */
  private static LogTarget target(Section section, String text) {
    return text.equals(STDOUT)
        ? new LogTarget.Stdout()
        : new LogTarget.ToFile(logPath(section, section.path()), null);
  }

  /** Returns the path of a log, which must not change a program of this machine. */
  private static Path logPath(Section section, @Nullable Path path) {
    Path log = Objects.requireNonNull(path);
    String objection = section.context().reach().objectionToLog(log);
    if (objection != null) {
      section.problem("file", log + " " + objection);
    }
    return log;
  }

  private static Optional<LogConfig> section(Section section) {
    List<LogField> fields = new ArrayList<>();
    for (String text : section.texts("fields")) {
      LogField.parse(text).ifPresent(fields::add);
    }
    Optional<LogTarget> to =
        section.has("to") ? target(section.section("to")) : Optional.of(new LogTarget.Stdout());
    LogSample sample = sample(section.section("sample"));
    return to.flatMap(target -> section.build(() -> new LogConfig(
        section.text("format", "json").equals("json")
            ? LogConfig.Format.JSON
            : LogConfig.Format.TEXT,
        fields,
        redaction(section),
        sample,
        target)));
  }

  private static Redaction redaction(Section section) {
    List<String> rules = section.has("redact") ? section.texts("redact") : Redaction.DEFAULT_RULES;
    return Redaction.of(rules).orElse(Redaction.DEFAULT);
  }

  private static LogSample sample(Section section) {
    Optional<String> share = section.scalar();
    if (share.isPresent()) {
      return new LogSample(
          Double.parseDouble(share.get()), LogSample.DEFAULT_ERRORS, LogSample.DEFAULT_SLOW);
    }
    return new LogSample(
        section.share("share", 1),
        section.integer("errors", LogSample.DEFAULT_ERRORS),
        section.duration("slow", LogSample.DEFAULT_SLOW));
  }

  private static Optional<LogTarget> target(Section section) {
    Optional<String> text = section.scalar();
    if (text.isPresent()) {
      return Optional.of(target(section, text.get()));
    }
    List<String> kinds =
        section.names().stream().filter(name -> !OF_FILES.contains(name)).toList();
    if (kinds.size() != 1
        || (OF_FILES.stream().anyMatch(section::has) && !kinds.contains("file"))) {
      section.problem(
          section.names().get(0),
          String.join(", ", section.names())
              + " (expected: one of file, stdout, syslog, otlp; rotate and mode only beside file)");
      return Optional.empty();
    }
    return switch (kinds.get(0)) {
      case "file" -> file(section);
      case "syslog" -> syslog(section.section("syslog"));
      case "otlp" -> otlp(section.section("otlp")).map(LogTarget.Otlp::new);
      default -> Optional.of(new LogTarget.Stdout());
    };
  }

  private static Optional<LogTarget> file(Section section) {
    Path path = logPath(section, section.path("file"));
    int mode = mode(section);
    if (!section.has("rotate")) {
      return Optional.of(new LogTarget.ToFile(path, null, mode));
    }
    Section rotate = section.section("rotate");
    return rotate
        .build(() -> new Rotation(
            rotate.has("size")
                ? rotate.size("size", Rotation.MIN_SIZE, Rotation.MIN_SIZE, Rotation.MAX_SIZE)
                : 0,
            rotate.has("age") ? rotate.duration("age", Duration.ofDays(1)) : Duration.ZERO,
            rotate.integer("keep", Rotation.DEFAULT_KEEP),
            rotate.flag("gzip", true)))
        .map(rotation -> new LogTarget.ToFile(path, rotation, mode));
  }

  private static int mode(Section section) {
    String text = section.text("mode");
    if (text == null) {
      return LogTarget.ToFile.DEFAULT_MODE;
    }
    // A file with lines of clients must not become a program, such as the hook of ACME.
    if (!text.matches("0?6[0246]{2}")) {
      section.problem(
          "mode",
          text
              + " (expected: three octal digits that let the owner write and nobody execute, as 0640)");
      return LogTarget.ToFile.DEFAULT_MODE;
    }
    return Integer.parseInt(text, OCTAL);
  }

  private static Optional<LogTarget> syslog(Section section) {
    String address = section.scalar().orElseGet(() -> section.text("address", ""));
    int facility = FACILITIES.indexOf(section.text("facility", "local0"));
    String app = section.text("app", Syslog.DEFAULT_APP);
    if (address.startsWith("unix:")) {
      Path socket = Path.of(address.substring("unix:".length())).normalize();
      String objection = section.context().reach().objection(socket);
      if (objection != null) {
        section.problem("address", address + " " + objection);
        return Optional.empty();
      }
      return Optional.of(new Syslog(Syslog.Transport.UNIX, "", 0, socket, facility, app));
    }
    try {
      URI uri = new URI(address);
      int port = uri.getPort() < 0 ? Syslog.DEFAULT_PORT : uri.getPort();
      if (uri.getHost() != null
          && uri.getUserInfo() == null
          && uri.getRawPath().isEmpty()
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null
          && port > 0
          && port <= MAX_PORT) {
        Syslog.Transport transport =
            Syslog.Transport.valueOf(uri.getScheme().toUpperCase(Locale.ROOT));
        String host = uri.getHost().replaceAll("[\\[\\]]", "");
        return Optional.of(new Syslog(transport, host, port, null, facility, app));
      }
    } catch (URISyntaxException e) {
      // The problem below names the address.
    }
    section.problem(
        "address", address + " (expected: udp://host:514, tcp://host:514 or unix:/dev/log)");
    return Optional.empty();
  }

  // Collectors and traces.

  private static Optional<OtlpConfig> otlp(Section section) {
    String text = section.scalar().orElseGet(() -> section.text("endpoint", ""));
    URI endpoint = endpoint(text);
    if (endpoint == null) {
      section.problem(
          "endpoint",
          text.replaceFirst("//[^/]*@", "//***@")
              + " (expected: http://host:port or https://host:port, without user and query)");
      return Optional.empty();
    }
    Map<String, Secret> headers = new LinkedHashMap<>();
    Section named = section.section("headers");
    for (String name : named.names()) {
      Secret value = SecretReference.read(named, name);
      if (value == null) {
        continue;
      }
      if (value.reveal().chars().anyMatch(c -> c < ' ' || c > '~')) {
        named.problem(name, "(expected: a secret of printable ASCII characters in one line)");
      } else {
        headers.put(name.toLowerCase(Locale.ROOT), value);
      }
    }
    Path ca = section.path("ca");
    if (ca != null && !Files.isReadable(ca)) {
      section.problem("ca", ca + " (expected: a readable file)");
    }
    if (!headers.isEmpty()) {
      ClearText.refuse(section, "endpoint", "headers", endpoint);
    }
    OtlpConfig.Protocol protocol =
        OtlpConfig.Protocol.valueOf(section.text("protocol", "http").toUpperCase(Locale.ROOT));
    if (protocol == OtlpConfig.Protocol.GRPC && endpoint.getRawPath().length() > 1) {
      section.problem("endpoint", text + " (expected: no path, with gRPC)");
      return Optional.empty();
    }
    return section.build(() -> new OtlpConfig(
        endpoint, protocol, headers, section.duration("timeout", OtlpConfig.DEFAULT_TIMEOUT), ca));
  }

  private static @Nullable URI endpoint(String text) {
    try {
      URI uri = new URI(text);
      boolean isUrl = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      return isUrl
              && uri.getHost() != null
              && uri.getUserInfo() == null
              && uri.getRawQuery() == null
              && uri.getRawFragment() == null
              && uri.getPort() <= MAX_PORT
          ? uri
          : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  static TracingConfig tracing(Section section) {
    OtlpConfig collector = section.has("otlp") ? otlp(section.section("otlp")).orElse(null) : null;
    return section
        .build(() -> new TracingConfig(
            collector,
            section.text("service", TracingConfig.DEFAULT_SERVICE),
            section.integer("queue", TracingConfig.DEFAULT_QUEUE),
            redaction(section)))
        .orElseGet(TracingConfig::defaults);
  }

  static Optional<TracingPolicy> policy(Section section) {
    return section.build(() -> new TracingPolicy(
        AcceptedPeers.of(section.text("accept", AcceptedPeers.TRUSTED.token())),
        section.share("sample", TracingPolicy.DEFAULT_SHARE)));
  }
}
