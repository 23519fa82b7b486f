package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.pem.PemIdentity;
import io.lychgate.gateway.testkit.ForkedJava;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

final class InitCommandTest {
  /** Maven runs tests in the module's directory. */
  private static final Path REPOSITORY = Path.of("..");

  @TempDir
  Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(String... arguments) {
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  private static List<String> filesBelow(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(path -> !Files.isDirectory(path))
          .map(path -> directory.relativize(path).toString())
          .sorted()
          .toList();
    }
  }

  @Test
  void initWritesAConfigurationThatPassesCheck() throws IOException {
    Path target = directory.resolve("deep/new");

    assertThat(execute("init", target.toString())).as(err.toString()).isZero();

    assertThat(filesBelow(target))
        .containsExactly(
            "certs/site.key", "certs/site.pem", "gateway.yaml", "public/assets/index.html");
    assertThat(execute("check", "-c", target.resolve("gateway.yaml").toString()))
        .as(err.toString())
        .isZero();
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void initPrintsTheNextCommands() {
    Path target = directory.resolve("with space");

    assertThat(execute("init", target.toString())).isZero();

    assertThat(out.toString())
        .contains(target.resolve("certs/site.key").toString())
        .contains("lychgate check -c '" + target.resolve("gateway.yaml") + "'")
        .contains("lychgate run -c '" + target.resolve("gateway.yaml") + "'")
        .contains("https://localhost:8443/");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs bash and POSIX file permissions")
  void initCreatesACertificateForLocalhostWithAPrivateKey() throws Exception {
    assertThat(execute("init", directory.toString())).isZero();

    Path key = directory.resolve("certs/site.key");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
    X509Certificate certificate =
        PemIdentity.read(directory.resolve("certs/site.pem"), key).chain().get(0);
    certificate.checkValidity();
    certificate.verify(certificate.getPublicKey());
    assertThat(certificate.getSubjectAlternativeNames().stream().map(name -> (Object) name.get(1)))
        .contains("localhost", "127.0.0.1");
  }

  @Test
  void initNamesEachFileThatExistsAndWritesNothing() throws IOException {
    Files.writeString(directory.resolve("gateway.yaml"), "mine");
    Files.createDirectories(directory.resolve("certs"));
    Files.writeString(directory.resolve("certs/site.key"), "mine too");

    assertThat(execute("init", directory.toString())).isEqualTo(1);

    assertThat(filesBelow(directory)).containsExactly("certs/site.key", "gateway.yaml");
    assertThat(directory.resolve("gateway.yaml")).hasContent("mine");
    assertThat(directory.resolve("certs/site.key")).hasContent("mine too");
    assertThat(err.toString())
        .contains(directory.resolve("gateway.yaml") + ": exists")
        .contains(directory.resolve("certs/site.key") + ": exists")
        .contains("nothing was written");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void initTwiceKeepsTheFirstResult() throws IOException {
    assertThat(execute("init", directory.toString())).isZero();
    String key = Files.readString(directory.resolve("certs/site.key"));

    assertThat(execute("init", directory.toString())).isEqualTo(1);

    assertThat(directory.resolve("certs/site.key")).hasContent(key);
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs bash and POSIX file permissions")
  void initDoesNotWriteThroughASymbolicLink() throws IOException {
    Path elsewhere = directory.resolve("elsewhere");
    Path target = Files.createDirectory(directory.resolve("target"));
    Files.createSymbolicLink(target.resolve("gateway.yaml"), elsewhere);

    assertThat(execute("init", target.toString())).isEqualTo(1);

    assertThat(elsewhere).doesNotExist();
    assertThat(err.toString()).contains(target.resolve("gateway.yaml") + ": exists");
  }

  @Test
  void initThatFailsHalfwayRemovesWhatItWrote() throws IOException {
    // A file in place of a folder.
    Files.writeString(directory.resolve("public"), "");

    assertThat(execute("init", directory.toString())).isEqualTo(1);

    assertThat(filesBelow(directory)).containsExactly("public");
    assertThat(directory.resolve("certs")).doesNotExist();
    assertThat(err.toString()).contains("public").contains("nothing was written");
  }

  @Test
  void initUsesTheCurrentDirectoryByDefault() throws Exception {
    Process init = new ProcessBuilder(ForkedJava.lychgate("init"))
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .start();
    String output = new String(init.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(init.waitFor()).as(output).isZero();
    assertThat(output).contains("lychgate run -c gateway.yaml");
    assertThat(filesBelow(directory)).contains("gateway.yaml", "certs/site.pem");
  }

  @Test
  void readmeShowsTheConfigurationThatInitWrites() throws IOException {
    String example = example(Files.readString(REPOSITORY.resolve("README.md")));

    assertThat(example).isEqualTo(StarterFiles.configurationText());
  }

  @Test
  void readmeExamplePassesCheckInPlaceOfTheFileOfInit() throws IOException {
    assertThat(execute("init", directory.toString())).isZero();
    Path file = directory.resolve("gateway.yaml");
    Files.writeString(file, example(Files.readString(REPOSITORY.resolve("README.md"))));

    assertThat(execute("check", "-c", file.toString())).as(err.toString()).isZero();
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs bash and POSIX file permissions")
  void configurationOfTheImagePassesCheckInTheLayoutOfTheImage() throws Exception {
    // docker/Dockerfile: only the configuration is in /etc/lychgate, the volume is empty, ENV sets
    // variables.
    Path conf = Files.createDirectory(directory.resolve("etc"));
    Files.copy(REPOSITORY.resolve("docker/gateway.yaml"), conf.resolve("gateway.yaml"));
    Path launcher = launcher();

    assertThat(runEntrypoint(conf, launcher)).contains("gateway.yaml: OK").contains("self-signed");
    assertThat(directory.resolve("volume/starter/certs/site.key")).exists();
    // The second start finds the files of the first one.
    assertThat(runEntrypoint(conf, launcher)).contains("gateway.yaml: OK");
  }

  @Test
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs bash and POSIX file permissions")
  void imageUsesTheMountedCertificateAndFiles() throws Exception {
    Path conf = directory.resolve("etc");
    assertThat(execute("init", conf.toString())).isZero();
    Files.copy(
        REPOSITORY.resolve("docker/gateway.yaml"),
        conf.resolve("gateway.yaml"),
        StandardCopyOption.REPLACE_EXISTING);

    assertThat(runEntrypoint(conf, launcher()))
        .contains("gateway.yaml: OK")
        .doesNotContain("self-signed");
    assertThat(directory.resolve("volume")).doesNotExist();
  }

  /** Runs the command as the launcher does, without the search for a JDK. */
  private Path launcher() throws IOException {
    Path launcher = Files.writeString(
        directory.resolve("launcher"), """
        #!/bin/sh
        exec "%s" "$@"
        """.formatted(String.join("\" \"", ForkedJava.lychgate())));
    Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
    return launcher;
  }

  private String runEntrypoint(Path conf, Path launcher) throws Exception {
    Path entrypoint = REPOSITORY.resolve("docker/entrypoint.sh").toAbsolutePath();
    ProcessBuilder builder = new ProcessBuilder(
            entrypoint.toString(), "check", "-c", conf.resolve("gateway.yaml").toString())
        .redirectErrorStream(true);
    builder.environment().putAll(environmentOfTheImage());
    builder.environment().put("LYCHGATE_LAUNCHER", launcher.toString());
    builder.environment().put("LYCHGATE_CONF", conf.toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  /** Returns the variables of ENV in the Dockerfile, with its volume in the test directory. */
  private Map<String, String> environmentOfTheImage() throws IOException {
    Map<String, String> environment = new HashMap<>();
    Matcher variable = Pattern.compile("(?m)^(?:ENV|   ) (LYCHGATE_[A-Z]+)=(\\S+)")
        .matcher(Files.readString(REPOSITORY.resolve("docker/Dockerfile")));
    while (variable.find()) {
      environment.put(
          variable.group(1),
          variable
              .group(2)
              .replace("/var/lib/lychgate", directory.resolve("volume").toString()));
    }
    assertThat(environment).containsKeys("LYCHGATE_ADMIN", "LYCHGATE_VAR", "LYCHGATE_STORE");
    return environment;
  }

  /** Returns the block of YAML that defines listeners. */
  private static String example(String readme) {
    for (String block : readme.split("```yaml\n", -1)) {
      String text = block.substring(0, Math.max(0, block.indexOf("```")));
      if (text.startsWith("listeners:")) {
        return text;
      }
    }
    throw new AssertionError("README.md: no block of YAML with listeners");
  }
}
