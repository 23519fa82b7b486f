package io.lychgate.gateway;

import io.lychgate.gateway.config.pem.SelfSigned;
import io.lychgate.gateway.store.WholeFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The files that {@code lychgate init} writes below a directory. It writes all or none, and overwrites no file.
 *
 * <p>The configuration is the example of README.md; a test compares the two.
 */
final class StarterFiles {
  private static final String CONFIGURATION = "gateway.yaml";
  private static final String CERTIFICATE = "certs/site.pem";
  private static final String KEY = "certs/site.key";
  private static final String PAGE = "public/assets/index.html";

  private final Path directory;

  /** Files and directories that this run created, newest first. */
  private final Deque<Path> created = new ArrayDeque<>();

  StarterFiles(Path directory) {
    this.directory = directory;
  }

  Path configuration() {
    return directory.resolve(CONFIGURATION);
  }

  Path certificate() {
    return directory.resolve(CERTIFICATE);
  }

  List<Path> all() {
    return List.of(configuration(), certificate(), directory.resolve(KEY), directory.resolve(PAGE));
  }

  /** Returns one line for each file that already exists; empty if {@link #write} may begin. */
  List<String> objections() {
    List<String> objections = new ArrayList<>();
    for (Path file : all()) {
      // A symbolic link counts too, even a dangling one.
      if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        objections.add(file + ": exists (expected: no such file; init overwrites nothing)");
      }
    }
    return objections;
  }

  /** Writes all files. Removes the created ones if it fails. */
  void write(InstantSource clock) throws IOException {
    try {
      SelfSigned identity = SelfSigned.create("localhost", Set.of(), clock);
      create(directory.resolve(KEY), identity.key(), WholeFile.ownerOnly(directory));
      create(certificate(), identity.certificate());
      create(directory.resolve(PAGE), resource("index.html"));
      // Written last: its presence shows that the directory is complete.
      create(configuration(), resource("gateway.yaml"));
    } catch (IOException e) {
      removeCreated(e);
      throw e;
    } catch (GeneralSecurityException e) {
      removeCreated(e);
      throw new IOException("certificate: not created (" + e.getMessage() + ")", e);
    }
  }

  /** Returns the text of the configuration. */
  static String configurationText() throws IOException {
    return resource("gateway.yaml");
  }

  /** Returns the reason with the file's name. Messages of the file system often consist of the name alone. */
  static String reasonOf(IOException e) {
    if (e instanceof FileAlreadyExistsException exists) {
      return exists.getFile() + ": exists (expected: no such file; init overwrites nothing)";
    }
    if (e instanceof AccessDeniedException denied) {
      return denied.getFile() + ": permission denied";
    }
    return e instanceof FileSystemException failed
        ? failed.getFile() + ": "
            + Objects.requireNonNullElse(failed.getReason(), "cannot be created")
        : String.valueOf(e.getMessage());
  }

  private void create(Path file, String text, FileAttribute<?>... attributes) throws IOException {
    createDirectories(file.getParent());
    Files.createFile(file, attributes);
    created.push(file);
    Files.writeString(file, text, StandardCharsets.UTF_8, StandardOpenOption.WRITE);
  }

  private void createDirectories(@Nullable Path wanted) throws IOException {
    if (wanted == null || wanted.toString().isEmpty() || Files.isDirectory(wanted)) {
      return;
    }
    createDirectories(wanted.getParent());
    Files.createDirectory(wanted);
    created.push(wanted);
  }

  private void removeCreated(Exception cause) {
    for (Path path : created) {
      try {
        Files.delete(path);
      } catch (IOException e) {
        cause.addSuppressed(e);
      }
    }
    created.clear();
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = StarterFiles.class.getResourceAsStream("/init/" + name)) {
      return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
