package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.NewestJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the wording of comments, pages and messages. */
@NewestJdk
final class PlainEnglishTest {
  private static final Pattern SOURCE = Pattern.compile(".*\\.(java|tsx?|go|md|yaml)");

  private static final Pattern OPENING = Pattern.compile(
      "(?:\\A[\\s*]*(?:<p>\\s*)?|@param\\s+\\S+\\s+|@returns?\\s+)(What|Whether|Who|Whoever|Of|That|As|So\\s+many)\\b",
      Pattern.CASE_INSENSITIVE);
  private static final Pattern WORDS = Pattern.compile(
      "\\b(octets?(?!-stream)|somebody|nobody|anybody|whoever|told|tells|goes\\s+away|is\\s+believed"
          + "|asked\\s+for\\s+all\\s+the\\s+same)\\b",
      Pattern.CASE_INSENSITIVE);
  private static final Pattern SPACE = Pattern.compile("\\s");
  private static final Pattern SENTENCE_START = Pattern.compile("[.!?]\\s|\n\\s*(?:\n|(?=[-*|#]))");
  private static final Pattern SENTENCE_END = Pattern.compile("[.!?](?=\\s|\\z)|\n\\s*\n|\\z");

  /**
   * A sentence that may break the rules.
   *
   * @param words a part of the sentence, or an empty string for all sentences of the file
   */
  private record Exemption(String file, String words, String reason) {}

  private static final List<Exemption> EXEMPTIONS = List.of(
      new Exemption(
          "gateway/src/test/java/io/lychgate/gateway/PlainEnglishTest.java",
          "",
          "holds the words themselves"),
      new Exemption(
          "jmh/src/main/java/io/lychgate/jmh/peers/H2o.java",
          "\"nobody\"",
          "is the name of a Unix user"));

  @Test
  void sourcesAreInPlainEnglish() throws IOException {
    List<String> findings = new ArrayList<>();
    for (Path file : SourceTree.files(SOURCE)) {
      String name = SourceTree.ROOT.relativize(file).toString().replace('\\', '/');
      check(name, Files.readString(file)).forEach(finding -> findings.add(name + ":" + finding));
    }

    assertThat(String.join("\n", findings)).isEmpty();
  }

  static Stream<String[]> violations() {
    return Stream.of(
        new String[] {"A.java", "int a;\n// What a is.\n// More.\n", "2: What a is."},
        new String[] {"A.java", "int a; // Whether it is.\n", "1: Whether it is."},
        new String[] {"A.java", "/**\n * Whoever asks. More.\n */\n", "2: Whoever asks."},
        new String[] {
          "A.java",
          "/** Adds.\n *\n * @param a whether\n *     it counts\n */",
          "3: whether it counts"
        },
        new String[] {"A.java", "/**\n * Adds.\n *\n * @return of it\n */", "4: of it"},
        new String[] {"A.java", "/* So\n * many bytes. */", "1: So many bytes."},
        new String[] {"A.java", "// Fine. It\n// goes\n// away.\n", "2: It goes away."},
        new String[] {"A.java", "log(\"first \"\n    + \"is believed\");", "2: first is believed"},
        new String[] {
          "A.java", "String a = \"\"\"\n    \"\n    Nobody is here\"\"\";", "3: \" Nobody is here"
        },
        new String[] {"a.ts", "a('//', `${b(`}`)} \n`)\n// That.\n", "3: That."},
        new String[] {"a.tsx", "a('it tells more')", "1: it tells more"},
        new String[] {"a.go", "const a = `\\` // As it is\n", "1: As it is"},
        new String[] {"a.go", "r := '\"' // Who\n", "1: Who"},
        new String[] {"a.yaml", "a: b # Of c\n", "1: Of c"},
        new String[] {"a.yaml", "# Sets a.\n\na: somebody\n", "3: a: somebody"},
        new String[] {
          "a.md",
          "# A\n```\noctet\n```\n\nIt is asked\nfor all the same.\n",
          "6: It is asked for all the same."
        },
        new String[] {"a.md", "Two. 5 octets. Three.\n", "1: 5 octets."});
  }

  @ParameterizedTest
  @MethodSource("violations")
  void violationIsFound(String file, String source, String finding) {
    assertThat(check(file, source)).containsExactly(finding);
  }

  @ParameterizedTest
  @MethodSource("plainTexts")
  void plainTextIsNotReported(String file, String source) {
    assertThat(check(file, source)).isEmpty();
  }

  static Stream<String[]> plainTexts() {
    return Stream.of(
        new String[] {"A.java", "/** Sets {@code octets}. What follows is free. */ int told = 1;"},
        new String[] {"A.java", "a(\"told\", \"not\\nobody\", '\"'); // Not a literal."},
        new String[] {"a.go", "a := `// What`\n"},
        new String[] {"a.md", "The type is `octet` or application/octet-stream.\n~~~\ntold\n~~~\n"},
        new String[] {"a.yaml", "a: b#Of\n"});
  }

  /** Returns the line and sentence of each violation. */
  private static List<String> check(String file, String source) {
    List<String> findings = new ArrayList<>();
    for (Prose prose : Prose.read(file, source)) {
      if (prose.kind() == Prose.Kind.COMMENT) {
        find(OPENING, prose, file, findings);
      }
      // A literal without a space is a key or a word of a protocol.
      if (prose.kind() != Prose.Kind.MESSAGE || SPACE.matcher(prose.text()).find()) {
        find(WORDS, prose, file, findings);
      }
    }
    return findings;
  }

  private static void find(Pattern pattern, Prose prose, String file, List<String> findings) {
    Matcher matcher = pattern.matcher(prose.text());
    while (matcher.find()) {
      String sentence = sentence(prose.text(), matcher.start(1));
      if (EXEMPTIONS.stream()
          .noneMatch(e -> file.equals(e.file()) && sentence.contains(e.words()))) {
        String finding = prose.lineAt(matcher.start(1)) + ": " + sentence;
        if (!findings.contains(finding)) {
          findings.add(finding);
        }
      }
    }
  }

  private static String sentence(String text, int index) {
    int start = 0;
    Matcher before = SENTENCE_START.matcher(text).region(0, index);
    while (before.find()) {
      start = before.end();
    }
    start = text.lastIndexOf('@', index) > start ? index : start;
    Matcher after = SENTENCE_END.matcher(text).region(index, text.length());
    int end = after.find() ? after.end() : text.length();
    return SPACE
        .matcher(text.substring(Math.max(start, index - 100), Math.min(end, index + 100)))
        .replaceAll(" ")
        .replaceAll("  +", " ")
        .replaceFirst("^[* ]+", "")
        .strip();
  }
}
