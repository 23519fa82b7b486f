package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.ConfigProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class StoredDocumentsTest {
  private static final String BOOTSTRAP = """
      config: { from: store }
      admin: { address: "127.0.0.1:9443" }
      store: { url: "jdbc:sqlite:main.db" }
      """;

  private static final String DOCUMENT = """
      # public
      listeners: [ { name: plain, address: "127.0.0.1:8080" } ]
      sites: []
      """;

  @TempDir
  Path directory;

  private StoredDocuments of(String yaml) throws IOException {
    Path file = Files.writeString(directory.resolve("gateway.yaml"), yaml);
    ConfigReader reader = ConfigReader.of(Map.of("HOST", "127.0.0.1"));
    return new StoredDocuments(reader, file, reader.read(file).value());
  }

  private List<String> problems(String document) throws IOException {
    return of(BOOTSTRAP).examine(document).config().problems().stream()
        .map(ConfigProblem::toString)
        .toList();
  }

  @Test
  void documentIsCompletedByTheSectionsOfTheFile() throws IOException {
    GatewayConfig config = of(BOOTSTRAP).examine(DOCUMENT).config().value();

    assertThat(config.listeners()).hasSize(1);
    assertThat(config.admin().port()).isEqualTo(9443);
    assertThat(config.store().url()).endsWith("main.db");
    assertThat(config.baseDirectory()).isEqualTo(directory.toAbsolutePath());
  }

  @Test
  void sectionsOfTheFileAreRefusedInADocumentHoweverTheyAreWritten() throws IOException {
    assertThat(problems(DOCUMENT + "\"admin\": { enabled: false }\n").get(0))
        .contains("gateway.yaml:4:1: ", "admin");
    assertThat(
            problems("{ listeners: [], store: { url: \"jdbc:sqlite:x.db\" } }").get(0))
        .contains(":1:18: ", "store");
    assertThat(problems("include: [ \"/etc/*\" ]\n" + DOCUMENT).get(0))
        .contains(":1:1: ", "include");
    assertThat(problems(DOCUMENT + "<<: { admin: { enabled: false } }\n")).isNotEmpty();
    assertThat(problems("")).isNotEmpty();
    assertThat(problems("#".repeat(StoredDocuments.MAX_TEXT + 1)).get(0))
        .contains("1048577 characters");
  }

  @Test
  void listenerAtTheAddressOfTheAdminPlaneIsRefused() throws IOException {
    for (String address : List.of("127.0.0.1:9443", "0.0.0.0:9443")) {
      assertThat(problems(DOCUMENT.replace("127.0.0.1:8080", address)))
          .singleElement()
          .asString()
          .contains("gateway.yaml:2:38: ", "listeners[0].address: that of the admin plane");
    }
    assertThat(problems(DOCUMENT.replace("127.0.0.1:8080", "127.0.0.2:9443"))).isEmpty();
    assertThat(of(BOOTSTRAP.replace("{ address: \"127.0.0.1:9443\" }", "{ enabled: false }"))
            .examine(DOCUMENT.replace("127.0.0.1:8080", "127.0.0.1:9443"))
            .config()
            .isValid())
        .isTrue();
  }

  @Test
  void firstTextIsTheFileAsWrittenWithoutItsOwnSections() throws IOException {
    String yaml = """
        # public
        listeners:
          - { name: plain, address: "${HOST}:8080" } # kept

        config: { from: store }
        admin:
          address: "127.0.0.1:9443"
        # a redirect
        sites: [ { hosts: [ a.test ], routes: [ { match: { path: "/*" }, redirect: { to: "/b" } } ] } ]
        store: { url: "jdbc:sqlite:main.db" }
        """;

    String first = of(yaml).firstText().value().orElseThrow();

    assertThat(first).isEqualTo("""
        # public
        listeners:
          - { name: plain, address: "${HOST}:8080" } # kept

        # a redirect
        sites: [ { hosts: [ a.test ], routes: [ { match: { path: "/*" }, redirect: { to: "/b" } } ] } ]
        """);
    assertThat(of(yaml).examine(first).config().isValid()).isTrue();
    assertThat(of(BOOTSTRAP).firstText().value()).isEmpty();
  }

  @Test
  void fileOnOneLineCannotBeCopied() throws IOException {
    String yaml =
        "{ config: { from: store }, listeners: [ { name: plain, address: \"127.0.0.1:8080\" } ] }";

    assertThat(of(yaml).firstText().problems().get(0).toString())
        .contains("gateway.yaml:1:3: ", "not at the start of a line");
  }
}
