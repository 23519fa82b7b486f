package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.AuditReceiver;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.observe.LogConfig;
import io.lychgate.gateway.config.observe.LogField;
import io.lychgate.gateway.config.observe.LogSample;
import io.lychgate.gateway.config.observe.LogTarget;
import io.lychgate.gateway.config.observe.LogTarget.Rotation;
import io.lychgate.gateway.config.observe.LogTarget.Syslog;
import io.lychgate.gateway.config.observe.OtlpConfig;
import io.lychgate.gateway.config.observe.Redaction;
import io.lychgate.gateway.config.policy.AcceptedPeers;
import io.lychgate.gateway.config.policy.TracingPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ObserveReaderTest {
  private static final String BASE = """
      listeners: [ { name: a, address: "localhost:80" } ]
      sites: []
      """;

  @TempDir
  Path directory;

  private Checked<GatewayConfig> read(String yaml) {
    return ConfigReader.of(Map.of("TOKEN", "s3cret", "LINES", "a\nb"))
        .read(BASE + yaml, "gateway.yaml", directory);
  }

  private GatewayConfig valid(String yaml) {
    Checked<GatewayConfig> read = read(yaml);
    assertThat(read.problems()).isEmpty();
    return read.value();
  }

  private List<LogConfig> logs(String yaml) {
    return valid(yaml).accessLog().logs();
  }

  @Test
  void auditTrailHasAReceiverOfSyslogMessages() {
    assertThat(valid("store: { audit: { keep: 24h } }").store().auditReceiver()).isNull();
    assertThat(valid("store: { audit: { syslog: { address: \"tls://siem.example\" } } }")
            .store()
            .auditReceiver())
        .isEqualTo(new AuditReceiver(AuditReceiver.Transport.TLS, "siem.example", 6514, null));
    assertThat(String.valueOf(
            valid("store: { audit: { syslog: { address: \"udp://[2001:db8::1]:1514\" } } }")
                .store()
                .auditReceiver()))
        .isEqualTo("udp://[2001:db8::1]:1514");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http://a:1 | address: http://a:1 (expected:",
        "tcp://a:99999 | address: tcp://a:99999 (expected:",
        "tcp://a:514/x | address: tcp://a:514/x (expected:",
        "tcp://me:s3cret@a:514 | address: tcp://***@a:514 (expected:",
      })
  void receiverOfTheAuditTrailIsAnAddress(String address, String problem) {
    assertThat(read("store: { audit: { syslog: { address: \"" + address + "\" } } }")
            .problems())
        .singleElement()
        .asString()
        .contains(problem)
        .doesNotContain("s3cret");
  }

  @Test
  void textsMeanWhatTheyMeantBefore() {
    assertThat(logs("accessLog: off")).isEmpty();
    assertThat(logs("")).isEmpty();
    assertThat(logs("accessLog: stdout")).containsExactly(LogConfig.plain(new LogTarget.Stdout()));
    assertThat(logs("accessLog: log/a.log"))
        .containsExactly(
            LogConfig.plain(new LogTarget.ToFile(directory.resolve("log/a.log"), null)));
  }

  @Test
  void sectionHasSafeDefaults() {
    assertThat(logs("accessLog: {}"))
        .containsExactly(new LogConfig(
            LogConfig.Format.JSON,
            List.of(),
            Redaction.DEFAULT,
            LogSample.ALL,
            new LogTarget.Stdout()));
  }

  @Test
  void readsEveryKeyOfSeveralLogs() {
    List<LogConfig> logs = logs("""
        accessLog:
          - { to: { file: a.log, rotate: { size: 1MiB, age: 1h, keep: 3, gzip: false } }, sample: 0.5 }
          - to: { syslog: { address: "tcp://[::1]:601", facility: daemon, app: x } }
            format: text
            fields: [ time, request.User-Agent, response.x-total ]
            redact: [ query.token, cookie.sid, header.X-Own ]
            sample: { share: 0.1, errors: 500, slow: 2s }
          - { to: { otlp: { endpoint: "https://c:4317", protocol: grpc, headers: { A: "env:TOKEN" }, timeout: 3s } } }
          - { to: { syslog: "unix:/dev/log" } }
          - b.log
        """);

    assertThat(logs.get(0).to())
        .isEqualTo(new LogTarget.ToFile(
            directory.resolve("a.log"), new Rotation(1 << 20, Duration.ofHours(1), 3, false)));
    assertThat(logs.get(0).sample().share()).isEqualTo(0.5);
    assertThat(logs.get(1).to())
        .isEqualTo(new Syslog(Syslog.Transport.TCP, "::1", 601, null, 3, "x"));
    assertThat(logs.get(1).fields().stream().map(LogField::toString))
        .containsExactly("time", "request.user-agent", "response.x-total");
    assertThat(logs.get(1).redact().fields()).containsExactly("x-own");
    assertThat(logs.get(1).sample()).isEqualTo(new LogSample(0.1, 500, Duration.ofSeconds(2)));
    OtlpConfig collector = ((LogTarget.Otlp) logs.get(2).to()).collector();
    assertThat(Objects.requireNonNull(collector.headers().get("a")).reveal()).isEqualTo("s3cret");
    assertThat(collector.toString()).doesNotContain("s3cret");
    assertThat(logs.get(3).to()).hasToString("syslog unix:/dev/log");
    assertThat(logs.get(4).redact()).isEqualTo(Redaction.NONE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "accessLog: { fields: [ statuss ] }|accessLog.fields[0]|statuss",
        "accessLog: { fields: [ status, status ] }|accessLog|status twice",
        "accessLog: { redact: [ passwords ] }|accessLog.redact[0]|passwords",
        "accessLog: { sample: 2 }|accessLog.sample|0 to 1",
        "accessLog: { format: xml }|accessLog.format|json or text",
        "accessLog: { to: { file: a, stdout: true } }|accessLog.to.file|one of file",
        "accessLog: { to: { stdout: true, rotate: { size: 1MiB } } }|accessLog.to|one of file",
        "accessLog: { to: { file: a, rotate: {} } }|accessLog.to.rotate|size, age or both",
        "accessLog: { to: { file: a, rotate: { size: 1 } } }|accessLog.to.rotate.size|bytes",
        "accessLog: { to: { syslog: 'udp://h:514/path' } }|accessLog.to.syslog|udp://host:514",
        "accessLog: { to: { syslog: 'udp://:1' } }|accessLog.to.syslog|udp://host:514",
        "accessLog: { to: { otlp: 'http://u:p@h' } }|accessLog.to.otlp|http://host",
        "accessLog: { to: { otlp: { endpoint: 'http://h/x', protocol: grpc } } }|accessLog.to.otlp.endpoint|no path",
        "accessLog: { to: { otlp: { endpoint: 'http://h', headers: { a: 'env:NONE' } } } }|accessLog.to.otlp.headers.a|variable that is set",
        "accessLog: { to: { otlp: { endpoint: 'http://h', headers: { a: 'env:LINES' } } } }|accessLog.to.otlp.headers.a|one line",
        "accessLog: { to: { otlp: { endpoint: 'http://h', ca: none.pem } } }|accessLog.to.otlp.ca|readable file",
        "accessLog: { to: { otlp: { endpoint: 'http://h', headers: { a: 'env:TOKEN' } } } }|accessLog.to.otlp.endpoint|h gets the headers in clear text",
        "accessLog: { to: { stdout: true, mode: 0640 } }|accessLog.to|rotate and mode only beside file",
        "accessLog: { to: { file: a, mode: 0440 } }|accessLog.to.mode|three octal digits",
        "accessLog: { to: { file: a, mode: 0650 } }|accessLog.to.mode|nobody execute",
        "accessLog: { to: { file: a, mode: '0750' } }|accessLog.to.mode|nobody execute",
        "accessLog: { to: { file: a, mode: 0o640 } }|accessLog.to.mode|three octal digits",
        "accessLog: { to: { file: a, mode: 0689 } }|accessLog.to.mode|three octal digits",
        "accessLog: { to: { file: a, mode: u=rw } }|accessLog.to.mode|three octal digits",
        "accessLog: [ off ]|accessLog[0]|stdout, a path",
        "accessLog: [ [ a.log ] ]|accessLog[0]|stdout, a path",
        "accessLog: [ { to: a.log }, { to: a.log } ]|accessLog[1].to|one log only",
        "tracing: { otlp: { protocol: grpc } }|tracing.otlp|endpoint",
        "tracing: { queue: 0 }|tracing.queue|1 to 100000",
      })
  void problemsNameTheirPlace(String yaml, String path, String text) {
    List<ConfigProblem> problems = read(yaml).problems();

    assertThat(problems).isNotEmpty();
    assertThat(problems.get(0).toString())
        .startsWith("gateway.yaml:3:")
        .contains(path)
        .contains(text);
    assertThat(problems.toString()).doesNotContain("s3cret", "u:p@");
  }

  @ParameterizedTest
  @CsvSource({"0600", "'\"0600\"'", "600"})
  void filesHaveTheModeThatIsWritten(String mode) {
    assertThat(logs("accessLog: { to: { file: a.log, mode: " + mode + " } }")
            .get(0)
            .to())
        .isEqualTo(new LogTarget.ToFile(directory.resolve("a.log"), null, 0600));
  }

  @ParameterizedTest
  @CsvSource({
    "'http://127.0.0.9:4318', ''",
    "'http://[::1]:4318', ''",
    "'http://localhost:4318', ''",
    "'https://collector.example', ''",
    "'http://collector.example', ', insecure: true'",
  })
  void headersGoToTheOwnMachineOrOverTlsOrWhereTheOperatorSaysSo(String endpoint, String more) {
    assertThat(read("tracing: { otlp: { endpoint: \"" + endpoint
                + "\", headers: { a: \"env:TOKEN\" }" + more + " } }")
            .problems())
        .isEmpty();
  }

  @Test
  void readsTracing() {
    GatewayConfig config = valid("""
        tracing: { otlp: "http://127.0.0.1:4318", service: edge, queue: 10, redact: [] }
        """.stripIndent());
    GatewayConfig policy = ConfigReader.of(Map.of())
        .read(
            "listeners: [ { name: a, address: \"localhost:80\", policies: { tracing: { accept: always, sample: 0.5 } } } ]\nsites: []\n",
            "gateway.yaml",
            directory)
        .value();

    OtlpConfig collector = Objects.requireNonNull(config.tracing().collector());
    assertThat(collector.url("traces")).isEqualTo("http://127.0.0.1:4318/v1/traces");
    assertThat(config.tracing().service()).isEqualTo("edge");
    assertThat(config.tracing().redact()).isEqualTo(Redaction.NONE);
    assertThat(policy.listeners().get(0).policies().get(TracingPolicy.class))
        .isEqualTo(new TracingPolicy(AcceptedPeers.ALWAYS, 0.5));
  }
}
