package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The launcher in a clone without a build. Fake programs record that the launcher has built or started them. */
@EnabledOnOs(OS.LINUX)
final class LauncherTest {
  private static final List<String> PROGRAMS =
      List.of("mvn", "node", "npm", "java", "curl", "openssl", "apt-get", "sudo");

  private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();

  @TempDir
  Path directory;

  private final Map<String, String> environment = new HashMap<>();
  private Path clone;
  private Path trace;

  @BeforeEach
  void createClone() throws IOException {
    clone = Files.createDirectory(directory.resolve("clone"));
    trace = directory.resolve("trace");
    for (String file :
        List.of("lychgate", "jmh/bench.sh", "docker/demo.sh", ".ci/test.sh", ".ci/fuzz.sh")) {
      Path copy = clone.resolve(file);
      Files.createDirectories(copy.getParent());
      Files.copy(REPOSITORY.resolve(file), copy, java.nio.file.StandardCopyOption.COPY_ATTRIBUTES);
    }
    Files.writeString(clone.resolve("pom.xml"), "");
    for (String module :
        List.of("casper", "scheduler", "plugin-api", "example-plugin", "gateway")) {
      Files.createDirectories(clone.resolve(module + "/src/test/java"));
    }
    Path programs = Files.createDirectory(directory.resolve("programs"));
    for (String program : PROGRAMS) {
      Path file = Files.writeString(
          programs.resolve(program), "#!/bin/sh\necho \"$0 $*\" >> '" + trace + "'\nexit 1\n");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
  }

  private record Ended(int exitCode, String output) {}

  private Ended launch(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(clone.resolve("lychgate").toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("PATH", directory.resolve("programs") + ":/usr/bin:/bin");
    builder.environment().put("HOME", directory.toString());
    builder.environment().putAll(environment);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return new Ended(process.waitFor(), output);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "init",
        "run",
        "check",
        "explain",
        "manifest",
        "doctor",
        "schema",
        "version",
        "test",
        "fuzz",
        "bench",
        "train"
      })
  void helpForACommandBuildsTrainsAndStartsNothing(String command) throws Exception {
    for (String[] line : new String[][] {
      {command, "--help"}, {command, "-h"}, {"help", command}, {command, "other", "--help"}
    }) {
      Ended ended = launch(line);

      assertThat(ended.exitCode()).as(ended.output()).isZero();
      assertThat(ended.output()).contains("lychgate " + command);
    }
    assertThat(trace).doesNotExist();
    assertThat(clone.resolve(".lychgate")).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"peers", "page", "protocols", "urgency", "flame", "scale", "link", "commits", "jmh"
      })
  void helpForABenchmarkBuildsNothing(String name) throws Exception {
    Ended ended = launch("bench", name, "--help");

    assertThat(ended.exitCode()).as(ended.output()).isZero();
    assertThat(ended.output()).contains(name);
    assertThat(trace).doesNotExist();
  }

