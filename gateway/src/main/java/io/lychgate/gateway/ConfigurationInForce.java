package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.ConfigurationSetting;
import io.lychgate.gateway.admin.seam.FleetNode;
import io.lychgate.gateway.admin.seam.TextProblem;
import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
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

  /** A password in the authority of a URL, or in the query of a JDBC URL. */
  private static final Pattern PASSWORD =
      Pattern.compile("(://[^/@:?\\s\"']*:)[^/@?\\s\"']*(?=@)|([?&](?:ssl)?password=)[^&\\s\"']*");

  private final GatewayConfig fileConfig;
  private final Path file;
  private final GatewayStore store;
  private final ConfigReader reader = ConfigReader.ofProcess();
  private final StoredDocuments documents;
  private final ConfigurationFile copy;
  private final StartingConfiguration starting;

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

  /** The last reading of {@link #wanted}; null during a trial. Thread of the watch only. */
  private ConfigReader.@Nullable Examined examining;

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
    this.copy = new ConfigurationFile(
        fileConfig.store().directory(), store.store().url().place());
    this.starting = new StartingConfiguration(file, store, documents, copy);
    this.wanted = new Copy(0, "");
    this.running = wanted;
    this.config = fileConfig;
    this.sources = documents.sources();
  }

  /** Finds the configuration to start with. */
  static ConfigurationInForce begin(GatewayConfig fileConfig, Path file, GatewayStore store)
      throws IOException {
    ConfigurationInForce begun = new ConfigurationInForce(fileConfig, file, store);
    if (begun.isStored()) {
      begun.take(begun.starting.choose());
    }
    return begun;
  }

  private void take(StartingConfiguration.Choice choice) {
    wanted = choice.wanted();
    ConfigReader.Examined examined = choice.examined();
    if (examined != null) {
      use(choice.running(), examined);
    }
  }

  /** Returns the configuration to start with. */
  GatewayConfig first() {
    return config;
  }

  /**
   * Chooses the copy of this node, because the configuration to start with cannot be applied here. Returns false if there is no other
   * one.
   */
  boolean fallBack(IOException why) {
    if (!isStored()) {
      return false;
    }
    Optional<StartingConfiguration.Choice> earlier = starting.earlier(wanted, running, why);
    earlier.ifPresent(this::take);
    return earlier.isPresent();
  }

  private void use(Copy revision, ConfigReader.Examined examined) {
    running = revision;
    config = examined.config().value();
    sources = examined.sources();
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
    watch = ConfigWatch.start(file, this::examineWanted, config, sources, next -> {
      target.apply(next);
      applied();
    });
    if (running.revision() != wanted.revision()) {
      open().run(open()::read);
    }
  }

  private ConfigReader.Examined examineWanted() {
    ConfigReader.Examined examined = documents.examine(wanted.text());
    examining = examined;
    return examined;
  }

  /** Notes that the configuration of {@link #examining} is in force on this node. A trial notes it by itself. */
  private void applied() {
    ConfigReader.Examined examined = examining;
    if (examined == null || !examined.config().isValid()) {
      return;
    }
    if (running.revision() != wanted.revision()) {
      LOG.info("configuration: revision {} in force", wanted.revision());
    }
    use(wanted, examined);
    copy(running);
  }

  /** Stores the configuration of the start, if the store has none. */
  private void keepFirst() {
    Store now = store.store();
    if (now.standsInFor() != null || now.readOnly() != null) {
      return;
    }
    try {
      if (now.configuration().find().isEmpty()) {
        starting.seed(now, running);
      }
      now.configuration().find().map(each -> Copy.of(each.published())).ifPresent(each -> {
        if (each.text().equals(running.text())) {
          wanted = each;
          running = each;
        }
      });
    } catch (StoreException | IOException e) {
      LOG.warn("configuration: not stored yet: {}", e.getMessage());
    }
  }

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
        starting.seed(now, running);
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
    if (current.isPresent() && !Copy.of(current.get().published()).equals(wanted)) {
      wanted = Copy.of(current.get().published());
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
    ConfigReader.Examined examined = documents.examineDraft(text);
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
        published(done.value(), examined);
      }
      return new Trial(outcome, List.of());
    } finally {
      if (!isDone) {
        back(before, beforeSources);
      }
    }
  }

  /** Notes that the store has the configuration of a trial. */
  private void published(StoredConfiguration stored, ConfigReader.Examined examined) {
    wanted = Copy.of(stored.published());
    use(wanted, examined);
    copy(running);
    LOG.info("configuration: revision {} published", wanted.revision());
    try {
      report(store.store());
    } catch (StoreException e) {
      LOG.debug("configuration: not reported yet", e);
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
    effective(documents.examineDraft(text), "store")
        .forEach(each -> values.put(each.path(), CheckCommand.shown(each)));
    return values;
  }

  private static Stream<Effective> effective(ConfigReader.Examined examined, String name) {
    YamlNode tree = examined.tree();
    return tree == null ? Stream.of() : EffectiveValues.of(tree, name).stream();
  }

  @Override
  public List<TextProblem> problems(String text) {
    ConfigReader.Examined examined = documents.examineDraft(text);
    return Stream.concat(
            problems(examined).stream(),
            examined.warnings().stream()
                .map(each -> TextProblem.warning(
                    each.line(), each.column(), examined.masked(each.message()))))
        .toList();
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
