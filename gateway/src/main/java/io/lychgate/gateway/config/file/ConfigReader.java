package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.PushConfig;
import io.lychgate.gateway.config.StoreConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.config.yaml.DocumentFile;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.config.yaml.YamlSchemaReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Reads {@code gateway.yaml} and returns the whole configuration or all its problems. Thread-safe. */
public final class ConfigReader {
  /** Resource of the JSON Schema. */
  public static final String SCHEMA = "/schema/gateway.schema.json";

  private final YamlSchemaReader documents = YamlSchemaReader.ofResource(SCHEMA);
  private final Placeholders.Environment environment;

  private ConfigReader(Placeholders.Environment environment) {
    this.environment = environment;
  }

  /** Returns a reader that takes placeholders and {@code env:} secrets from the environment of the process. */
  public static ConfigReader ofProcess() {
    return new ConfigReader(System::getenv);
  }

  /** Returns a reader that takes placeholders and {@code env:} secrets from the map. */
  public static ConfigReader of(Map<String, String> environment) {
    Map<String, String> copy = Map.copyOf(environment);
    return new ConfigReader(copy::get);
  }

  /** Returns the published JSON Schema of the file. */
  public static String schemaText() {
    try (InputStream in = Objects.requireNonNull(ConfigReader.class.getResourceAsStream(SCHEMA))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a file. Relative paths in it refer to its directory. */
  public Checked<GatewayConfig> read(Path file) {
    return examine(file).config();
  }

  /** Reads a text that is not yet a file, for example a draft; {@code baseDirectory} is absolute. */
  public Checked<GatewayConfig> read(String text, String sourceName, Path baseDirectory) {
    return examine(text, sourceName, baseDirectory).config();
  }

  /**
   * A configuration that may have problems.
   *
   * @param manifests the files that it names, even if it has problems elsewhere
   */
  public record Examined(Checked<GatewayConfig> config, List<Path> manifests) {
    static Examined invalid(List<ConfigProblem> problems) {
      return new Examined(Checked.invalid(problems), List.of());
    }
  }

  /** Reads a file as {@link #read(Path)} does, and as much of an invalid one as can be checked further. */
  public Examined examine(Path file) {
    Checked<String> text = DocumentFile.read(file);
    if (!text.isValid()) {
      return Examined.invalid(text.problems());
    }
    Path directory = file.toAbsolutePath().normalize().getParent();
    return examine(
        text.value(), file.toString(), directory == null ? file.toAbsolutePath() : directory);
  }

  private Examined examine(String text, String sourceName, Path baseDirectory) {
    YamlSchemaReader.Examined document =
        documents.examine(text, sourceName, new Placeholders(environment));
    YamlNode whole = document.whole();
    YamlNode accepted = document.accepted();
    if (whole == null || accepted == null) {
      return Examined.invalid(document.problems());
    }
    Problems problems = new Problems(sourceName, document.problems());
    Section root = Section.root(accepted, new ReadContext(baseDirectory, environment, problems));
    PushConfig push = GeneralReader.push(root.section("push"));
    Optional<GatewayConfig> config = config(root, push, baseDirectory, fileName(sourceName));
    new CrossChecks(root, accepted, whole).run();
    return new Examined(
        problems.list().isEmpty() && config.isPresent()
            ? Checked.valid(config.get())
            : Checked.invalid(problems.list()),
        push.manifests());
  }

  private static Optional<GatewayConfig> config(
      Section root, PushConfig push, Path baseDirectory, String fileName) {
    List<ListenerConfig> listeners = new ArrayList<>();
    root.sections("listeners").forEach(s -> ListenerReader.read(s).ifPresent(listeners::add));
    Map<String, UpstreamConfig> upstreams = new LinkedHashMap<>();
    Section group = root.section("upstreams");
    String zone = root.text("zone", "");
    group
        .names()
        .forEach(name -> UpstreamReader.read(name, group.section(name), zone)
            .ifPresent(u -> upstreams.put(name, u)));
    List<SiteConfig> sites = new ArrayList<>();
    root.sections("sites").forEach(s -> SiteReader.read(s).ifPresent(sites::add));
    return root.build(() -> {
      StoreConfig store = GeneralReader.store(root.section("store"), baseDirectory, fileName);
      return new GatewayConfig(
          listeners,
          upstreams,
          RouteIds.unique(sites),
          push,
          LessonReader.ledger(root.section("ledger")),
          LessonReader.learn(root.section("learn")),
          GeneralReader.priority(root.section("priority")),
          CacheReader.memory(root.section("cache")),
          GeneralReader.admin(root.section("admin")),
          store,
          GeneralReader.upgrade(root.section("upgrade"), store),
          GeneralReader.accessLog(root),
          baseDirectory);
    });
  }

  private static String fileName(String sourceName) {
    return sourceName.substring(sourceName.lastIndexOf(File.separatorChar) + 1);
  }
}
