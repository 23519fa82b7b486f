package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.GatewayExtension;
import io.lychgate.gateway.testkit.OtherClients;
import io.lychgate.gateway.testkit.Program;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** h2spec (github.com/summerwind/h2spec), every case of it, the strict ones too, over TLS and in the clear. */
@Tag("once")
final class H2SpecIT {
  /** Cases of {@code generic http2 hpack --strict}, so that a run that ended early does not pass. */
  private static final int CASES = 146;

  /** How long h2spec waits for a frame. Passed cases do not wait. */
  private static final String SECONDS = "20";

  /** Without TLS this is a request of HTTP/1.1, which the listener speaks too and answers with 400. */
  private static final String OF_HTTP1 = "http2/3.5 Sends invalid connection preface: ";

  @RegisterExtension
  static final GatewayExtension GATEWAY =
      new GatewayExtension().file("public/assets/small.txt", "small enough to be held in memory");

  @TempDir
  Path directory;

  private static String h2spec;

  @BeforeAll
  static void build() throws Exception {
    h2spec = OtherClients.h2spec();
    // After the whole request: a response that is complete before would end its stream without an error.
    GATEWAY.origin().on("/ok", visit -> {
      visit.body();
      visit.respond(200, "ok");
    });
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({"tls,/assets/small.txt", "plain,/ok"})
  void everyCasePasses(String listener, String path) throws Exception {
    Path report = directory.resolve("report.xml");
    List<String> command = new ArrayList<>(
        List.of(h2spec, "generic", "http2", "hpack", "--strict", "-o", SECONDS, "-P", path));
    command.addAll(List.of("-p", Integer.toString(GATEWAY.process().port(listener))));
    command.addAll(List.of("-j", report.toString()));
    if (listener.equals("tls")) {
      command.addAll(List.of("-t", "-k"));
    }

    Program.Ended ended = Program.run(directory, command.toArray(String[]::new));

    assertThat(report).as(ended.said()).isNotEmptyFile();
    NodeList cases = DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(report.toFile())
        .getElementsByTagName("testcase");
    assertThat(notPassed(cases))
        .filteredOn(name -> listener.equals("tls") || !name.startsWith(OF_HTTP1))
        .isEmpty();
    assertThat(cases.getLength()).isEqualTo(CASES);
  }

  /** Section, title, and what was expected, of each case that failed or was left out. */
  private static List<String> notPassed(NodeList cases) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < cases.getLength(); i++) {
      Element one = (Element) cases.item(i);
      boolean isPassed = one.getElementsByTagName("failure").getLength() == 0
          && one.getElementsByTagName("error").getLength() == 0
          && one.getElementsByTagName("skipped").getLength() == 0;
      if (!isPassed) {
        names.add(one.getAttribute("package") + " " + one.getAttribute("classname") + ": "
            + one.getTextContent().strip());
      }
    }
    return names;
  }
}
