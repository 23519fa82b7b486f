package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.ConfigProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
    ConfigReader reader =
        ConfigReader.of(Map.of("HOST", "127.0.0.1", "LYCHGATE_CONFIG_ZONE", "a", "SECRET", "s"));
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

        config: { from: store, variables: [ HOST ] }
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

  /** Each key of a document with a path, and a path outside of the folder of the file. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "zone: ${file:/etc/hostname}",
        "zone: ${file:../hostname}",
        "zone: ${file:gateway.yaml}",
        "accessLog: /var/log/other.log",
        "accessLog: { to: { file: ../other.log } }",
        "accessLog: { to: { syslog: \"unix:/run/docker.sock\" } }",
        "plugins: { folder: /tmp }",
        "cache: { disk: { folder: /tmp, maxSize: 1GiB } }",
        "push: { manifests: [ ../shop.yaml ] }",
        "upstreams: { app: { servers: [ \"unix:/run/docker.sock\" ] } }",
        "upstreams: { app: { discovery: { file: /etc/hosts } } }",
        "upstreams: { app: { servers: [ \"https://a\" ], tls: { trust: /etc/ssl/ca.pem } } }",
        "acme: { directory: \"https://ca.test/d\", acceptTerms: true, accountKey: /etc/shadow }",
        "acme: { directory: \"https://ca.test/d\", acceptTerms: true, encryptionKey: \"file:/etc/shadow\" }",
        "acme: { directory: \"https://ca.test/d\", acceptTerms: true, dns: { command: /bin/sh } }"
      })
  void pathOutsideOfTheFoldersIsRefused(String key) throws IOException {
    assertThat(problems(DOCUMENT + key + "\n"))
        .as(key)
        .anySatisfy(problem -> assertThat(problem)
            .contains("gateway.yaml:4:", "gateway.yaml")
            .containsAnyOf("config.folders of ", "without the files of this node"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{ hosts: [ a.test ], routes: [ { match: { path: \"/*\" }, static: { root: . } } ] }",
        "{ hosts: [ a.test ], routes: [ { match: { path: \"/*\" }, static: { root: / } } ] }",
        "{ hosts: [ a.test ], routes: [ { match: { path: \"/*\" }, policies: { basic: { users: /etc/shadow } }, static: { root: public } } ] }"
      })
  void siteOutsideOfTheFoldersIsRefused(String site) throws IOException {
    assertThat(problems(DOCUMENT.replace("sites: []", "sites: [ " + site + " ]")))
        .as(site)
        .anySatisfy(problem -> assertThat(problem)
            .containsAnyOf("config.folders of ", "without the files of this node"));
  }

  @Test
  void documentNamesFilesOfTheFoldersAndVariablesWithTheBeginning() throws IOException {
    Files.writeString(directory.resolve("zone.txt"), "b\n");
    assertThat(problems(DOCUMENT + "zone: ${file:zone.txt}\naccessLog: logs/a.log\n"))
        .isEmpty();
    assertThat(problems(DOCUMENT + "zone: ${LYCHGATE_CONFIG_ZONE}\n")).isEmpty();
    assertThat(problems(DOCUMENT + "zone: ${env:SECRET}\n"))
        .singleElement()
        .asString()
        .contains(
            "gateway.yaml:4:7: ",
            "SECRET: not for this configuration (expected: a variable that begins with LYCHGATE_CONFIG_;",
            "config.variables of ")
        .doesNotContain("zone: s");
    Path other = Files.createDirectories(directory.resolve("other"));
    String bootstrap =
        BOOTSTRAP.replace("from: store", "from: store, folders: [ other ], variables: [ SEC, HO ]");
    StoredDocuments limited = of(bootstrap);
    assertThat(limited
            .examine(DOCUMENT + "zone: ${SECRET}\naccessLog: " + other + "/a.log\n")
            .config()
            .problems())
        .isEmpty();
    assertThat(limited
            .examine(DOCUMENT + "zone: ${file:zone.txt}\n")
            .config()
            .problems()
            .toString())
        .contains("a path in " + other);
  }

  @ParameterizedTest
  @ValueSource(strings = {"hook", "{ to: { file: hook } }"})
  void programOfTheMachineIsNoLog(String log) throws IOException {
    Path program = Files.createFile(
        directory.resolve("hook"),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));

    assertThat(problems(DOCUMENT + "accessLog: " + log + "\n"))
        .singleElement()
        .asString()
        .contains("gateway.yaml:4:", program + " (expected: a log, not a program)");
  }

  @Test
  void fileOnOneLineCannotBeCopied() throws IOException {
    String yaml =
        "{ config: { from: store }, listeners: [ { name: plain, address: \"127.0.0.1:8080\" } ] }";

    assertThat(of(yaml).firstText().problems().get(0).toString())
        .contains("gateway.yaml:1:3: ", "not at the start of a line");
  }
}
