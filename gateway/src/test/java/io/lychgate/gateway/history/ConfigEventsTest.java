package io.lychgate.gateway.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.history.ConfigEvents.Change;
import io.lychgate.gateway.history.ConfigEvents.InForce;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigEventsTest {
  private static final Map<String, Set<String>> NO_CERTIFICATES = Map.of();

  @TempDir
  private Path directory;

  @Test
  void sameConfigurationIsNoEvent() throws IOException {
    assertThat(changes("protocols: [http/1.1]", "protocols: [http/1.1]")).isEmpty();
  }

  @Test
  void startNamesTheProtocolsOfEachListener() throws IOException {
    assertThat(ConfigEvents.protocols(config("a.yaml", "public", "protocols: [h2, http/1.1]")))
        .isEqualTo("public serves http/1.1, h2");
  }

  @Test
  void newProtocolNamesTheProtocolsBeforeAndAfter() throws IOException {
    assertThat(changes("protocols: [http/1.1]", "protocols: [h2, http/1.1]"))
        .extracting(Change::kind, Change::subject, Change::text)
        .containsExactly(
            tuple(EventKind.PROTOCOLS, "public", "listener public: http/1.1 became http/1.1, h2"),
            tuple(EventKind.RELOAD, "", "a changed configuration was applied"));
  }

  @Test
  void addedAndRemovedListenersAreEvents() throws IOException {
    InForce one = new InForce(config("a.yaml", "public", "protocols: [http/1.1]"), NO_CERTIFICATES);
    InForce other = new InForce(config("b.yaml", "inner", "protocols: [h2]"), NO_CERTIFICATES);
    assertThat(ConfigEvents.between(one, other))
        .extracting(Change::text)
        .containsExactly(
            "listener inner was added: h2",
            "listener public was removed",
            "a changed configuration was applied");
  }

  @Test
  void anotherCertificateOfTheSameConfigurationIsAnEvent() throws IOException {
    GatewayConfig config = config("a.yaml", "public", "protocols: [http/1.1]");
    InForce before = new InForce(config, Map.of("public", Set.of("aa")));
    assertThat(ConfigEvents.between(before, new InForce(config, Map.of("public", Set.of("bb")))))
        .containsExactly(new Change(
            EventKind.CERTIFICATE, "public", "listener public uses another certificate"));
    assertThat(ConfigEvents.between(before, before)).isEmpty();
  }

  private List<Change> changes(String before, String after) throws IOException {
    return ConfigEvents.between(
        new InForce(config("gateway.yaml", "public", before), NO_CERTIFICATES),
        new InForce(config("gateway.yaml", "public", after), NO_CERTIFICATES));
  }

  private GatewayConfig config(String file, String listener, String keys) throws IOException {
    Path path = directory.resolve(file);
    Files.writeString(path, """
        listeners:
          - { name: %s, address: "127.0.0.1:0", %s }
        sites:
          - hosts: [ localhost ]
            routes: [ { match: { path: "/*" }, respond: { status: 204 } } ]
        """.formatted(listener, keys));
    return ConfigReader.ofProcess().read(path).value();
  }
}
