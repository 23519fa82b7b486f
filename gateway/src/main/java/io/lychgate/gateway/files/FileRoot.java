package io.lychgate.gateway.files;

import io.lychgate.gateway.http.ContentCoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A directory whose files are served. All methods block: file threads only.
 *
 * <p>Each look resolves the root, because a deployment may switch a symbolic link ({@code current}). Symbolic links are followed if
 * they stay below the root. A request for a name with a leading dot is refused, but a link may lead to one: Kubernetes mounts its
 * files through {@code ..data}.
 */
record FileRoot(Path path, String index) {

  /** Result of a look at a target. */
  sealed interface Look {
    /** A file by its own name, with those of its twins that are not older. */
    record Found(String name, Map<ContentCoding, FileStamp> stamps) implements Look {}

    /** A directory, requested without its slash. */
    record Folder() implements Look {}

    /** No file that may be served. */
    record Nothing() implements Look {}
  }

  private static final Look FOLDER = new Look.Folder();
  private static final Look NOTHING = new Look.Nothing();

  Look look(TargetPath target) {
    try {
      return look(path.toRealPath(), target);
    } catch (IOException | InvalidPathException | SecurityException unseen) {
      return NOTHING; // Absent, not permitted, a loop of links, or not a valid name here.
    }
  }

  private Look look(Path root, TargetPath target) throws IOException {
    FileStamp stamp = stamp(root, target.name(), target.isFolder());
    if (stamp == null) {
      return NOTHING;
    }
    if (stamp.isFolder()) {
      return target.isFolder() ? lookAtIndex(root, target) : FOLDER;
    }
    return target.isFolder() ? NOTHING : withTwins(root, target, stamp);
  }

  private Look lookAtIndex(Path root, TargetPath folder) throws IOException {
    TargetPath file = folder.child(index);
    FileStamp stamp = stamp(root, file.name(), false);
    return stamp == null || stamp.isFolder() ? NOTHING : withTwins(root, file, stamp);
  }

  private Look withTwins(Path root, TargetPath target, FileStamp stamp) {
    Map<ContentCoding, FileStamp> stamps = new EnumMap<>(ContentCoding.class);
    stamps.put(ContentCoding.IDENTITY, stamp);
    for (ContentCoding coding : ContentCoding.values()) {
      FileStamp twin =
          coding == ContentCoding.IDENTITY ? null : twin(root, target.name() + coding.suffix());
      // A twin older than the file's last change has the bytes of another version.
      if (twin != null && twin.modifiedSeconds() >= stamp.modifiedSeconds()) {
        stamps.put(coding, twin);
      }
    }
    return new Look.Found(target.name(), stamps);
  }

  private static @Nullable FileStamp twin(Path root, String name) {
    try {
      FileStamp stamp = stamp(root, name, false);
      return stamp == null || stamp.isFolder() ? null : stamp;
    } catch (IOException none) {
      return null;
    }
  }

  /** Returns null for a path outside the root, or if it is neither a regular file nor a directory (a pipe would block forever). */
  private static @Nullable FileStamp stamp(Path root, String name, boolean isFolder)
      throws IOException {
    Path real = root.resolve(name).toRealPath();
    if (!real.startsWith(root)) {
      return null;
    }
    BasicFileAttributes attributes = Files.readAttributes(real, BasicFileAttributes.class);
    boolean isServed = attributes.isDirectory() || (attributes.isRegularFile() && !isFolder);
    return isServed ? FileStamp.of(real, attributes) : null;
  }
}
