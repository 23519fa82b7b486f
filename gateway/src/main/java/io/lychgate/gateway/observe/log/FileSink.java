package io.lychgate.gateway.observe.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An access log in a file. Detects that the file was renamed or removed, so log rotation needs no signal. */
final class FileSink implements LogSink {
  private final Path path;
  private final int mode;
  private final WholeLines lines = new WholeLines();
  private FileChannel out;
  /** The file of {@code out}; null if the path got another file while it was opened, so the next look opens it again. */
  private @Nullable Object key;

  private boolean endsInMidLine;
  private volatile long torn;

  /** @param mode permissions of a file that does not exist yet, as chmod has them */
  FileSink(Path path, int mode) throws IOException {
    this.path = path;
    this.mode = mode;
    Object before = keyOf(path);
    this.out = open();
    this.key = keySince(before);
    this.endsInMidLine = endsInMidLine(path);
  }

  @Override
  public void write(byte[] bytes, int length) throws IOException {
    if (endsInMidLine) {
      // The file may end with a partial line of a killed process. The first line must not continue
      // it.
      out.write(ByteBuffer.wrap(new byte[] {'\n'}));
      endsInMidLine = false;
    }
    long before = out.size();
    lines.write(out, (count, of) -> takeBack(count, before + of), bytes, length);
  }

  /** Returns the number of bytes in the file. */
  long size() throws IOException {
    return out.size();
  }

  /** Cuts off the last bytes. Returns false if another process has written to the file or truncated it meanwhile. */
  private boolean takeBack(int count, long end) throws IOException {
    if (out.size() != end) {
      return false;
    }
    out.truncate(end - count);
    return true;
  }

  @Override
  public void reopen(boolean force) throws IOException {
    if (force || !isCurrent()) {
      reopen();
    }
  }

  private boolean isCurrent() throws IOException {
    return key != null && key.equals(keyOf(path));
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // Only the writer thread writes it.
  private void reopen() throws IOException {
    FileChannel old = out;
    Object before = keyOf(path);
    out = open();
    key = keySince(before);
    endsInMidLine = endsInMidLine(path);
    torn += lines.abandon();
    old.close();
  }

  /** Opens the file again if it was renamed or removed. Returns true if the path is another file now. */
  boolean follow() throws IOException {
    if (isCurrent()) {
      return false;
    }
    reopen();
    return true;
  }

  @Override
  public long torn() {
    return torn;
  }

  @Override
  @SuppressWarnings("NonAtomicVolatileUpdate") // Only the writer thread writes it.
  public void close() throws IOException {
    torn += lines.abandon();
    out.close();
  }

  private FileChannel open() throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Set<PosixFilePermission> permissions = permissions();
    try {
      FileChannel made = FileChannel.open(
          path,
          Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.APPEND),
          PosixFilePermissions.asFileAttribute(permissions));
      complete(path, permissions);
      return made;
    } catch (FileAlreadyExistsException e) {
      // An operator may have changed the permissions of this file. It may also be a device, a pipe
      // or a link.
      return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
  }

  /** Gives a new file the permissions that the umask of the process has removed. */
  static void complete(Path path, Set<PosixFilePermission> permissions) {
    try {
      Files.setPosixFilePermissions(path, permissions);
    } catch (IOException e) {
      // A file system without permissions, such as vfat. It must not cost the log.
    }
  }

  private Set<PosixFilePermission> permissions() {
    Set<PosixFilePermission> permissions = EnumSet.noneOf(PosixFilePermission.class);
    // They are in the order of ls: the first one is the highest of nine bits.
    int bit = 1 << (PosixFilePermission.values().length - 1);
    for (PosixFilePermission each : PosixFilePermission.values()) {
      if ((mode & bit) != 0) {
        permissions.add(each);
      }
      bit >>= 1;
    }
    return permissions;
  }

  private static boolean endsInMidLine(Path path) throws IOException {
    if (!Files.isRegularFile(path) || !Files.isReadable(path)) {
      return false;
    }
    try (FileChannel in = FileChannel.open(path, StandardOpenOption.READ)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      return in.size() > 0 && in.read(last, in.size() - 1) == 1 && last.get(0) != '\n';
    }
  }

  /** @param before the key of the path before it was opened */
  private @Nullable Object keySince(@Nullable Object before) throws IOException {
    Object now = keyOf(path);
    return before == null || before.equals(now) ? now : null;
  }

  /** Returns the device and inode; null if the file does not exist. */
  private static @Nullable Object keyOf(Path path) throws IOException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    } catch (NoSuchFileException removed) {
      return null;
    }
  }
}
