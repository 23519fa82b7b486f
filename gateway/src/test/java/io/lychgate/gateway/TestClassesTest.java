package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.NewestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each class with tests has a name and annotations with which an execution of the build runs it. */
@NewestJdk
final class TestClassesTest {
  private static final Pattern SOURCE = Pattern.compile(".*/src/test/java/.*\\.java");
  private static final Pattern METHOD = Pattern.compile(
      "^\\s*@(Test|ParameterizedTest|RepeatedTest|TestFactory|FuzzTest)\\b", Pattern.MULTILINE);

  /** Base classes, whose tests run in the classes that extend them. */
  private static final Pattern BASE =
      Pattern.compile("^(public )?(abstract (sealed )?class|interface) ", Pattern.MULTILINE);

  @Test
  void eachClassWithTestsIsRun() throws IOException {
    List<String> findings = new ArrayList<>();
    for (Path file : SourceTree.files(SOURCE)) {
      String source = Files.readString(file);
      String path = SourceTree.ROOT.relativize(file).toString().replace('\\', '/');
      if (METHOD.matcher(source).find() && !BASE.matcher(source).find()) {
        findings.addAll(findings(path, source));
      }
    }

    assertThat(findings).isEmpty();
  }

  @Test
  void findsClassesThatNoExecutionRuns() {
    String story = "gateway/src/test/java/io/lychgate/gateway/story/Http1IT.java";

    assertThat(findings(story, "@EachJdk\nfinal class Http1IT {")).isEmpty();
    assertThat(findings(story, "@Alone\n@EachJdk\nfinal class Http1IT {"))
        .as("the oldest JDK runs no stories alone")
        .hasSize(1);
    assertThat(findings(story, "@NewestJdk\nfinal class Http1IT {")).hasSize(1);
    assertThat(findings("gateway/src/test/java/RouterTest.java", "@EachJdk\nfinal class"))
        .hasSize(1);
    assertThat(findings("gateway/src/test/java/RouterTests2.java", "final class"))
        .hasSize(1);
    assertThat(findings("casper/src/test/java/CasperIT.java", "final class"))
        .as("only the gateway runs stories")
        .hasSize(1);
  }

  private static List<String> findings(String path, String source) {
    List<String> findings = new ArrayList<>();
    boolean isUnit = path.endsWith("Test.java");
    boolean isStory = path.startsWith("gateway/") && path.endsWith("IT.java");
    if (!isUnit && !isStory) {
      findings.add(path + ": name (expected: …Test, or …IT in the gateway)");
    }
    boolean isEachJdk = has(source, "EachJdk");
    boolean isAlone = has(source, "Alone");
    if (!isStory && (isEachJdk || isAlone)) {
      findings.add(path + ": @EachJdk or @Alone (expected: on stories only)");
    }
    if (!isUnit && has(source, "NewestJdk")) {
      findings.add(path + ": @NewestJdk (expected: on unit tests only)");
    }
    if (isEachJdk && isAlone) {
      findings.add(path + ": @EachJdk and @Alone (expected: one of them)");
    }
    return findings;
  }

  private static boolean has(String source, String annotation) {
    return Pattern.compile("^@" + annotation + "\\b", Pattern.MULTILINE)
        .matcher(source)
        .find();
  }
}
