package io.lychgate.gateway.admin.http;

import com.linecorp.armeria.common.HttpStatus;
import io.lychgate.gateway.admin.access.Principal;
import io.lychgate.gateway.store.ApiToken;
import io.lychgate.gateway.store.SecretHash;
import io.lychgate.gateway.store.Store;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The last responses to reads, for the time in which the database server is away: a sender then sees again what it saw before. Each
 * session and token with its rights has its own, and no user can displace all of those of the others. Nothing is kept for a store in a
 * file, which cannot be lost in this way.
 */
public final class RecentReplies {

  /** All of them together, in bytes of their bodies and targets. */
  private static final int MAX_BYTES = 8 << 20;

  private static final int MAX_BODY = 256 << 10;
  private static final int MAX_REPLIES = 500;
  private static final int MAX_TARGET = 1000;

  /** One user, with all sessions and tokens, has at most this part of both limits. */
  private static final int SHARE = 4;

  /** An older response would say little about the present. */
  private static final Duration MAX_AGE = Duration.ofHours(1);

  /** @param sender hash of the session or token and its rights, whose text may be long */
  private record Key(String user, String sender, String target) {}

  private record Kept(Reply reply, long at, long bytes) {}

  /** The part of a user. */
  private static final class Share {
    private int replies;
    private long bytes;
  }

  private final LongSupplier nanoTime;

  // Guarded by this; in the order of their age.
  private final Map<Key, Kept> kept = new LinkedHashMap<>();
  private final Map<String, Share> shares = new LinkedHashMap<>(); // Guarded by this.
  private long bytes; // Guarded by this.

  public RecentReplies(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Keeps the response to a GET.
   *
   * @param session public id of the session of the sender; empty for a token
   * @param target the target, and the fields that select a representation
   */
  void keep(Principal sender, String session, String target, Reply reply, Store store) {
    if (store.isShared()) {
      keep(sender, session, target, reply);
    }
  }

  void keep(Principal sender, String session, String target, Reply reply) {
    boolean isJson = "application/json".equals(reply.head().get("content-type"));
    if (reply.isStream()
        || !isJson
        || !reply.head().status().equals(HttpStatus.OK)
        || reply.body().length() > MAX_BODY
        || target.length() > MAX_TARGET) {
      return;
    }
    Key key = key(sender, session, target);
    put(key, new Kept(reply, nanoTime.getAsLong(), (long) reply.body().length() + target.length()));
  }

  /** Other rights of the same sender are another key. */
  private static Key key(Principal sender, String session, String target) {
    ApiToken token = sender.token();
    String ofToken =
        token == null ? "" : token.id() + " " + token.grant() + " " + token.operations();
    String rights = session + "\n" + sender.user().grants() + "\n" + ofToken;
    return new Key(sender.user().name(), SecretHash.of(rights), target);
  }

  private synchronized void put(Key key, Kept reply) {
    remove(key);
    kept.put(key, reply);
    Share share = shares.computeIfAbsent(key.user(), any -> new Share());
    share.replies++;
    share.bytes += reply.bytes();
    bytes += reply.bytes();
    while (share.bytes > MAX_BYTES / SHARE || share.replies > MAX_REPLIES / SHARE) {
      removeOldest(key.user());
    }
    while (bytes > MAX_BYTES || kept.size() > MAX_REPLIES) {
      removeOldest(null);
    }
  }

  /** @param user null for any */
  private void removeOldest(@Nullable String user) {
    Iterator<Key> keys = kept.keySet().iterator();
    Key oldest = keys.next();
    while (user != null && !oldest.user().equals(user)) {
      oldest = keys.next();
    }
    remove(oldest);
  }

  private void remove(Key key) {
    Kept old = kept.remove(key);
    Share share = shares.get(key.user());
    if (old == null || share == null) {
      return;
    }
    bytes -= old.bytes();
    share.bytes -= old.bytes();
    share.replies--;
    if (share.replies == 0) {
      shares.remove(key.user());
    }
  }

  /** Returns the last response to this GET, with its age (RFC 9111 5.1), while the server is away. */
  Optional<Reply> find(Principal sender, String session, String target, Store store) {
    return store.away() == null ? Optional.empty() : find(sender, session, target);
  }

  synchronized Optional<Reply> find(Principal sender, String session, String target) {
    Kept found = kept.get(key(sender, session, target));
    if (found == null) {
      return Optional.empty();
    }
    Duration age = Duration.ofNanos(nanoTime.getAsLong() - found.at());
    return age.compareTo(MAX_AGE) > 0
        ? Optional.empty()
        : Optional.of(found.reply().with("age", String.valueOf(age.toSeconds())));
  }
}
