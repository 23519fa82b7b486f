package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.testkit.NewestJdk;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The program of the build that joins the libraries into one jar. */
@NewestJdk
final class JoinLibrariesTest {
  private static final String MANIFEST = "META-INF/MANIFEST.MF";
  private static final String LATER = "META-INF/versions/21/a/A.class";

  @TempDir
  static Path directory;

  private static URLClassLoader program;

  @BeforeAll
  static void compile() throws IOException {
    Path classes = directory.resolve("classes");
    String source = Path.of("src/packaging/java/JoinLibraries.java").toString();
    int code = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler())
        .run(null, null, null, "--release", "17", "-d", classes.toString(), source);
    assertThat(code).isZero();
    program = new URLClassLoader(new URL[] {classes.toUri().toURL()});
  }

  @AfterAll
  static void close() throws IOException {
    program.close();
  }

  @Test
  void joinsLinesOfServicesAndOfNettysVersions() throws Exception {
    String services = "META-INF/services/java.sql.Driver";
    String versions = "META-INF/io.netty.versions.properties";
    Path joined = join(
        library("one", Map.of(services, "a.A", versions, "one.version=1\n")),
        library("two", Map.of(services, "a.A\nb.B\n", versions, "two.version=2\n")));

    assertThat(text(joined, services)).isEqualTo("a.A\nb.B\n");
    assertThat(text(joined, versions)).isEqualTo("one.version=1\ntwo.version=2\n");
  }

  @Test
  void rejectsAClassThatIsInTwoLibraries() {
    Map<String, String> content = Map.of("a/A.class", "same");

    assertThatThrownBy(() -> join(library("one", content), library("two", content)))
        .hasMessageStartingWith("a/A.class: in one and two (expected: ");
  }

  @Test
  void rejectsADifferentFileOfTheSameName() throws Exception {
    Path one = library("one", Map.of("a/rules.txt", "1", "b/rules.txt", "same"));

    assertThat(join(one, library("two", Map.of("b/rules.txt", "same")))).exists();
    assertThatThrownBy(() -> join(one, library("two", Map.of("a/rules.txt", "2"))))
        .hasMessageStartingWith("a/rules.txt: in one and two (expected: ");
  }

  @Test
  void rejectsASignedLibrary() {
    assertThatThrownBy(() -> join(library("one", Map.of("META-INF/KEY.SF", ""))))
        .hasMessageStartingWith("one: signed (expected: ");
  }

  @Test
  void keepsTheTermsOfEachLibrary() throws Exception {
    Path joined = join(
        library("one", Map.of("META-INF/LICENSE", "1")),
        library("two", Map.of("META-INF/LICENSE", "2")));

    assertThat(text(joined, "META-INF/licenses/one/LICENSE")).isEqualTo("1");
    assertThat(text(joined, "META-INF/licenses/two/LICENSE")).isEqualTo("2");
  }

  @Test
  void keepsTheCoordinatesOfALibraryRatherThanThoseOfACopyWithinAnother() throws Exception {
    String coordinates = "META-INF/maven/org.one/one/pom.properties";
    Path copy = library("another", Map.of(coordinates, "version=1"));
    Path library = library("one-2", Map.of(coordinates, "version=2"));

    assertThat(text(join(copy, library), coordinates)).isEqualTo("version=2");
    assertThat(text(join(library, copy), coordinates)).isEqualTo("version=2");
  }

  @Test
  void keepsClassesOfLaterReleasesOnlyIfTheManifestAnnouncesThem() throws Exception {
    Path with = library(
        "with", Map.of(MANIFEST, "Manifest-Version: 1.0\nMulti-Release: true\n", LATER, "later"));
    Path without = library("without", Map.of(MANIFEST, "Manifest-Version: 1.0\n", LATER, "later"));

    Path joined = join(with);

    assertThat(text(joined, LATER)).isEqualTo("later");
    assertThat(text(joined, MANIFEST)).contains("Multi-Release: true");
    try (ZipFile file = new ZipFile(join(without).toFile())) {
      assertThat(file.getEntry(LATER)).isNull();
    }
  }

  @Test
  void sameLibrariesGiveTheSameBytes() throws Exception {
    Path one = library("one", Map.of("a/A.class", "A", "a/liba.so", "native"));
    Path two = library("two", Map.of("b/B.class", "B"));
    byte[] first = Files.readAllBytes(join(one, two));

    assertThat(join(one, two)).hasBinaryContent(first);
  }

  private static Path library(String name, Map<String, String> content) throws IOException {
    Path jar = directory.resolve(name + ".jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      for (Map.Entry<String, String> each : content.entrySet()) {
        out.putNextEntry(new ZipEntry(each.getKey()));
        out.write(each.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    return jar;
  }

  private static Path join(Path... libraries) throws Exception {
    Path jar = directory.resolve("libraries.jar");
    try {
      program
          .loadClass("JoinLibraries")
          .getMethod("join", Path.class, List.class)
          .invoke(null, jar, List.of(libraries));
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
    return jar;
  }

  private static String text(Path jar, String entry) throws IOException {
    try (ZipFile file = new ZipFile(jar.toFile())) {
      return new String(
          file.getInputStream(file.getEntry(entry)).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
