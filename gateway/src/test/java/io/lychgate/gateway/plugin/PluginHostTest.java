package io.lychgate.gateway.plugin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.TestJar;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jars that are loaded, refused, reused and closed. */
final class PluginHostTest {
  private static final String PROCEED =
      "return CompletableFuture.completedStage(PluginVerdict.proceed());";

  @TempDir
  Path directory;

  private Path folder = Path.of("");
  private final PluginHost host = new PluginHost(loop -> {
    throw new IllegalStateException("no loops");
  });

  @BeforeEach
  void createFolder() throws IOException {
    folder = Files.createDirectory(directory.resolve("plugins"));
  }

  @AfterEach
  void close() {
    host.close();
  }

  private GatewayConfig config(String plugins) {
    Checked<GatewayConfig> read = ConfigReader.of(Map.of())
        .read(
            """
        plugins: { folder: plugins }
        listeners: [ { name: a, address: "127.0.0.1:0" } ]
        sites:
          - hosts: [ shop.example ]
            routes:
              - id: all
                match: { path: "/*" }
                respond: { status: 200 }
        %s""".formatted(
                    plugins.isEmpty() ? "" : "        policies: { plugins: [ " + plugins + " ] }"),
            "gateway.yaml",
            directory.toAbsolutePath());
    assertThat(read.problems()).isEmpty();
    return read.value();
  }

  private void assertRefused(String uses, String message) {
    assertThatThrownBy(() -> host.load(config(uses)))
        .isInstanceOf(PluginLoadException.class)
        .hasMessageContaining(message);
    assertThat(host.openJars()).isZero();
  }

  private Path jar(String name) {
    return folder.resolve(name);
  }

  @Test
  void pluginsOfAllJarsAreFound() throws IOException {
    TestJar.create().version("2.1").step("acme.Gate", "gate", PROCEED).write(jar("b.jar"));
    TestJar.create().step("acme.Other", "other", PROCEED).write(jar("a.jar"));
    Files.writeString(jar("notes.txt"), "no jar");

    PluginSet set = host.load(config("{ name: gate }"));

    assertThat(set.plugins())
        .containsExactly(
            new PluginSummary("other", "step", "", "a.jar"),
            new PluginSummary("gate", "step", "2.1", "b.jar"));
    assertThat(set.isUnused()).isFalse();
    assertThat(host.load(config("")).isUnused()).isTrue();
  }

  @Test
  void versionOfTheInterfacesIsCheckedBeforeAnyClassIsLoaded() {
    for (String stated : new String[] {"2.0", "1.9", "x", "0.9"}) {
      TestJar.create().api(stated).plugin("acme.Gate", """
              implements StepPlugin {
                static { System.setProperty("plugin-test-loaded", "yes"); }
                public String name() { return "gate"; }
                public PluginStep create(PluginContext context) { return null; }
              }""").write(jar("a.jar"));
      assertRefused(
          "{ name: gate }",
          "a.jar: Lychgate-Plugin-Api " + stated + " (expected in its manifest: at most 1.0");
    }
    assertThat(System.getProperty("plugin-test-loaded")).isNull();
    TestJar.create().api(null).step("acme.Gate", "gate", PROCEED).write(jar("a.jar"));
    assertRefused("{ name: gate }", "a.jar: Lychgate-Plugin-Api none");
  }

  @Test
  void nameInTwoJarsNamesBoth() {
    TestJar.create().step("acme.Gate", "gate", PROCEED).write(jar("a.jar"));
    TestJar.create().step("acme.Gate", "gate", PROCEED).write(jar("b.jar"));

    assertRefused("{ name: gate }", "plug-in gate is in a.jar and in b.jar (expected: in one jar)");
  }

  @Test
  void brokenJarIsNamed() throws IOException {
    Files.write(jar("a.jar"), "no zip".getBytes(StandardCharsets.US_ASCII));
    assertRefused("{ name: gate }", "a.jar: no jar (");

    TestJar.create().write(jar("a.jar"));
    assertRefused("{ name: gate }", "a.jar: no plug-in (expected: its META-INF/services/");

    TestJar.create().plugin("acme.Gate", """
            implements StepPlugin {
              public Gate() { throw new IllegalStateException("first line\\nsecond"); }
              public String name() { return "gate"; }
              public PluginStep create(PluginContext context) { return null; }
            }""").write(jar("a.jar"));
    assertRefused("{ name: gate }", "IllegalStateException: first line?second");

    TestJar.create().step("acme.Gate", "Gate!", PROCEED).write(jar("a.jar"));
    assertRefused("", "a.jar: name of acme.Gate: Gate! (expected: 1-64 lower-case letters");
  }

  @Test
  void constructorThatDoesNotReturnIsInterrupted() {
    TestJar.create().plugin("acme.Gate", """
            implements StepPlugin {
              public Gate() {
                try { new java.util.concurrent.CountDownLatch(1).await(); }
                catch (InterruptedException e) { System.setProperty("plugin-test-late", "yes"); }
              }
              public String name() { return "gate"; }
              public PluginStep create(PluginContext context) { return null; }
            }""").write(jar("a.jar"));

    assertRefused("", "a.jar: its constructors have not returned in 10 s");
    Await.until(() -> assertThat(System.getProperty("plugin-test-late")).isEqualTo("yes"));
    System.clearProperty("plugin-test-late");
  }

