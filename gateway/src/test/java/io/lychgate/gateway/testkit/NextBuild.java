package io.lychgate.gateway.testkit;

import io.lychgate.gateway.Gateway;
import io.lychgate.gateway.GatewayOptions;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/**
 * A later build of the gateway in this JVM: its sources know a higher number of the schema, and it has a migration to that. Its classes
 * are separate from those of this build; libraries are shared.
 */
public final class NextBuild {
  private static final String PACKAGE = "io/lychgate/gateway/store";
  private static final String CONSTANT = "static final int SCHEMA = ";

  private final ClassLoader loader;

  private NextBuild(ClassLoader loader) {
    this.loader = loader;
  }

  /** A gateway of this build. */
  public static final class Running implements AutoCloseable {
    private final AutoCloseable gateway;
    private final int port;
    private final int adminPort;

    private Running(AutoCloseable gateway, int port, int adminPort) {
      this.gateway = gateway;
      this.port = port;
      this.adminPort = adminPort;
    }

    /** Returns the port of the listener {@code plain}. */
    public int port() {
      return port;
    }

    public int adminPort() {
      return adminPort;
    }

    @Override
    public void close() throws Exception {
      gateway.close();
    }
  }

  /** Starts a gateway, as {@link GatewayProcess#start} does with this build. */
  public Running start(Path directory, String yaml) throws Exception {
    Path file = Files.writeString(directory.resolve("gateway.yaml"), yaml);
    Path password =
        Files.writeString(directory.resolve("admin.password"), GatewayProcess.ADMIN_PASSWORD);
    Class<?> reader = named(ConfigReader.class);
    Class<?> options = named(GatewayOptions.class);
    Class<?> gateway = named(Gateway.class);
    Object checked = reader
        .getMethod("read", Path.class)
        .invoke(reader.getMethod("of", Map.class).invoke(null, Map.of()), file);
    Object config = named(Checked.class).getMethod("value").invoke(checked);
    AutoCloseable made = (AutoCloseable) gateway
        .getMethod("start", named(GatewayConfig.class), options)
        .invoke(
            null,
            config,
            options
                .getConstructor(String.class, Path.class)
                .newInstance(file.toString(), password));
    Optional<?> admin = (Optional<?>) gateway.getMethod("adminAddress").invoke(made);
    return new Running(
        made,
        (int) gateway.getMethod("port", String.class).invoke(made, "plain"),
        ((InetSocketAddress) admin.orElseThrow()).getPort());
  }

  private Class<?> named(Class<?> ofThisBuild) throws ClassNotFoundException {
    return Class.forName(ofThisBuild.getName(), true, loader);
  }

  /** Takes changed classes from a folder, the other ones of the gateway from this build, and all else from the parent. */
  private static final class Classes extends URLClassLoader {
    Classes(Path changed) throws MalformedURLException {
      super(new URL[] {changed.toUri().toURL()}, NextBuild.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith("io.lychgate.")) {
        return super.loadClass(name, resolve);
      }
      synchronized (getClassLoadingLock(name)) {
        Class<?> loaded = findLoadedClass(name);
        return loaded != null ? loaded : define(name);
      }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      String file = name.replace('.', '/') + ".class";
      URL changed = findResource(file);
      URL found = changed != null ? changed : getParent().getResource(file);
      if (found == null) {
        throw new ClassNotFoundException(name);
      }
      try (InputStream in = found.openStream()) {
        byte[] code = in.readAllBytes();
        return defineClass(name, code, 0, code.length, NextBuild.class.getProtectionDomain());
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  /**
   * Compiles the build.
   *
   * @param migrations folder among the test resources, with one folder for each database
   */
  public static NextBuild compile(Path directory, String migrations, int schema) throws Exception {
    Path sources = Files.createDirectories(directory.resolve("sources"));
    Path classes = Files.createDirectories(directory.resolve("classes"));
    List<String> arguments = new ArrayList<>(List.of(
        "-proc:none",
        "-nowarn",
        "-cp",
        System.getProperty("java.class.path"),
        "-d",
        classes.toString()));
    try (Stream<Path> files = Files.list(Path.of("src/main/java").resolve(PACKAGE))) {
      for (Path file : files.toList()) {
        String text = Files.readString(file);
        // The compiler copies the constant into each class that uses it.
        if (text.contains(CONSTANT) || text.contains("DatabaseOpener.SCHEMA")) {
          Path copy = sources.resolve(String.valueOf(file.getFileName()));
          Files.writeString(copy, text.replaceAll(CONSTANT + "\\d+;", CONSTANT + schema + ";"));
          arguments.add(copy.toString());
        }
      }
    }
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    int code = compiler.run(null, null, null, arguments.toArray(String[]::new));
    if (code != 0) {
      throw new IOException("javac: " + code);
    }
    addMigrations(classes, migrations);
    return new NextBuild(new Classes(classes));
  }

  private static void addMigrations(Path classes, String migrations) throws Exception {
    Path from = Path.of(
        Objects.requireNonNull(NextBuild.class.getResource("/" + migrations)).toURI());
    for (String database : List.of("sqlite", "postgresql")) {
      Path folder = Files.createDirectories(classes.resolve("db").resolve(database));
      try (Stream<Path> files = Files.list(from.resolve(database))) {
        for (Path file : files.toList()) {
          Files.copy(file, folder.resolve(String.valueOf(file.getFileName())));
        }
      }
    }
  }
}
