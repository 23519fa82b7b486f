package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.ConfigProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Readers paste the examples of the pages into gateway.yaml, so each one must be valid there. Files and secrets that it names need not
 * exist, and an example of one key may leave out the keys beside it.
 */
final class DocumentExamplesTest {
  /** Maven runs tests in the module's directory. */
  private static final Path PAGES = Path.of("..", "docs");

  private static final Pattern FENCED =
      Pattern.compile("^( *)```(\\w*)\\n(.*?)^\\1```$", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern INDENTED =
      Pattern.compile("(?:^ {4}.*\\n(?:^ *\\n(?= {4}))?)+", Pattern.MULTILINE);

  /** The first key of an example that is a part of a whole, with the text in front of it and its indentation. */
  private static final Map<String, String> PLACES = Map.of(
      "policies",
          "sites:\n- hosts: [ example.com ]\n  routes: [ { match: { path: /x }, respond: {} } ]\n",
      "rateLimits",
          "sites:\n- hosts: [ example.com ]\n  routes: [ { match: { path: /x }, proxy: { upstream: app } } ]\n  policies:\n",
      "compress",
          "sites:\n- hosts: [ example.com ]\n  routes: [ { match: { path: /x }, proxy: { upstream: app } } ]\n  policies:\n",
      "timings",
          "sites:\n- hosts: [ example.com ]\n  routes: [ { match: { path: /x }, proxy: { upstream: app } } ]\n  policies:\n",
      "- match", "sites:\n- hosts: [ example.com ]\n  routes:\n",
      "request",
          "sites:\n- hosts: [ example.com ]\n  routes:\n  - match: { path: /x }\n    respond: {}\n    headers:\n",
      "balance", "upstreams:\n  app:\n    servers: [ \"http://127.0.0.1:3000\" ]\n",
      "retry", "upstreams:\n  app:\n    servers: [ \"http://127.0.0.1:3000\" ]\n",
      "maxConnections", "upstreams:\n  app:\n    servers: [ \"http://127.0.0.1:3000\" ]\n",
      "to", "accessLog:\n");

  /** First keys of documents other than gateway.yaml. */
  private static final Set<String> OTHERS = Set.of("hosts", "rule_files", "livenessProbe", "rules");

  private static final Pattern FIRST_KEY =
      Pattern.compile("^(- ?\\{? ?\\w+|\\w+):", Pattern.MULTILINE);

  @TempDir
  Path directory;

  private record Example(String page, String text) {
    @Override
    public String toString() {
      return page + ": " + text.lines().findFirst().orElse("");
    }
  }

  static List<Example> examples() throws IOException {
    List<Example> examples = new ArrayList<>();
    try (Stream<Path> pages = Files.walk(PAGES)) {
      for (Path page :
          pages.filter(each -> each.toString().endsWith(".md")).sorted().toList()) {
        String name = PAGES.relativize(page).toString();
        String text = Files.readString(page);
        for (MatchResult each : FENCED.matcher(text).results().toList()) {
          if (each.group(2).equals("yaml")) {
            add(name, each.group(3), examples);
          }
        }
        INDENTED
            .matcher(FENCED.matcher(text).replaceAll(""))
            .results()
            .forEach(each -> add(name, each.group(), examples));
      }
    }
    return examples;
  }

  /** A line with an ellipsis separates two examples. */
  private static void add(String page, String text, List<Example> examples) {
    for (String part : Pattern.compile("^ *…\\n", Pattern.MULTILINE).split(text, -1)) {
      String example = part.stripIndent();
      String key = firstKey(example);
      boolean isOfGateway = PLACES.containsKey(key) || SECTIONS.contains(key);
      if (isOfGateway && !OTHERS.contains(key) && !example.contains("…")) {
        examples.add(new Example(page, example));
      }
    }
  }

  private static final Set<String> SECTIONS = Set.of(
      "include",
      "defaults",
      "listeners",
      "upstreams",
      "zone",
      "sites",
      "push",
      "ledger",
      "publishing",
      "learn",
      "experiments",
      "priority",
      "cache",
      "limits",
      "admin",
      "store",
      "upgrade",
      "acme",
      "accessLog",
      "tracing",
      "plugins");

  private static String firstKey(String example) {
    Matcher matcher = FIRST_KEY.matcher(example);
    return matcher.find() ? matcher.group(1).replaceAll("- ?\\{? ?", "- ") : "";
  }

  @ParameterizedTest
  @MethodSource("examples")
  void exampleIsValid(Example example) throws IOException {
    Path file = Files.writeString(directory.resolve("gateway.yaml"), whole(example.text()));

    List<String> problems =
        ConfigReader.of(Map.of("BIND", "[::1]", "ZONE", "west")).read(file).problems().stream()
            .map(ConfigProblem::toString)
            .filter(problem -> !isOfTheReader(problem))
            .toList();

    assertThat(problems).as(Files.readString(file)).isEmpty();
  }

  private static boolean isOfTheReader(String problem) {
    return Pattern.compile(
            "expected: [^)]*file|not found|environment variable that is set|: not set \\(|cannot be read|: missing \\(")
        .matcher(problem)
        .find();
  }

  private static String whole(String example) {
    String place = PLACES.get(firstKey(example));
    String text = place == null ? example : place + example.indent(depth(place));
    Set<String> absent = Pattern.compile("upstream: (\\w+)")
        .matcher(text)
        .results()
        .map(each -> each.group(1))
        .filter(name -> !Pattern.compile("^  " + name + ":", Pattern.MULTILINE)
            .matcher(text)
            .find())
        .collect(Collectors.toCollection(TreeSet::new));
    String servers = absent.stream()
        .map(name -> "  " + name + ": { servers: [ \"http://127.0.0.1:3000\" ] }\n")
        .collect(Collectors.joining());
    String whole = text;
    if (!absent.isEmpty()) {
      whole = text.contains("\nupstreams:\n") || text.startsWith("upstreams:\n")
          ? text.replaceFirst(
              "(?m)^upstreams:\\n", "upstreams:\n" + Matcher.quoteReplacement(servers))
          : text + "\nupstreams:\n" + servers;
    }
    if (!Pattern.compile("^listeners:", Pattern.MULTILINE).matcher(whole).find()) {
      whole += "\nlisteners: [ { name: whole, address: \"127.0.0.1:0\" } ]\n";
    }
    if (!Pattern.compile("^sites:", Pattern.MULTILINE).matcher(whole).find()) {
      whole +=
          "\nsites: [ { hosts: [ whole.example ], routes: [ { match: { path: /x }, respond: {} } ] } ]\n";
    }
    return whole;
  }

  /** Returns the indentation below the last line of the text in front of an example. */
  private static int depth(String place) {
    String last = place.substring(place.lastIndexOf('\n', place.length() - 2) + 1);
    int spaces = last.length() - last.stripLeading().length();
    boolean opens = last.stripTrailing().endsWith(":");
    return opens ? spaces + 2 : spaces;
  }
}
