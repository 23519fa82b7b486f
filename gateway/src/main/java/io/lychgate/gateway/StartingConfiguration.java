package io.lychgate.gateway;

import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.file.StoredDocuments;
import io.lychgate.gateway.store.Actor;
import io.lychgate.gateway.store.ConfigurationFile;
import io.lychgate.gateway.store.ConfigurationFile.Copy;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoreException;
import io.lychgate.gateway.store.StoredConfiguration;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The choice of the configuration that a node starts with, if the store has the configuration: that of the store, the node's copy on
 * disk while the store is away, or the file of the node at the first start of all.
 */
final class StartingConfiguration {
  private static final Logger LOG = LoggerFactory.getLogger(StartingConfiguration.class);

  private final Path file;
  private final GatewayStore store;
  private final StoredDocuments documents;
  private final ConfigurationFile copy;

  StartingConfiguration(
      Path file, GatewayStore store, StoredDocuments documents, ConfigurationFile copy) {
    this.file = file;
    this.store = store;
    this.documents = documents;
    this.copy = copy;
  }

  /**
   * A choice.
   *
   * @param wanted the revision in force in the store
   * @param running the revision to start with
   * @param examined its content; null if only the admin plane can run
   */
  record Choice(Copy wanted, Copy running, ConfigReader.@Nullable Examined examined) {}

  /**
   * Chooses the configuration to start with.
   *
   * @throws IOException if there is one, and neither it nor the copy of the node can be used
   */
  Choice choose() throws IOException {
    Optional<Copy> kept = copy.read();
    Optional<Copy> current = inForce();
    if (current.isEmpty()) {
      LOG.warn(
          "configuration: the store has none, and {} has no listeners: only the admin plane runs until one is imported",
          file);
      Copy none = new Copy(0, "");
      return new Choice(none, none, null);
    }
    Copy wanted = current.get();
    ConfigReader.Examined examined = documents.examine(wanted.text());
    if (examined.config().isValid()) {
      examined.notices().forEach(notice -> LOG.warn("configuration: {}", notice));
      return new Choice(wanted, wanted, examined);
    }
    String problems = lines(examined.config().problems());
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
    return new Choice(wanted, kept.orElseThrow(), earlier);
  }

  /** Chooses the copy of the node, because the choice before cannot be applied. Empty if there is no other one. */
  Optional<Choice> earlier(Copy wanted, Copy refused, IOException why) {
    Optional<Copy> kept = copy.read().filter(each -> !each.text().equals(refused.text()));
    if (kept.isEmpty()) {
      return Optional.empty();
    }
    ConfigReader.Examined examined = documents.examine(kept.get().text());
    if (!examined.config().isValid()) {
      return Optional.empty();
    }
    LOG.error(
        "configuration: revision {} of the store cannot be applied on this node, starting with revision {}: {}",
        refused.revision(),
        kept.get().revision(),
        why.getMessage());
    return Optional.of(new Choice(wanted, kept.get(), examined));
  }

  /** Returns the text in force: of the store, of its copy on disk while it is away, or of the file at the first start. */
  private Optional<Copy> inForce() throws IOException {
    Store open = store.store();
    StoreException replaced = open.standsInFor();
    if (replaced != null) {
      return Optional.of(copyInstead(replaced));
    }
    try {
      Optional<StoredConfiguration> found = open.configuration().find();
      if (found.isPresent()) {
        return found.map(each -> Copy.of(each.published()));
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
                + copy.folder() + " has no copy of the configuration",
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
      throw new IOException(
          "configuration: " + file + " cannot be copied to the store:\n" + lines(problems));
    }
    return text.value();
  }

  private static String lines(List<ConfigProblem> problems) {
    return problems.stream().map(ConfigProblem::toString).collect(Collectors.joining("\n"));
  }

  /** Stores the first configuration, after this node has applied it. */
  void seed(Store empty, Copy applied) throws IOException {
    boolean isOfCopy = applied.revision() > 0;
    Optional<String> text = isOfCopy ? Optional.of(applied.text()) : ofFile();
    String from = isOfCopy ? ConfigurationFile.NAME : file.toString();
    if (text.isPresent() && empty.configuration().seed(text.get(), "From " + from, Actor.SYSTEM)) {
      LOG.info(
          "configuration: copied from {} to the store, which decides it from now on; {} decides only {}",
          from,
          file,
          String.join(", ", StoredDocuments.OF_FILE));
    }
  }
}
