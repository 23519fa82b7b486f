package io.lychgate.gateway.testkit;

import io.lychgate.plugin.Plugin;
import io.lychgate.plugin.PluginApi;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/** A real jar of plug-ins, compiled from source texts. */
public final class TestJar {
  private final Map<String, String> sources = new LinkedHashMap<>();
  private final List<String> plugins = new ArrayList<>();
  private @Nullable String api = PluginApi.VERSION;
  private @Nullable String version;

  public static TestJar create() {
    return new TestJar();
  }

  /** Returns the location of compiled classes: a folder, or a jar. */
  public static Path placeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Writes a folder of compiled classes, or a jar, as a jar of plug-ins. */
  public static Path copy(Path classes, Path jar) {
    try {
      if (Files.isRegularFile(classes)) {
        return Files.copy(classes, jar, StandardCopyOption.REPLACE_EXISTING);
      }
      return write(classes, jar, PluginApi.VERSION, "folder");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** @param stated the version of the interfaces in the manifest; null for none */
  public TestJar api(@Nullable String stated) {
    api = stated;
    return this;
  }

  public TestJar version(String stated) {
    version = stated;
    return this;
  }

  /** Adds a class that is no plug-in, such as one of a library. */
  public TestJar source(String name, String text) {
    sources.put(name, text);
    return this;
  }

  /** Adds a plug-in. Its source begins with imports of the interfaces. */
  public TestJar plugin(String name, String body) {
    plugins.add(name);
    int dot = name.lastIndexOf('.');
    return source(name, """
        package %s;
        import io.lychgate.plugin.*;
        import java.nio.ByteBuffer;
        import java.util.*;
        import java.util.concurrent.*;
        public final class %s %s
        """.formatted(name.substring(0, dot), name.substring(dot + 1), body));
  }

  /** Adds a plug-in with a step whose verdict is this expression of {@code config}, {@code context} and {@code request}. */
  public TestJar step(String type, String name, String verdict) {
    return plugin(type, """
        implements StepPlugin {
          public String name() { return "%s"; }
          public PluginStep create(PluginContext context) {
            PluginConfig config = context.config();
            return request -> { %s };
          }
        }""".formatted(name, verdict));
  }

  /** Compiles the sources and writes the jar. A file of this name is replaced in place. */
  public Path write(Path jar) {
    try {
      Path classes = Files.createTempDirectory("plugin-classes");
      try {
        compile(classes);
        if (!plugins.isEmpty()) {
          Path services = Files.createDirectories(classes.resolve("META-INF/services"));
          Files.write(services.resolve(Plugin.class.getName()), plugins);
        }
        return write(classes, jar, api, version);
      } finally {
        remove(classes);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void compile(Path classes) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<JavaFileObject> units = new ArrayList<>();
    sources.forEach((name, text) -> units.add(new Source(name, text)));
    StringWriter messages = new StringWriter();
    List<String> options = List.of(
        "--release",
        "17",
        "-proc:none",
        "-d",
        classes.toString(),
        "-classpath",
        placeOf(PluginApi.class).toString());
    if (!units.isEmpty()
        && !compiler.getTask(messages, null, null, options, null, units).call()) {
      throw new AssertionError(messages.toString());
    }
  }

  private static final class Source extends SimpleJavaFileObject {
    private final String text;

    Source(String name, String text) {
      super(URI.create("string:///" + name.replace('.', '/') + ".java"), Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static Path write(Path classes, Path jar, @Nullable String api, @Nullable String version)
      throws IOException {
    Manifest manifest = new Manifest();
    Attributes attributes = manifest.getMainAttributes();
    attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (api != null) {
      attributes.putValue(PluginApi.MANIFEST_ATTRIBUTE, api);
    }
    if (version != null) {
      attributes.put(Attributes.Name.IMPLEMENTATION_VERSION, version);
    }
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file, manifest);
        Stream<Path> all = Files.walk(classes)) {
      for (Path each : all.filter(Files::isRegularFile).sorted().toList()) {
        out.putNextEntry(new ZipEntry(classes.relativize(each).toString().replace('\\', '/')));
        Files.copy(each, out);
        out.closeEntry();
      }
    }
    return jar;
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
