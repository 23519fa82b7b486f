package io.lychgate.gateway;

import static java.util.stream.Collectors.toCollection;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.NewestJdk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The pages of the repository: their links, their index, the places that ARCHITECTURE.md names, and the order of GLOSSARY.md. */
@NewestJdk
final class DocumentationTest {
  private static final Pattern PAGE = Pattern.compile(".*\\.md");
  private static final Pattern CODE = Pattern.compile("(?ms)^[ \t]*```.*?^[ \t]*```");
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s:]+)\\)");
  private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");
  private static final Pattern ANCHOR = Pattern.compile("<a (?:id|name)=\"([^\"]+)\"");
  private static final Pattern QUOTED =
      Pattern.compile("`([A-Za-z0-9/]+/)?([A-Z][a-z][A-Za-z0-9]+)`");

  private static final Pattern TERM = Pattern.compile("(?m)^\\| (\\p{L}[^|]*?) \\|");

  /** A name of Netty's. */
  private static final Set<String> FOREIGN = Set.of("Http2FrameListener");

  /** A place of a page that a link leads to. */
  private record Target(Path page, String heading) {
    static Target of(Path from, String link) {
      int hash = link.indexOf('#');
      String file = hash < 0 ? link : link.substring(0, hash);
      Path page = (file.isEmpty() ? from : from.resolveSibling(file)).normalize();
      Path index = page.resolve("README.md");
      // A link to a folder shows its README.
      return new Target(
          Files.exists(index) ? index : page, hash < 0 ? "" : link.substring(hash + 1));
    }

    boolean exists() throws IOException {
      return Files.exists(page)
          && (heading.isEmpty() || !isPage() || headings(page).contains(heading));
    }

    boolean isPage() {
      return PAGE.matcher(page.toString()).matches();
    }
  }

  private static String prose(Path page) throws IOException {
    return CODE.matcher(Files.readString(page, StandardCharsets.UTF_8)).replaceAll("");
  }

  private static List<String> links(Path page) throws IOException {
    return LINK.matcher(prose(page)).results().map(match -> match.group(1)).toList();
  }

  /** Returns the fragments by which links name the headings of a page, as GitHub makes them. */
  private static Set<String> headings(Path page) throws IOException {
    String prose = prose(page);
    Set<String> names =
        ANCHOR.matcher(prose).results().map(match -> match.group(1)).collect(toSet());
    HEADING.matcher(prose).results().forEach(match -> {
      String name = match
          .group(1)
          .replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1")
          .toLowerCase(Locale.ROOT)
          .replaceAll("[^\\p{L}\\p{N}_ -]", "")
          .strip()
          .replace(' ', '-');
      String numbered = name;
      for (int again = 1; !names.add(numbered); again++) {
        numbered = name + "-" + again;
      }
    });
    return names;
  }

  @Test
  void everyLinkLeadsToAFileAndAHeading() throws IOException {
    List<String> broken = new ArrayList<>();
    for (Path page : SourceTree.files(PAGE)) {
      for (String link : links(page)) {
        if (!Target.of(page, link).exists()) {
          broken.add(page + ": " + link);
        }
      }
    }

    assertThat(broken).isEmpty();
  }

  @Test
  void everyPageIsReachedFromTheIndex() throws IOException {
    Path docs = SourceTree.ROOT.resolve("docs").normalize();
    Set<Path> reached = new HashSet<>();
    Deque<Path> open = new ArrayDeque<>(List.of(docs.resolve("README.md")));
    while (!open.isEmpty()) {
      Path page = open.pop();
      if (reached.add(page)) {
        for (String link : links(page)) {
          Target target = Target.of(page, link);
          if (target.isPage() && Files.exists(target.page())) {
            open.push(target.page());
          }
        }
      }
    }
    Set<Path> pages = SourceTree.files(PAGE).stream()
        .map(Path::normalize)
        .filter(page -> page.startsWith(docs))
        .collect(toCollection(TreeSet::new));
    pages.removeAll(reached);

    assertThat(pages).isEmpty();
  }

  @Test
  void everyTypeThatAPageNamesWithItsFolderIsThere() throws IOException {
    Set<Path> types = SourceTree.files(Pattern.compile(".*/src/.*\\.(java|tsx?)"));
    List<String> missing = new ArrayList<>();
    for (Path page : SourceTree.files(PAGE)) {
      QUOTED
          .matcher(prose(page))
          .results()
          .filter(match -> match.group(1) != null)
          .map(match -> match.group(1) + match.group(2))
          .filter(name -> types.stream().noneMatch(file -> isAt(file, name)))
          .forEach(name -> missing.add(page + ": " + name));
    }

    assertThat(missing).isEmpty();
  }

  @Test
  void everyTypeThatTheArchitectureNamesExistsAtItsPlace() throws IOException {
    Set<Path> types = SourceTree.files(Pattern.compile(".*/src/.*\\.(java|tsx?)"));
    String architecture = prose(SourceTree.ROOT.resolve("ARCHITECTURE.md"));
    List<String> missing = QUOTED
        .matcher(architecture)
        .results()
        .filter(match -> !FOREIGN.contains(match.group(2)))
        .map(match -> (match.group(1) == null ? "" : match.group(1)) + match.group(2))
        .distinct()
        .filter(name -> types.stream().noneMatch(file -> isAt(file, name)))
        .toList();

    assertThat(missing).isEmpty();
  }

  @Test
  void glossaryHasEachTermOnceInOrder() throws IOException {
    List<String> terms = TERM.matcher(prose(SourceTree.ROOT.resolve("GLOSSARY.md")))
        .results()
        .map(match -> match.group(1).toLowerCase(Locale.ROOT))
        .filter(term -> !term.equals("term"))
        .toList();

    assertThat(terms).hasSizeGreaterThan(100).isSorted().doesNotHaveDuplicates();
  }

  private static boolean isAt(Path file, String name) {
    String path = file.toString().replace('\\', '/');
    return path.substring(0, path.lastIndexOf('.')).endsWith("/" + name);
  }
}
