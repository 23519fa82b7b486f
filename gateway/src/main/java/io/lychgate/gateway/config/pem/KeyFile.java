package io.lychgate.gateway.config.pem;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The file of a private key, which only its owner should be able to read. */
final class KeyFile {
  private KeyFile() {}

  /** Returns a sentence if others can read the file; null if only its owner can, or if the file system has no such rights. */
  public static @Nullable String exposure(Path key) {
    try {
      Set<PosixFilePermission> rights = Files.getPosixFilePermissions(key);
      boolean group = rights.contains(PosixFilePermission.GROUP_READ);
      boolean others = rights.contains(PosixFilePermission.OTHERS_READ);
      if (!group && !others) {
        return null;
      }
      return key + ": " + (others ? "every user" : "the group") + " can read this key, its mode is "
          + PosixFilePermissions.toString(rights) + " (expected: rw-------, chmod 600)";
    } catch (IOException | UnsupportedOperationException e) {
      return null;
    }
  }
}
