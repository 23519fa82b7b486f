package io.lychgate.gateway.admin.http;

import com.linecorp.armeria.common.HttpStatus;
import io.lychgate.gateway.admin.access.Principal;
import io.lychgate.gateway.store.ApiToken;
import io.lychgate.gateway.store.Store;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The last responses to reads, for the time in which the database server is away: a sender then sees again what it saw before. Each
 * sender with its rights has its own. Nothing is kept for a store in a file, which cannot be lost in this way.
 */
public final class RecentReplies {

  /** All of them together, in bytes of their bodies. */
  private static final int MAX_BYTES = 8 << 20;

  private static final int MAX_BODY = 256 << 10;
  private static final int MAX_REPLIES = 500;
  private static final int MAX_TARGET = 1000;

  /** An older response would say little about the present. */
  private static final Duration MAX_AGE = Duration.ofHours(1);

  private record Key(String sender, String target) {}

  private record Kept(Reply reply, long at) {}

  private final LongSupplier nanoTime;

  // Guarded by this; in the order of their age.
  private final Map<Key, Kept> kept = new LinkedHashMap<>();
  private long bytes; // Guarded by this.

  public RecentReplies(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** Keeps the response to a GET. */
  void keep(Principal sender, String target, Reply reply, Store store) {
    boolean isJson = "application/json".equals(reply.head().get("content-type"));
    if (!store.isShared()
        || reply.isStream()
        || !isJson
        || !reply.head().status().equals(HttpStatus.OK)
        || reply.body().length() > MAX_BODY
        || target.length() > MAX_TARGET) {
      return;
    }
    put(new Key(rights(sender), target), new Kept(reply, nanoTime.getAsLong()));
  }

  /** Other rights of the same sender are another key. */
  private static String rights(Principal sender) {
    ApiToken token = sender.token();
    String ofToken =
        token == null ? "" : token.id() + " " + token.grant() + " " + token.operations();
    return sender.name() + "\n" + sender.user().grants() + "\n" + ofToken;
  }

  private synchronized void put(Key key, Kept reply) {
    remove(key);
    kept.put(key, reply);
    bytes += reply.reply().body().length();
    while (bytes > MAX_BYTES || kept.size() > MAX_REPLIES) {
      remove(kept.keySet().iterator().next());
    }
  }

  private void remove(Key key) {
    Kept old = kept.remove(key);
    if (old != null) {
      bytes -= old.reply().body().length();
    }
  }

  /** Returns the last response to this GET, with its age (RFC 9111 5.1), while the server is away. */
  synchronized Optional<Reply> find(Principal sender, String target, Store store) {
    Kept found = store.away() == null ? null : kept.get(new Key(rights(sender), target));
    if (found == null) {
      return Optional.empty();
    }
    Duration age = Duration.ofNanos(nanoTime.getAsLong() - found.at());
    return age.compareTo(MAX_AGE) > 0
        ? Optional.empty()
        : Optional.of(found.reply().with("age", String.valueOf(age.toSeconds())));
  }
}