  @Test
  void useThatDoesNotFitNamesTheRoute() {
    TestJar.create().plugin("acme.Gate", """
            implements StepPlugin {
              public String name() { return "gate"; }
              public PluginStep create(PluginContext context) {
                context.config().allowOnly("level");
                if (context.config().number("level", 1, 0, 9) == 9) { return null; }
                if (context.config().number("level", 1, 0, 9) == 8) { throw new StackOverflowError(); }
                return request -> null;
              }
            }""").plugin("acme.Choice", """
            implements SelectionPlugin {
              public String name() { return "choice"; }
              public PluginSelection create(PluginContext context) {
                return (request, client, servers) -> 0;
              }
            }""").write(jar("a.jar"));

    assertRefused(
        "{ name: gates }", "route all: plug-in gates: unknown (expected: one of gate, choice)");
    assertRefused(
        "{ name: choice }",
        "route all: plug-in choice is a selection (expected: a step or a filter)");
    assertRefused(
        "{ name: gate, config: { levle: 1 } }",
        "route all: plug-in gate (a.jar): config.levle: unknown (expected: one of level)");
    assertRefused(
        "{ name: gate, config: { level: high } }",
        "route all: plug-in gate (a.jar): config.level: high (expected: an integer of 0-9)");
    assertRefused("{ name: gate, config: { level: 9 } }", "create(): null");
    assertRefused("{ name: gate, config: { level: 8 } }", "StackOverflowError");
  }

  @Test
  void folderMustExistAndBelongToFew() throws IOException {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertRefused("", "every user may write (expected: chmod o-w ");

    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.delete(folder);
    assertRefused("", "plugins (expected: a folder)");
  }

  @Test
  void jarThatCannotBeReadIsNamed() throws IOException {
    Files.createSymbolicLink(jar("gate.jar"), Path.of("/opt/absent/gate-2.jar"));
    assertRefused(
        "", "gate.jar: a link to /opt/absent/gate-2.jar, which is absent (expected: a file)");

    Files.delete(jar("gate.jar"));
    Files.createDirectory(jar("gate.jar"));
    assertRefused("", "gate.jar (expected: a file)");
  }

  @Test
  void jarMustBelongToFew() throws IOException {
    TestJar.create().step("acme.Gate", "gate", PROCEED).write(jar("a.jar"));
    Files.setPosixFilePermissions(jar("a.jar"), PosixFilePermissions.fromString("rw-rw-rw-"));

    assertRefused("", "a.jar: every user may write (expected: chmod o-w ");
  }

  @Test
  void unchangedJarKeepsItsClassLoaderAndObjects() throws IOException {
    TestJar.create().step("acme.Gate", "gate", PROCEED).write(jar("a.jar"));
    PluginSet first = host.load(config("{ name: gate, config: { a: 1 } }"));
    PluginSet second =
        host.load(config("{ name: gate, config: { a: 1 } }, { name: gate, config: { a: 2 } }"));

    assertThat(second.jars()).isEqualTo(first.jars());
    assertThat(second.instances()).hasSize(2).containsAllEntriesOf(first.instances());
    first.retire();
    Await.until(() -> assertThat(host.openJars()).isEqualTo(1));
  }

  @Test
  void changedJarIsLoadedBesideTheOldOneUntilItsLastUseEnds() throws Exception {
    String closing = """
        implements StepPlugin {
          public String name() { return "gate"; }
          public PluginStep create(PluginContext context) {
            return new PluginStep() {
              public CompletionStage<PluginVerdict> decide(PluginRequest request) { return null; }
              public void close() { System.setProperty("plugin-test-closed", "%s"); }
            };
          }
        }""";
    TestJar.create().version("1").plugin("acme.Gate", closing.formatted("1")).write(jar("a.jar"));
    PluginSet first = host.load(config("{ name: gate }"));
    first.pin();
    TestJar.create().version("2").plugin("acme.Gate", closing.formatted("2")).write(jar("a.jar"));
    PluginSet second = host.load(config("{ name: gate }"));
    first.retire();

    assertThat(host.openJars()).isEqualTo(2);
    // The class is loaded now, from the copy of a jar that was overwritten.
    assertThat(first.jars().get(0).loader().loadClass("acme.Gate$1").getClassLoader())
        .isNotEqualTo(second.jars().get(0).loader());
    first.unpin();

    Await.until(() -> assertThat(System.getProperty("plugin-test-closed")).isEqualTo("1"));
    Await.until(() -> assertThat(host.openJars()).isEqualTo(1));
    assertThat(second.plugins().get(0).version()).isEqualTo("2");
    System.clearProperty("plugin-test-closed");
  }

  @Test
  void classesOfAJarSeeNeitherTheGatewayNorOtherJars() throws Exception {
    TestJar.create()
        .source(
            "lib.Library",
            "package lib; public class Library { public static int n() { return 1; } }")
        .source(
            "io.lychgate.plugin.PluginApi",
            "package io.lychgate.plugin; public class PluginApi { public static int fake; }")
        .step("acme.Gate", "gate", PROCEED)
        .write(jar("a.jar"));
    TestJar.create().step("acme.Other", "other", PROCEED).write(jar("b.jar"));
    PluginSet set = host.load(config(""));
    JarLoader a = set.jars().get(0).loader();
    JarLoader b = set.jars().get(1).loader();

    assertThat(a.loadClass("lib.Library")).isNotNull();
    assertThat(a.loadClass("io.lychgate.plugin.PluginApi").getDeclaredFields())
        .extracting("name")
        .doesNotContain("fake");
    assertThat(a.loadClass("javax.crypto.Mac")).isNotNull();
    for (String hidden : new String[] {
      "lib.Library", "io.lychgate.gateway.Gateway", "io.netty.buffer.ByteBuf", "org.slf4j.Logger"
    }) {
      assertThatThrownBy(() -> b.loadClass(hidden)).isInstanceOf(ClassNotFoundException.class);
    }
    assertThat(b.getResource("io/netty/buffer/ByteBuf.class")).isNull();
    assertThat(b.getResources("META-INF/services/io.lychgate.plugin.Plugin").nextElement())
        .isNotNull();
  }
}
