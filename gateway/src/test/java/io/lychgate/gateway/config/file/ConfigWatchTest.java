package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.pem.CertificateFiles;
import io.lychgate.gateway.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigWatchTest {
  private static final Duration NEVER = Duration.ofHours(1);

  @TempDir
  Path directory;

  private final ConfigReader reader = ConfigReader.of(Map.of());
  private final BlockingQueue<GatewayConfig> applied = new LinkedBlockingQueue<>();
  private Path file = Path.of("");
  private ConfigWatch watch;

  @BeforeEach
  void start() throws IOException {
    CertificateFiles.write(directory, "site");
    file = Files.writeString(directory.resolve("gateway.yaml"), text("one"));
    watch = watch(file, NEVER);
  }

  @AfterEach
  void stop() {
    watch.close();
  }

  private ConfigWatch watch(Path path, Duration every) {
    ConfigReader.Examined running = reader.examine(path);
    return ConfigWatch.start(
        path, reader, running.config().value(), running.sources(), applied::add, every);
  }

  private static String text(String name) {
    return "sites: []\nlisteners:\n- name: " + name + "\n  address: localhost:0\n"
        + "  tls: { certificates: [{ chain: site.pem, key: site.key }] }\n";
  }

  private static String plain(String name) {
    return "sites: []\nlisteners: [{ name: " + name + ", address: 'localhost:0' }]\n";
  }

  /** Returns the listener name of the next applied configuration. */
  private String next() throws InterruptedException {
    GatewayConfig config = applied.poll(20, TimeUnit.SECONDS);
    return config == null ? "nothing" : config.listeners().get(0).name();
  }

  @Test
  void appliesAFileThatIsWrittenInPlace() throws Exception {
    Files.writeString(file, text("two"));

    assertThat(next()).isEqualTo("two");
    assertThat(watch.state().isCurrent()).isTrue();
  }

  @Test
  void appliesAFileReplacedByARename() throws Exception {
    for (String name : new String[] {"two", "three"}) {
      Path draft = Files.writeString(directory.resolve("draft"), text(name));
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);

      assertThat(next()).isEqualTo(name);
    }
  }

  @Test
  void followsTheLinksOfKubernetes() throws Exception {
    Path mount = Files.createDirectory(directory.resolve("mount"));
    release(mount, "one");
    Files.createSymbolicLink(mount.resolve("gateway.yaml"), Path.of("..data", "gateway.yaml"));
    watch.close();
    watch = watch(mount.resolve("gateway.yaml"), NEVER);

    for (String name : new String[] {"two", "three"}) {
      release(mount, name);

      assertThat(next()).isEqualTo(name);
    }
  }

  /** Switches versions as the kubelet does: creates a directory, then replaces the link {@code ..data} in one step. */
  private static void release(Path mount, String name) throws IOException {
    Path data = Files.createDirectory(mount.resolve("..release-" + name));
    Files.writeString(data.resolve("gateway.yaml"), plain(name));
    Path link = Files.createSymbolicLink(mount.resolve("..data_tmp"), data.getFileName());
    Files.move(
        link,
        mount.resolve("..data"),
        StandardCopyOption.REPLACE_EXISTING,
        StandardCopyOption.ATOMIC_MOVE);
  }

  @Test
  void noticesANewCertificate() throws Exception {
    CertificateFiles.write(directory, "site");

    assertThat(next()).isEqualTo("one");
  }

  @Test
  void keepsTheRunningConfigurationUntilTheFileIsValidAgain() throws Exception {
    Files.writeString(file, "listeners: wrong\n");

    Await.until(() -> assertThat(watch.state().isCurrent()).isFalse());
    assertThat(applied).isEmpty();
    assertThat(watch.state().problems())
        .extracting(ConfigProblem::path)
        .contains("listeners", "sites");

    Files.writeString(file, text("two"));

    assertThat(next()).isEqualTo("two");
    Await.until(() -> assertThat(watch.state().isCurrent()).isTrue());
    assertThat(watch.state().problems()).isEmpty();
  }

  @Test
  void keepsTheRunningConfigurationWhenTheFileIsDeleted() throws Exception {
    Files.delete(file);

    Await.until(() -> assertThat(watch.state().isCurrent()).isFalse());
    Files.writeString(file, text("two"));
    assertThat(next()).isEqualTo("two");
  }

  @Test
  void reportsAConfigurationRejectedByTheTarget() throws Exception {
    watch.close();
    watch = ConfigWatch.start(
        file,
        reader,
        reader.read(file).value(),
        reader.examine(file).sources(),
        config -> {
          throw new IOException("localhost:80: in use");
        },
        NEVER);

    watch.reload();

    Await.until(() -> assertThat(watch.state().isCurrent()).isFalse());
    assertThat(watch.state().problems())
        .extracting(ConfigProblem::message)
        .containsExactly("localhost:80: in use");
  }

  @Test
  void keepsWatchingAfterAnExceptionOfTheTarget() throws Exception {
    watch.close();
    watch = ConfigWatch.start(
        file,
        reader,
        reader.read(file).value(),
        reader.examine(file).sources(),
        config -> {
          if (applied.isEmpty()) {
            applied.add(config);
            throw new IllegalStateException("defect");
          }
          applied.add(config);
        },
        NEVER);

    watch.reload();
    Await.until(() -> assertThat(watch.state().isCurrent()).isFalse());
    watch.reload();

    Await.until(() -> assertThat(watch.state().isCurrent()).isTrue());
  }

  @Test
  void readsAnUnchangedFileOnRequest() throws Exception {
    watch.reload();

    assertThat(next()).isEqualTo("one");
  }

  @Test
  void detectsChangesWithoutAnEvent() throws Exception {
    Path one = Files.createDirectory(directory.resolve("1"));
    Path two = Files.createDirectory(directory.resolve("2"));
    Files.writeString(one.resolve("gateway.yaml"), plain("one"));
    Files.writeString(two.resolve("gateway.yaml"), plain("two"));
    Path link = Files.createSymbolicLink(directory.resolve("current"), one);
    watch.close();
    watch = watch(link.resolve("gateway.yaml"), Duration.ofMillis(20));

    // Two levels up: no watched directory changes.
    Path other = Files.createSymbolicLink(directory.resolve("next"), two);
    Files.move(other, link, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);

    assertThat(next()).isEqualTo("two");
  }

  @Test
  void ignoresOtherFilesOfTheDirectory() throws Exception {
    Files.writeString(directory.resolve("other"), "x");
    Files.writeString(file, text("two"));

    assertThat(next()).isEqualTo("two");
    assertThat(applied).isEmpty();
  }
}
