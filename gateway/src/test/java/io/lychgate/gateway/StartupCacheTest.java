package io.lychgate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Uses fake launchers of a few lines; {@link StartupCacheIT} uses the real one. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs bash and POSIX file permissions")
final class StartupCacheTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir
  Path directory;

  private Path cache() {
    return directory.resolve("aot/some.aot");
  }

  private Path launcher(String script) throws IOException {
    Path file = Files.writeString(
        directory.resolve("launcher"),
        "#!/bin/sh\necho \"$*\" >> '" + directory.resolve("calls") + "'\n" + script + "\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    return file;
  }

  private static void join(StartupCache cache) throws InterruptedException {
    Thread thread = Objects.requireNonNull(cache.createInBackground());
    assertThat(thread.isDaemon()).isTrue();
    thread.join(PATIENCE.toMillis());
    assertThat(thread.isAlive()).isFalse();
  }

  @Test
  void callsTheLauncherOnceInTheBackground() throws Exception {
    Path launcher = launcher("touch '" + cache() + "'");
    try (StartupCache first = new StartupCache(launcher, cache(), Duration.ZERO);
        StartupCache second = new StartupCache(launcher, cache(), Duration.ZERO)) {
      join(first);
      // The second cache finds the file.
      join(second);
    }
    assertThat(cache()).exists();
    assertThat(directory.resolve("calls")).hasContent("train --background");
  }

  @Test
  void twoGatewaysCreateOneCache() throws Exception {
    Path go = directory.resolve("go");
    Path launcher =
        launcher("while [ ! -e '" + go + "' ]; do sleep 0.05; done; touch '" + cache() + "'");
    try (StartupCache first = new StartupCache(launcher, cache(), Duration.ZERO);
        StartupCache second = new StartupCache(launcher, cache(), Duration.ZERO)) {
      Thread working = Objects.requireNonNull(first.createInBackground());
      Await.within(PATIENCE, () -> assertThat(directory.resolve("calls")).exists());
      join(second);
      Files.createFile(go);
      working.join(PATIENCE.toMillis());
    }
    assertThat(directory.resolve("calls")).hasContent("train --background");
  }

  @Test
  void closingEndsTheLauncherAndDoesNotWaitForIt() throws Exception {
    Path ended = directory.resolve("ended");
    Path listening = directory.resolve("listening");
    Path launcher = launcher("trap 'touch \"" + ended + "\"; exit 143' TERM\ntouch '" + listening
        + "'\nwhile :; do sleep 0.05; done");
    Thread thread;
    try (StartupCache cache = new StartupCache(launcher, cache(), Duration.ZERO)) {
      thread = Objects.requireNonNull(cache.createInBackground());
      Await.within(PATIENCE, () -> assertThat(listening).exists());
    }
    Await.within(PATIENCE, () -> assertThat(ended).exists());
    thread.join(PATIENCE.toMillis());
    assertThat(thread.isAlive()).isFalse();
  }

  @Test
  void closingBeforeTheDelayCallsNothing() throws Exception {
    StartupCache cache = new StartupCache(launcher("exit 0"), cache(), Duration.ofMinutes(5));
    Thread thread = Objects.requireNonNull(cache.createInBackground());
    cache.close();
    thread.join(PATIENCE.toMillis());

    assertThat(thread.isAlive()).isFalse();
    assertThat(directory.resolve("calls")).doesNotExist();
  }

  @Test
  void unwritableFolderIsHarmless() throws Exception {
    // A file in place of the folder: root may write to any folder.
    Files.createFile(directory.resolve("aot"));
    try (StartupCache cache = new StartupCache(launcher("exit 0"), cache(), Duration.ZERO)) {
      join(cache);
    }
    assertThat(directory.resolve("calls")).doesNotExist();
  }

  @Test
  void failingLauncherIsHarmless() throws Exception {
    try (StartupCache cache = new StartupCache(launcher("exit 1"), cache(), Duration.ZERO)) {
      join(cache);
    }
    try (StartupCache cache =
        new StartupCache(directory.resolve("no-such-launcher"), cache(), Duration.ZERO)) {
      join(cache);
    }
    assertThat(cache()).doesNotExist();
  }

  @Test
  void noCacheIsCreatedWithoutALauncher() {
    try (StartupCache cache = new StartupCache(null, cache(), Duration.ZERO)) {
      assertThat(cache.createInBackground()).isNull();
    }
  }
}
