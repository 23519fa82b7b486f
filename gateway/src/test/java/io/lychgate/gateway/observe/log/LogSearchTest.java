package io.lychgate.gateway.observe.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogSearchTest {
  @TempDir
  Path folder;

  private List<String> find(String id) throws IOException {
    List<String> found = new ArrayList<>();
    new LogSearch(id)
        .in(
            folder.resolve("access.log"),
            (file, line) -> found.add(file.getFileName() + " " + line),
            (file, problem) -> found.add(file.getFileName() + " unreadable"));
    return found;
  }

  private void gz(String name, String text) throws IOException {
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve(name)))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  @Test
  void findsTheRequestInTheLogAndInItsOldFiles() throws IOException {
    Files.writeString(
        folder.resolve("access.log"),
        "{\"path\":\"/\",\"request_id\":\"one\"}\n{\"request_id\":\"x\"}\n");
    gz("access.log.1.gz", "time=\"t\" request_id=\"two\" path=\"/a b\"\n");
    gz("access.log.20261126T205500.123Z.gz", "{\"trace_id\":\"two\"}\n{\"torn");

    assertThat(find("one")).containsExactly("access.log {\"path\":\"/\",\"request_id\":\"one\"}");
    assertThat(find("two")).hasSize(2).allSatisfy(line -> assertThat(line).contains(".gz "));
    assertThat(find("three")).isEmpty();
  }

  @Test
  void idInAnotherValueIsNotThatOfTheRequest() throws IOException {
    Files.writeString(folder.resolve("access.log"), """
        {"path":"/?id=one","request_id":"other"}
        path="/ request_id=\\"one\\"" request_id="other"
        """);

    assertThat(find("one")).isEmpty();
  }

  @Test
  void linesWithoutEndAndDamagedFilesDoNotStopTheSearch() throws IOException {
    Files.writeString(
        folder.resolve("access.log"), "x".repeat(3_000_000) + "one\n{\"request_id\":\"one\"}\n");
    Files.writeString(folder.resolve("access.log.1.gz"), "no gzip");

    assertThat(find("one"))
        .containsExactlyInAnyOrder(
            "access.log {\"request_id\":\"one\"}", "access.log.1.gz unreadable");
  }

  @Test
  void controlCharactersOfClientsStayEscaped() {
    assertThat(LogSearch.values("{\"path\":\"/\\u001B[2J\",\"status\":200}"))
        .containsEntry("path", "/\\u001B[2J")
        .containsEntry("status", "200");
    assertThat(LogSearch.values("status=200 path=\"/a \\\"b\\u001B\""))
        .containsEntry("path", "/a \"b\\u001B")
        .containsEntry("status", "200");
  }
}
