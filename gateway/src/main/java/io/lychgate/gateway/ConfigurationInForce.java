package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.ConfigurationSetting;
import io.lychgate.gateway.admin.seam.FleetNode;
import io.lychgate.gateway.admin.seam.TextProblem;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.file.ConfigSources;
import io.lychgate.gateway.config.file.ConfigState;
import io.lychgate.gateway.config.file.ConfigWatch;
import io.lychgate.gateway.config.file.EffectiveValues;
import io.lychgate.gateway.config.file.EffectiveValues.Effective;
import io.lychgate.gateway.config.file.StoredDocuments;
import io.lychgate.gateway.config.yaml.DocumentFile;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.ConfigurationFile;
import io.lychgate.gateway.store.ConfigurationFile.Copy;
import io.lychgate.gateway.store.ConfigurationRevision;
import io.lychgate.gateway.store.ConfigurationStore;
import io.lychgate.gateway.store.ConfigurationStore.NodeState;
import io.lychgate.gateway.store.Outcome;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoredConfiguration;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The configuration that this gateway runs, if the store has it: the first one, those that other nodes publish, and trials of those
 * that are published here. With a configuration in a file it only shows that file.
 *
 * <p>A publication is applied here before it is written to the store. If this node cannot apply it, or the store refuses it, the
 * earlier one stays or returns.
 */
