package io.lychgate.gateway.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The identity of this gateway among those of its store. The state directory keeps the id, and a kernel lock guards it. A node that
 * starts again, even after a crash, is the same node. A second process in the same directory is another node.
 */
public final class NodeIdentity implements AutoCloseable {
  /** Name of the file in the state directory. */
  public static final String FILE = "node.id";

  private static final Logger LOG = LoggerFactory.getLogger(NodeIdentity.class);
  private static final Pattern ID = Pattern.compile("[0-9a-f-]{36}");
  private static final int MAX_BYTES = 64;

  private final String id;
  private final String instance = UUID.randomUUID().toString();
  private final String name;
  private final @Nullable FileChannel locked;

  private NodeIdentity(String id, String name, @Nullable FileChannel locked) {
    this.id = id;
    this.name = name;
    this.locked = locked;
  }

  /**
   * Returns the identity that the state directory keeps. Returns one with an id of this process only if the directory cannot be
   * written or another process holds its lock.
   */
  public static NodeIdentity in(Path stateDirectory, String name) {
    FileChannel channel = null;
    try {
      Files.createDirectories(stateDirectory);
      channel = FileChannel.open(
          stateDirectory.resolve(FILE),
          StandardOpenOption.CREATE,
          StandardOpenOption.READ,
          StandardOpenOption.WRITE);
      if (lock(channel) != null) {
        return new NodeIdentity(kept(channel), name, channel);
      }
      channel.close();
    } catch (IOException e) {
      LOG.debug("{}: cannot keep the node id", stateDirectory, e);
      closeQuietly(channel);
    }
    return new NodeIdentity(UUID.randomUUID().toString(), name, null);
  }

  /** Returns true if a running gateway keeps its id in this directory. */
  public static boolean isInUse(Path stateDirectory) {
    Path file = stateDirectory.resolve(FILE);
    if (!Files.exists(file)) {
      return false;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return lock(channel) == null;
    } catch (IOException e) {
      return false;
    }
  }

  private static @Nullable FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      // Another gateway of this JVM holds the lock.
      return null;
    }
  }

  private static String kept(FileChannel channel) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(MAX_BYTES);
    channel.read(buffer, 0);
    String text =
        new String(buffer.array(), 0, buffer.position(), StandardCharsets.US_ASCII).strip();
    if (ID.matcher(text).matches()) {
      return text;
    }
    String fresh = UUID.randomUUID().toString();
    channel.truncate(0);
    channel.write(ByteBuffer.wrap((fresh + "\n").getBytes(StandardCharsets.US_ASCII)), 0);
    return fresh;
  }

  private static void closeQuietly(@Nullable FileChannel channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        LOG.debug("{}: not closed", FILE, e);
      }
    }
  }

  /** Returns the same node with an id of this process only, because another process has this id, for example on a copied disk. */
  public NodeIdentity another() {
    return new NodeIdentity(UUID.randomUUID().toString(), name, locked);
  }

  /** Returns true if the state directory keeps the id, so that it outlives this process. */
  public boolean isLasting() {
    return locked != null;
  }

  public String id() {
    return id;
  }

  public String instance() {
    return instance;
  }

  public String name() {
    return name;
  }

  @Override
  public void close() {
    if (locked != null) {
      try {
        locked.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
