package io.lychgate.gateway.config;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The default place of a configuration's state: {@code var/NAME.db} and {@code var/NAME/} for {@code NAME.yaml}. Two
 * configurations in one folder do not share a database.
 *
 * <p>Earlier versions used {@code var/lychgate.db} and {@code var/} for every configuration of a folder. The first configuration
 * that starts with those keeps using them and becomes their owner; {@code var/lychgate.owner} has its name.
 *
 * @param database the file of SQLite
 * @param directory files of this node alone
 */
public record StorePlace(Path database, Path directory) {
  private static final String STATE = "var";
  private static final String SHARED = "lychgate";
  private static final String OWNER = "lychgate.owner";

  /** Files that earlier versions wrote into {@code var/}. */
  private static final String[] EARLIER = {"lychgate.db", "published.json", "admin-cert.pem"};

  /**
   * Returns the place for this configuration.
   *
   * @param configuration file name of the configuration, without folder
   */
  public static StorePlace of(Path baseDirectory, String configuration) {
    StorePlace own = own(baseDirectory, configuration);
    StorePlace shared = shared(baseDirectory);
    Optional<String> owner = owner(baseDirectory);
    if (owner.isPresent()) {
      return owner.get().equals(configuration) ? shared : own;
    }
    boolean isUsed = Files.exists(own.database) || Files.exists(own.directory);
    boolean hasEarlier =
        Stream.of(EARLIER).anyMatch(file -> Files.exists(shared.directory.resolve(file)));
    return !isUsed && hasEarlier ? shared : own;
  }

  /** Returns the place of every configuration in earlier versions. */
  public static StorePlace shared(Path baseDirectory) {
    Path state = baseDirectory.resolve(STATE);
    return new StorePlace(state.resolve(SHARED + ".db"), state);
  }

  /** Returns the owner of the place of earlier versions; empty without an owner. */
  public static Optional<String> owner(Path baseDirectory) {
    try {
      return Optional.of(
          Files.readString(baseDirectory.resolve(STATE).resolve(OWNER)).strip());
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /**
   * Makes this configuration the owner of the place of earlier versions.
   *
   * @throws IOException if another configuration owns it; the message states a remedy
   */
  public static void claim(Path baseDirectory, String configuration) throws IOException {
    Path file = baseDirectory.resolve(STATE).resolve(OWNER);
    try {
      Files.createDirectories(file.getParent());
      Files.writeString(
          file, configuration + "\n", StandardCharsets.UTF_8, StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      String owner = owner(baseDirectory).orElse("");
      if (!owner.equals(configuration)) {
        throw new IOException(
            "store: " + shared(baseDirectory).database + " is owned by " + owner + " according to "
                + file + " (expected: " + configuration
                + "; to share it, write store.url into both)",
            e);
      }
    }
  }

  private static StorePlace own(Path baseDirectory, String configuration) {
    String name = nameOf(configuration);
    // The name of earlier versions is taken.
    String distinct = name.equals(SHARED) ? SHARED + ".yaml" : name;
    Path state = baseDirectory.resolve(STATE);
    return new StorePlace(state.resolve(distinct + ".db"), state.resolve(distinct));
  }

  /** Returns a name unique within the folder: without {@code .yaml}, and with {@code .file} if it had no extension. */
  private static String nameOf(String configuration) {
    if (configuration.endsWith(".yaml") && configuration.length() > ".yaml".length()) {
      return configuration.substring(0, configuration.length() - ".yaml".length());
    }
    return configuration.indexOf('.') < 0 ? configuration + ".file" : configuration;
  }
}