final class ConfigurationInForce implements ConfigurationSetting, AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ConfigurationInForce.class);

  /** Longer than the slowest start of listeners and of plug-ins. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Actor FIRST_START = Actor.SYSTEM;

  /** A password in the authority of a URL, or in the query of a JDBC URL. */
  private static final Pattern PASSWORD =
      Pattern.compile("(://[^/@:?\\s\"']*:)[^/@?\\s\"']*(?=@)|([?&](?:ssl)?password=)[^&\\s\"']*");

  private final GatewayConfig fileConfig;
  private final Path file;
  private final GatewayStore store;
  private final ConfigReader reader = ConfigReader.ofProcess();
  private final StoredDocuments documents;
  private final ConfigurationFile copy;

  private volatile @Nullable ConfigWatch watch;
  private volatile Supplier<List<FleetNode>> fleet = List::of;
  private volatile Supplier<String> nodeId = () -> "";

  /** The revision in force in the store, as last seen, even if this node cannot apply it. */
  private volatile Copy wanted;

  /** The revision that this node runs. */
  private volatile Copy running;

  /** The configuration of {@link #running}. Thread of the watch only, after the start. */
  private GatewayConfig config;

  private ConfigSources sources;

  // Thread of the fleet only.
  private @Nullable Store lookedAt;

  /** The counter of changes at the last look; -1 if the store must be read again. */
  private volatile long seen = -1;

  /** The last reason for which the store was not read. Thread of the watch only. */
  private String unread = "";

  /** The state that the store has of this node. */
  private volatile @Nullable NodeState reported;

  private ConfigurationInForce(GatewayConfig fileConfig, Path file, GatewayStore store) {
    this.fileConfig = fileConfig;
    this.file = file;
    this.store = store;
    this.documents = new StoredDocuments(reader, file, fileConfig);
    this.copy = new ConfigurationFile(fileConfig.store().directory(), place(store));
    this.wanted = new Copy(0, "");
    this.running = wanted;
    this.config = fileConfig;
    this.sources = documents.sources();
  }

  private static String place(GatewayStore store) {
    return store.store().url().place();
  }

  /** Finds the configuration to start with. */
  static ConfigurationInForce begin(GatewayConfig fileConfig, Path file, GatewayStore store)
      throws IOException {
    ConfigurationInForce begun = new ConfigurationInForce(fileConfig, file, store);
    if (begun.isStored()) {
      begun.readFirst();
    }
    return begun;
  }

  /** Returns the configuration to start with. */
  GatewayConfig first() {
    return config;
  }

  private void readFirst() throws IOException {
    Optional<Copy> kept = copy.read();
    Optional<Copy> current = ofStore();
    if (current.isEmpty()) {
      LOG.warn(
          "configuration: the store has none, and {} has no listeners: only the admin plane runs until one is imported",
          file);
      return;
    }
    wanted = current.get();
    ConfigReader.Examined examined = documents.examine(wanted.text());
    if (examined.config().isValid()) {
      use(wanted, examined);
      return;
    }
    String problems = examined.config().problems().stream()
        .map(ConfigProblem::toString)
        .collect(Collectors.joining("\n"));
    ConfigReader.Examined earlier =
        kept.map(each -> documents.examine(each.text())).orElse(null);
    if (earlier == null || !earlier.config().isValid()) {
      throw new IOException("configuration: revision " + wanted.revision()
          + " of the store cannot be used on this node:\n" + problems);
    }
    LOG.error(
        "configuration: revision {} of the store cannot be used on this node, starting with revision {}: {}",
        wanted.revision(),
        kept.orElseThrow().revision(),
        problems);
    use(kept.orElseThrow(), earlier);
  }

  /**
   * Chooses the copy of this node, because the configuration to start with cannot be applied here. Returns false if there is no other
   * one.
   */
  boolean fallBack(IOException why) {
    Optional<Copy> kept = isStored() ? copy.read() : Optional.empty();
    if (kept.isEmpty() || kept.get().text().equals(running.text())) {
      return false;
    }
    ConfigReader.Examined earlier = documents.examine(kept.get().text());
    if (!earlier.config().isValid()) {
      return false;
    }
    LOG.error(
        "configuration: revision {} of the store cannot be applied on this node, starting with revision {}: {}",
        running.revision(),
        kept.get().revision(),
        why.getMessage());
    use(kept.get(), earlier);
    return true;
  }

  private void use(Copy revision, ConfigReader.Examined examined) {
    running = revision;
    config = examined.config().value();
    sources = examined.sources();
  }

  /** Returns the text in force: of the store, of its copy on disk while it is away, or of the file at the first start. */
  private Optional<Copy> ofStore() throws IOException {
    Store open = store.store();
    StoreException replaced = open.standsInFor();
    if (replaced != null) {
      return Optional.of(copyInstead(replaced));
    }
    try {
      Optional<StoredConfiguration> found = open.configuration().find();
      if (found.isPresent()) {
        return found.map(each -> copyOf(each.published()));
      }
    } catch (StoreException e) {
      // It was lost after it was opened.
      return Optional.of(copyInstead(e));
    }
    // A text that this node ran before the store was lost comes before that of the file.
    Optional<Copy> kept = copy.read();
    return kept.isPresent() ? kept : ofFile().map(text -> new Copy(0, text));
  }

  /** Returns the copy on disk, because the store cannot be used. */
  private Copy copyInstead(StoreException why) throws IOException {
    Copy kept = copy.read()
        .orElseThrow(() -> new IOException(
            "configuration: the store cannot be used (" + why.getMessage() + "), and "
                + fileConfig.store().directory() + " has no copy of the configuration",
            why));
    LOG.warn(
        "configuration: the store cannot be used, starting with revision {} from {}: {}",
        kept.revision(),
        ConfigurationFile.NAME,
        why.getMessage());
    return kept;
  }

  /** Returns the text of the file for an empty store; empty if the file has only its own sections. */
  private Optional<String> ofFile() throws IOException {
    Checked<Optional<String>> text = documents.firstText();
    List<ConfigProblem> problems = new ArrayList<>(text.problems());
    if (text.isValid() && text.value().isPresent()) {
      problems.addAll(documents.examine(text.value().get()).config().problems());
    }
    if (!problems.isEmpty()) {
      throw new IOException("configuration: " + file + " cannot be copied to the store:\n"
          + problems.stream().map(ConfigProblem::toString).collect(Collectors.joining("\n")));
    }
    return text.value();
  }

  /** Stores the first configuration, after this node has applied it. */
  private void seed(Store open) throws IOException {
    boolean isOfCopy = running.revision() > 0;
    Optional<String> text = isOfCopy ? Optional.of(running.text()) : ofFile();
    String from = isOfCopy ? ConfigurationFile.NAME : file.toString();
    if (text.isPresent() && open.configuration().seed(text.get(), "From " + from, FIRST_START)) {
      LOG.info(
          "configuration: copied from {} to the store, which decides it from now on; {} decides only {}",
          from,
          file,
          String.join(", ", StoredDocuments.OF_FILE));
    }
  }

  private static Copy copyOf(ConfigurationRevision revision) {
    return new Copy(revision.number(), revision.text());
  }

  // Following the store.

  /** Starts to follow the store and the files of the configuration. */
  void start(ConfigWatch.Target target, Supplier<String> self, Supplier<List<FleetNode>> nodes) {
    nodeId = self;
    fleet = nodes;
    if (!isStored()) {
      return;
    }
    keepFirst();
    copy(running);
    watch = ConfigWatch.start(
        file,
        () -> {
          ConfigReader.Examined examined = documents.examine(wanted.text());
          examining = examined;
          return examined;
        },
        config,
        sources,
        next -> {
          target.apply(next);
          ConfigReader.Examined examined = examining;
          if (examined != null && examined.config().isValid()) {
            if (running.revision() != wanted.revision()) {
              LOG.info("configuration: revision {} in force", wanted.revision());
            }
            use(wanted, examined);
            copy(running);
          }
        });
    if (running.revision() != wanted.revision()) {
      open().run(open()::read);
    }
  }

  /** Stores the configuration of the start, if the store has none. */
  private void keepFirst() {
    Store now = store.store();
    if (now.standsInFor() != null || now.readOnly() != null) {
      return;
    }
    try {
      if (now.configuration().find().isEmpty()) {
        seed(now);
      }
      now.configuration().find().map(each -> copyOf(each.published())).ifPresent(each -> {
        if (each.text().equals(running.text())) {
          wanted = each;
          running = each;
        }
      });
    } catch (StoreException | IOException e) {
      LOG.warn("configuration: not stored yet: {}", e.getMessage());
    }
  }

  /** The last reading of {@link #wanted}; null during a trial. Thread of the watch only. */
  private ConfigReader.@Nullable Examined examining;

  private void copy(Copy revision) {
    if (revision.revision() > 0) {
      copy.write(revision);
    }
  }

  /** Returns the watch, while it is open. */
  Optional<ConfigWatch> watch() {
    return Optional.ofNullable(watch);
  }

  private ConfigWatch open() {
    ConfigWatch open = watch;
    if (open == null) {
      throw new IllegalStateException("configuration: not followed");
    }
    return open;
  }

  /** Looks whether another node has published. Called by the fleet in each of its turns. */
  void look() {
    ConfigWatch open = watch;
    Store now = store.store();
    if (open == null || now.standsInFor() != null) {
      return;
    }
    long changes = now.configuration().changes();
    if (changes != seen || now != lookedAt) {
      if (now != lookedAt) {
        // Another store may not have the report.
        reported = null;
      }
      seen = changes;
      lookedAt = now;
      open.run(() -> follow(now));
    }
    if (now.readOnly() == null) {
      report(now);
    }
  }

  private void follow(Store now) {
    Optional<StoredConfiguration> current;
    try {
      if (now.configuration().find().isEmpty()) {
        // The store was away at the first start, or it was replaced by an empty one.
        seed(now);
      }
      current = now.configuration().find();
      unread = "";
    } catch (IOException | RuntimeException e) {
      seen = -1;
      String why = String.valueOf(e.getMessage());
      if (!why.equals(unread)) {
        unread = why;
        LOG.warn("configuration: not read from the store, trying again: {}", why);
      }
      return;
    }
    if (current.isPresent() && !copyOf(current.get().published()).equals(wanted)) {
      wanted = copyOf(current.get().published());
      if (wanted.text().equals(running.text()) && open().state().isCurrent()) {
        running = wanted;
        copy(running);
      } else {
        open().read();
      }
    }
  }

  private void report(Store now) {
    NodeState state = state();
    if (!state.equals(reported)) {
      now.configuration().report(nodeId.get(), state);
      reported = state;
    }
  }

  private NodeState state() {
    return new NodeState(running.revision(), complaint());
  }

  /** Returns the reason for which this node does not run the revision in force; null if it does. */
  @Nullable
  String complaint() {
    ConfigWatch open = watch;
    ConfigState state = open == null ? null : open.state();
    if (state == null || state.isCurrent() || state.problems().isEmpty()) {
      return null;
    }
    return "configuration revision " + wanted.revision() + " refused: "
        + state.problems().get(0);
  }

  // Changes by the admin plane.

  @Override
  public boolean isStored() {
    return fileConfig.origin().isStore();
  }

  @Override
  public Trial begin(String text, Actor by) {
    return waited(() -> tried(
        text,
        configurations -> configurations.seed(text, "First configuration", by)
            ? configurations
                .find()
                .<Outcome<StoredConfiguration>>map(Outcome.Done::new)
                .orElseThrow()
            : new Outcome.Conflict<>(
                "configuration: the store has one meanwhile (expected: none; read it first)")));
  }

  @Override
  public Trial publish(long version, String comment, Actor by) {
    return trial(
        version,
        // The store refuses a draft without an approval, so it is not tried here.
        (StoredConfiguration current) ->
            isApproved(current) ? Optional.of(current.draft()) : Optional.empty(),
        (ConfigurationStore configurations) -> configurations.publish(version, comment, by));
  }

  private boolean isApproved(StoredConfiguration current) {
    ConfigurationStore configurations = store.store().configuration();
    return !configurations.needsApproval()
        || !configurations.approvals(current).given().isEmpty();
  }

  @Override
  public Trial rollBack(long version, long revision, String comment, Actor by) {
    Store now = store.store();
    return trial(
        version,
        (StoredConfiguration current) ->
            now.configuration().revision(revision).map(ConfigurationRevision::text),
        (ConfigurationStore configurations) ->
            configurations.rollBack(version, revision, comment, by));
  }

  private Trial trial(
      long version,
      Function<StoredConfiguration, Optional<String>> chosen,
      Function<ConfigurationStore, Outcome<StoredConfiguration>> write) {
    return waited(() -> tried(version, chosen, write));
  }

  private Trial waited(Callable<Trial> trial) {
    ConfigWatch open = watch;
    if (open == null) {
      return refused("this node is still starting (expected: try again in a second)");
    }
    try {
      return open.call(trial, PATIENCE);
    } catch (TimeoutException e) {
      return refused("this node has not applied it within " + PATIENCE.toSeconds()
          + " s (expected: see which revision is in force, then try again)");
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException("configuration: the trial did not end", e);
    }
  }

  private static Trial refused(String why) {
    return new Trial(null, List.of(TextProblem.error(0, 0, why)));
  }

  private Trial tried(
      long version,
      Function<StoredConfiguration, Optional<String>> chosen,
      Function<ConfigurationStore, Outcome<StoredConfiguration>> write) {
    ConfigurationStore configurations = store.store().configuration();
    StoredConfiguration current = configurations.find().orElse(null);
    if (current == null || current.version() != version) {
      return new Trial(write.apply(configurations), List.of());
    }
    Optional<String> text = chosen.apply(current);
    return text.isEmpty()
        ? new Trial(write.apply(configurations), List.of())
        : tried(text.get(), write);
  }

  private Trial tried(
      String text, Function<ConfigurationStore, Outcome<StoredConfiguration>> write) {
    Store now = store.store();
    ConfigurationStore configurations = now.configuration();
    if (now.standsInFor() != null || now.readOnly() != null) {
      // Refused by the store. No trial, because the earlier one would have to be applied again.
      return new Trial(write.apply(configurations), List.of());
    }
    ConfigReader.Examined examined = documents.examine(text);
    if (!examined.config().isValid()) {
      return new Trial(null, problems(examined));
    }
    GatewayConfig before = config;
    ConfigSources beforeSources = sources;
    examining = null;
    try {
      open().use(examined.config().value(), examined.sources());
    } catch (IOException | RuntimeException e) {
      LOG.info("configuration: the trial of a publication failed: {}", e.getMessage());
      return refused(examined.masked("this node cannot apply it: " + e.getMessage()));
    }
    boolean isDone = false;
    try {
      Outcome<StoredConfiguration> outcome = write.apply(configurations);
      if (outcome instanceof Outcome.Done<StoredConfiguration> done) {
        isDone = true;
        wanted = copyOf(done.value().published());
        use(wanted, examined);
        copy(running);
        LOG.info("configuration: revision {} published", wanted.revision());
        try {
          report(store.store());
        } catch (StoreException e) {
          LOG.debug("configuration: not reported yet", e);
        }
      }
      return new Trial(outcome, List.of());
    } finally {
      if (!isDone) {
        back(before, beforeSources);
      }
    }
  }

  /** Returns to the configuration before a trial that the store refused. */
  private void back(GatewayConfig before, ConfigSources beforeSources) {
    examining = null;
    try {
      open().use(before, beforeSources);
    } catch (IOException | RuntimeException e) {
      LOG.error("configuration: the earlier one cannot be applied again", e);
      open().read();
      return;
    }
    if (running.revision() != wanted.revision()) {
      // This node had refused the revision in force before the trial, and its complaint must stay.
      open().read();
    }
  }

  // Views.

  @Override
  public String file() {
    return file.toAbsolutePath().normalize().toString();
  }

  @Override
  public Optional<String> fileText() {
    Checked<String> read = DocumentFile.read(file);
    return read.isValid() ? Optional.of(withoutPasswords(read.value())) : Optional.empty();
  }

  @Override
  public List<String> effectiveFile() {
    return effective(reader.examine(file), String.valueOf(file.getFileName()))
        .map(value -> withoutPasswords(CheckCommand.line(value)))
        .toList();
  }

  /** Returns the text of a file with *** in place of passwords in URLs: {@code store.url} may have one. */
  static String withoutPasswords(String text) {
    return PASSWORD.matcher(text).replaceAll("$1$2***");
  }

  @Override
  public Map<String, String> values(String text) {
    Map<String, String> values = new LinkedHashMap<>();
    effective(documents.examine(text), "store")
        .forEach(each -> values.put(each.path(), CheckCommand.shown(each)));
    return values;
  }

  private static Stream<Effective> effective(ConfigReader.Examined examined, String name) {
    YamlNode tree = examined.tree();
    return tree == null ? Stream.of() : EffectiveValues.of(tree, name).stream();
  }

  @Override
  public List<TextProblem> problems(String text) {
    return problems(documents.examine(text));
  }

  private static List<TextProblem> problems(ConfigReader.Examined examined) {
    return examined.config().problems().stream()
        .map(each -> TextProblem.error(each.line(), each.column(), each.message()))
        .toList();
  }

  @Override
  public List<NodeConfiguration> nodes() {
    if (!isStored()) {
      return List.of();
    }
    Map<String, NodeState> states = store.store().configuration().nodes();
    return fleet.get().stream()
        .map(node -> {
          NodeState state = node.own()
              ? state()
              : states.getOrDefault(node.id(), new NodeState(0, "has not reported one"));
          return new NodeConfiguration(
              node.id(),
              node.name(),
              node.own(),
              state.revision(),
              node.state() == FleetNode.State.GONE ? "gone" : state.complaint());
        })
        .toList();
  }

  @Override
  public void close() {
    ConfigWatch open = watch;
    if (open != null) {
      watch = null;
      open.close();
    }
  }
}
