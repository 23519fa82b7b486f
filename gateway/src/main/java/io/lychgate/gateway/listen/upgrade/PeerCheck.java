package io.lychgate.gateway.listen.upgrade;

import io.lychgate.gateway.config.UpgradeConfig;
import io.netty.channel.epoll.EpollDomainSocketChannel;
import io.netty.channel.unix.PeerCredentials;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

/** The rights at the hand-over socket: only the user of the gateway, and root, may take its sockets. */
final class PeerCheck {
  private static final int ROOT = 0;
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private PeerCheck() {}

  /** Returns true if the process at the other end has the user of this one, or is root's. The kernel vouches for it. */
  static boolean isTrusted(EpollDomainSocketChannel channel) throws IOException {
    PeerCredentials peer = channel.peerCredentials();
    return peer.uid() == ROOT || peer.uid() == ownUser();
  }

  static int process(EpollDomainSocketChannel channel) {
    try {
      return channel.peerCredentials().pid();
    } catch (IOException e) {
      return 0;
    }
  }

  private static int ownUser() throws IOException {
    return (int) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
  }

  /** Creates the folder, or checks that others cannot enter it. */
  static void secure(UpgradeConfig config) throws IOException {
    Path directory = config.directory();
    Path parent = directory.getParent();
    if (parent != null) {
      Files.createDirectories(parent);
    }
    try {
      Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } catch (FileAlreadyExistsException e) {
      check(directory);
    }
  }

  /** Throws if another user could replace the hand-over socket. */
  static void check(Path directory) throws IOException {
    if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException("upgrade.directory: " + directory + " is not a folder");
    }
    int owner = (int) Files.getAttribute(directory, "unix:uid", LinkOption.NOFOLLOW_LINKS);
    if (owner != ownUser() && owner != ROOT) {
      throw new IOException("upgrade.directory: " + directory + " belongs to user " + owner
          + " (expected: the user of the gateway)");
    }
    Set<PosixFilePermission> permissions =
        Files.getPosixFilePermissions(directory, LinkOption.NOFOLLOW_LINKS);
    if (!OWNER_ONLY.containsAll(permissions)) {
      throw new IOException("upgrade.directory: " + directory + " has the rights "
          + PosixFilePermissions.toString(permissions) + " (expected: rwx------)");
    }
  }
}