  @ParameterizedTest
  @CsvSource({
    "demo --prot 1, --prot (expected: --story",
    "demo --story h3, --story: h3 (expected: h2)",
    "demo --admin-password-file=none, none: cannot be read (expected: a file",
    "bench pears, pears: unknown (expected: peers",
    "train now, train: now (expected: no argument)",
    "fuzz Cookie, Cookie (expected: a number of seconds",
    "fuzz 1 Kookie, Kookie (expected: part of the name",
  })
  void wrongArgumentIsReportedBeforeABuild(String line, String message) throws Exception {
    Ended ended = launch(line.split(" "));

    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.output()).contains(message);
    assertThat(trace).doesNotExist();
  }

  @Test
  void portInUseIsReportedBeforeABuild() throws Exception {
    try (ServerSocket used = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      environment.put("LYCHGATE_DEMO_PORT", Integer.toString(used.getLocalPort()));
      Ended ended = launch("demo");

      assertThat(ended.exitCode()).isNotZero();
      assertThat(ended.output()).contains("port " + used.getLocalPort() + ": in use");
      assertThat(trace).doesNotExist();
    }
  }

  @ParameterizedTest
  @CsvSource({"demo", "version", "test --fast", "test Http1IT", "fuzz 1 Cookie"})
  void stateThatCannotBeWrittenIsReportedBeforeABuild(String line) throws Exception {
    Path tests = clone.resolve("gateway/src/test/java");
    Files.writeString(tests.resolve("Http1IT.java"), "");
    Files.writeString(
        tests.resolve("CookieFuzzTest.java"), "  @FuzzTest\n  void read(byte[] bytes) {");
    String state = Files.writeString(directory.resolve("file"), "") + "/state";
    environment.put("LYCHGATE_STATE", state);
    environment.put("LYCHGATE_DEMO_PORT", freePort());
    environment.put("LYCHGATE_DEMO_ADMIN_PORT", freePort());

    Ended ended = launch(line.split(" "));

    assertThat(ended.exitCode()).isNotZero();
    assertThat(ended.output()).startsWith("lychgate: " + state + ": not writable (expected: ");
    assertThat(trace).doesNotExist();
  }

  private static String freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return Integer.toString(free.getLocalPort());
    }
  }

  /** Figures of the benchmarks are those of the launcher's JVM. */
  @Test
  void benchmarksUseTheLaunchersOptionsOfTheJvm() throws IOException {
    Set<String> launcher = options("lychgate");

    assertThat(launcher).contains("-XX:SweeperThreshold=50");
    assertThat(options("jmh/bench.sh")).isEqualTo(launcher);
    assertThat(options("jmh/src/main/java/io/lychgate/jmh/peers/Jvm.java")).isEqualTo(launcher);
  }

  /** Returns the options of the JVM that this file names. The size of the heap depends on the machine. */
  private static Set<String> options(String file) throws IOException {
    return Pattern.compile("-XX:(?:\\+Use\\w+|(?!MaxRAM)\\w+=\\d+)")
        .matcher(Files.readString(REPOSITORY.resolve(file)))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Java reads and writes names of files in the encoding of the locale. */
  @ParameterizedTest
  @CsvSource({
    "'', '', '', '', C.UTF-8",
    "C, '', '', C.UTF-8, ''",
    "POSIX, de_DE.UTF-8, '', C.UTF-8, de_DE.UTF-8",
    "'', C, de_DE.UTF-8, '', C.UTF-8",
    "'', '', C, '', C.UTF-8",
    "'', '', de_DE.ISO-8859-1, '', ''",
    "C.UTF-8, C, C, C.UTF-8, C"
  })
  void namesOfFilesAreInUtf8WithoutALocale(
      String all, String ctype, String lang, String allOfJava, String ctypeOfJava)
      throws Exception {
    Path jdk = directory.resolve("jdk");
    Path java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\necho \"$LC_ALL|$LC_CTYPE|\"\n");
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
    Path target = Files.createDirectories(clone.resolve("gateway/target"));
    Files.writeString(target.resolve("lychgate.jar"), "");
    environment.putAll(
        Map.of("LYCHGATE_JAVA_HOME", jdk.toString(), "LYCHGATE_STARTUP_CACHE", "off"));
    environment.putAll(Map.of("LC_ALL", all, "LC_CTYPE", ctype, "LANG", lang));

    assertThat(launch("version").output().strip()).isEqualTo(allOfJava + "|" + ctypeOfJava + "|");
  }

  /** Maven finds no module in a folder whose name it cannot decode. */
  @Test
  void buildHasNamesOfFilesInUtf8WithoutALocale() throws Exception {
    Path jdk = directory.resolve("jdk");
    Path tools = Files.createDirectories(jdk.resolve("bin"));
    for (String tool : List.of("java", "javac")) {
      Path file = Files.writeString(tools.resolve(tool), "");
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
    Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
    Files.writeString(
        directory.resolve("programs/mvn"), "#!/bin/sh\necho \"$LC_CTYPE\" > '" + trace + "'\n");
    environment.putAll(
        Map.of("LYCHGATE_JAVA_HOME", jdk.toString(), "LC_ALL", "", "LC_CTYPE", "", "LANG", ""));

    launch("version");

    assertThat(trace).hasContent("C.UTF-8");
  }

  @Test
  void helpAfterTwoDashesIsAnArgument() throws Exception {
    // The program after the dashes gets --help, which needs a built link.
    assertThat(launch("bench", "link", "run", "--", "curl", "--help").exitCode())
        .isNotZero();
  }

  @Test
  void helpListsEveryCommandAndUnknownCommandIsRejectedWithoutABuild() throws Exception {
    Ended help = launch("--help");
    Ended unknown = launch("chekc");

    assertThat(help.exitCode()).isZero();
    Main.commandLine().getSubcommands().forEach((name, line) -> {
      if (!line.getCommandSpec().usageMessage().hidden()) {
        assertThat(help.output()).contains("lychgate " + name);
      }
    });
    assertThat(unknown.exitCode()).isEqualTo(2);
    assertThat(unknown.output()).contains("chekc: no such command");
    assertThat(trace).doesNotExist();
  }
}
