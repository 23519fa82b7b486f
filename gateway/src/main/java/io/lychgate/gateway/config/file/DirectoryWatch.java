package io.lychgate.gateway.config.file;

import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notifies a listener of an event in one of several directories, once until {@link #watch} is called again. The listener finds out
 * which file changed.
 */
final class DirectoryWatch implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(DirectoryWatch.class);

  private final WatchService service;
  private final Runnable listener;
  private final Map<Path, WatchKey> keys = new HashMap<>();

  DirectoryWatch(Runnable listener) throws IOException {
    this.service = FileSystems.getDefault().newWatchService();
    this.listener = listener;
    Thread thread = new Thread(this::run, "lychgate-config-watch");
    thread.setDaemon(true);
    thread.start();
  }

  /** Watches exactly these directories from now on, including one that was deleted and created again. */
  synchronized void watch(Set<Path> directories) {
    keys.entrySet().removeIf(entry -> {
      boolean stale = !directories.contains(entry.getKey()) || !entry.getValue().isValid();
      if (stale) {
        entry.getValue().cancel();
      }
      return stale;
    });
    for (Path directory : directories) {
      if (!keys.containsKey(directory)) {
        register(directory);
      }
    }
  }

  private void register(Path directory) {
    try {
      keys.put(
          directory,
          directory.register(
              service,
              StandardWatchEventKinds.ENTRY_CREATE,
              StandardWatchEventKinds.ENTRY_MODIFY,
              StandardWatchEventKinds.ENTRY_DELETE));
    } catch (IOException e) {
      // The directory is absent, or there are too many watches (fs.inotify.max_user_watches). The
      // regular look at the files continues.
      LOG.debug("{}: not watched ({})", directory, e.toString());
    } catch (ClosedWatchServiceException e) {
      LOG.debug("{}: not watched, the watch is closed", directory);
    }
  }

  private void run() {
    try {
      while (true) {
        // One event is enough until the listener has looked and called watch again: an access log
        // in the same directory would cause an event at every write.
        service.take().cancel();
        listener.run();
      }
    } catch (ClosedWatchServiceException e) {
      LOG.debug("watch closed");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    try {
      service.close();
    } catch (IOException e) {
      LOG.debug("watch: {} while closing", e.toString());
    }
  }
}
