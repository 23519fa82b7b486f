package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.NodeSources;
import io.lychgate.gateway.config.PushConfig;
import io.lychgate.gateway.config.StoreConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.listener.ListenerConfig;
import io.lychgate.gateway.config.site.SiteConfig;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.config.yaml.DocumentFile;
import io.lychgate.gateway.config.yaml.ScalarReference;
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
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads {@code gateway.yaml} with the files that it includes, and returns the whole configuration or all its problems. Thread-safe. */
public final class ConfigReader {
  /** Resource of the JSON Schema. */
  public static final String SCHEMA = "/schema/gateway.schema.json";

  private final YamlSchemaReader documents = YamlSchemaReader.ofResource(SCHEMA);
  private final Placeholders.Environment environment;
  private final boolean needsSecrets;

  private ConfigReader(Placeholders.Environment environment, boolean needsSecrets) {
    this.environment = environment;
    this.needsSecrets = needsSecrets;
  }

  /** Returns a reader that takes placeholders and {@code env:} secrets from the environment of the process. */
  public static ConfigReader ofProcess() {
    return new ConfigReader(System::getenv, true);
  }

  /**
   * Returns a reader for commands that use no secret: one that is in the environment of the service alone, or that only the service can
   * read, is then no problem.
   */
  public static ConfigReader ofProcessWithoutSecrets() {
    return new ConfigReader(System::getenv, false);
  }

  /** Returns a reader that takes placeholders and {@code env:} secrets from the map. */
  public static ConfigReader of(Map<String, String> environment) {
    Map<String, String> copy = Map.copyOf(environment);
    return new ConfigReader(copy::get, true);
  }

  /** Returns the published JSON Schema of the file. */
  public static String schemaText() {
    try (InputStream in = Objects.requireNonNull(ConfigReader.class.getResourceAsStream(SCHEMA))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the JSON Schema of an included file, which may have any of the keys. */
  public static String includedSchemaText() {
    JsonMapper mapper =
        JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();
    ObjectNode schema = (ObjectNode) mapper.readTree(schemaText());
    schema.remove(List.of("if", "then", "else"));
    return mapper.writeValueAsString(schema) + "\n";
  }

  /** Reads a file. Relative paths in it refer to its directory. */
  public Checked<GatewayConfig> read(Path file) {
    return examine(file).config();
  }

  /** Reads a text that is not yet a file, for example a draft; {@code baseDirectory} is absolute. */
  public Checked<GatewayConfig> read(String text, String sourceName, Path baseDirectory) {
    return examine(text, sourceName, null, baseDirectory, LocalReach.WHOLE, Expressions.NEVER_LATE)
        .config();
  }

  /**
   * A configuration that may have problems.
   *
   * @param manifests the files that it names, even if it has problems elsewhere
   * @param sources the files that it consists of, even if it has problems
   * @param tree its values with their places; null if it has problems
   * @param warnings about a valid configuration
   */
  public record Examined(
      Checked<GatewayConfig> config,
      List<Path> manifests,
      ConfigSources sources,
      @Nullable YamlNode tree,
      List<ConfigProblem> warnings) {
    static Examined invalid(List<ConfigProblem> problems, ConfigSources sources) {
      return new Examined(Checked.invalid(problems), List.of(), sources, null, List.of());
    }

    /** Returns the text without values that come from variables and files. Each is shown as the configuration refers to it. */
    public String masked(String text) {
      String masked = text;
      for (ScalarReference reference :
          tree == null ? List.<ScalarReference>of() : tree.references()) {
        masked = reference.maskedSecret(masked);
      }
      return masked;
    }

    /** Returns the warnings, without values that come from variables and files. */
    public List<String> notices() {
      return warnings.stream().map(warning -> masked(warning.toString())).toList();
    }
  }

  /** Reads a file as {@link #read(Path)} does, and as much of an invalid one as can be checked further. */
  public Examined examine(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    Path directory = absolute.getParent() == null ? absolute : absolute.getParent();
    Checked<String> text = DocumentFile.read(file);
    if (!text.isValid()) {
      return Examined.invalid(text.problems(), new ConfigSources(file.toString(), directory));
    }
    return examine(
        text.value(), file.toString(), file, directory, LocalReach.WHOLE, Expressions.NEVER_LATE);
  }

  /**
   * Reads a text that is in no file.
   *
   * @param baseDirectory absolute
   * @param isLate true once reading has taken too long, which is then a problem
   */
  Examined examine(
      String text,
      String sourceName,
      Path baseDirectory,
      LocalReach reach,
      BooleanSupplier isLate) {
    return examine(text, sourceName, null, baseDirectory, reach, isLate);
  }

  private Examined examine(
      String text,
      String sourceName,
      @Nullable Path file,
      Path baseDirectory,
      LocalReach reach,
      BooleanSupplier isLate) {
    ConfigAssembly.Assembled assembled =
        ConfigAssembly.read(documents, environment, reach, text, sourceName, file, baseDirectory);
    ConfigSources sources = assembled.sources();
    YamlNode root = assembled.root();
    if (root == null) {
      return Examined.invalid(assembled.problems(), sources);
    }
    YamlSchemaReader.Examined document = documents.examine(root, sourceName, assembled.problems());
    List<ConfigProblem> found = InheritedProblems.once(document.problems());
    YamlNode whole = document.whole();
    YamlNode accepted = document.accepted();
    if (whole == null || accepted == null) {
      return Examined.invalid(IncludedPaths.of(root).local(found), sources);
    }
    Problems problems = new Problems(sourceName, found);
    Section section = Section.root(
        accepted,
        new ReadContext(
            sources, environment, reach, problems, new Expressions(isLate), needsSecrets));
    PushConfig push = GeneralReader.push(section.section("push"));
    NodeSources own = NodeSourcesReader.read(accepted, StoredDocuments.OF_FILE, sources);
    Optional<GatewayConfig> config =
        config(section, push, own, baseDirectory, fileName(sourceName));
    new CrossChecks(section, accepted, whole).run();
    return problems.list().isEmpty() && config.isPresent()
        ? new Examined(
            Checked.valid(config.get()),
            push.manifests(),
            sources,
            whole,
            IncludedPaths.of(root).local(problems.warnings()))
        : new Examined(
            Checked.invalid(IncludedPaths.of(root).local(problems.list())),
            push.manifests(),
            sources,
            null,
            List.of());
  }

  private static Optional<GatewayConfig> config(
      Section root, PushConfig push, NodeSources own, Path baseDirectory, String fileName) {
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
          ExperimentReader.read(root.section("experiments")),
          GeneralReader.priority(root.section("priority")),
          CacheReader.memory(root.section("cache")),
          LimitSharingReader.read(root.section("limits")),
          GeneralReader.admin(root.section("admin")),
          store,
          GeneralReader.upgrade(root.section("upgrade"), store),
          ObserveReader.accessLog(root),
          ObserveReader.tracing(root.section("tracing")),
          PluginReader.folder(root.section("plugins")),
          PublishingReader.read(root),
          AcmeReader.read(root),
          GeneralReader.origin(root.section("config"), baseDirectory, own),
          baseDirectory);
    });
  }

  private static String fileName(String sourceName) {
    return sourceName.substring(sourceName.lastIndexOf(File.separatorChar) + 1);
  }
}
