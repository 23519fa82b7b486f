package io.lychgate.gateway.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Writes files whole: after a crash, a reader finds the old content or the new one. */
public final class WholeFile {
  private WholeFile() {}

  /**
   * Returns the attributes of a new file that only its owner can read, because it has secrets. There are none where the file system
   * has no POSIX permissions; its folder has to protect the file there.
   */
  public static FileAttribute<?>[] ownerOnly(Path file) {
    return file.getFileSystem().supportedFileAttributeViews().contains("posix")
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
        }
        : new FileAttribute<?>[0];
  }

  /**
   * Replaces a file by one with these attributes, after its bytes are on the disk.
   *
   * @throws IOException if the file cannot be written; the old one is then still there
   */
  public static void replace(Path file, byte[] bytes, FileAttribute<?>... attributes)
      throws IOException {
    // Two processes write while one hands over to the next.
    Path fresh =
        file.resolveSibling(file.getFileName() + "." + ProcessHandle.current().pid() + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(fresh, attributes);
    try (FileChannel channel = FileChannel.open(fresh, StandardOpenOption.WRITE)) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
    Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }
}
