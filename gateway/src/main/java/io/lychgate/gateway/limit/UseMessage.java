package io.lychgate.gateway.limit;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tokens that requests at one gateway have taken from buckets of one limit, for the other gateways.
 *
 * @param limit number of the limit, which all gateways of the fleet compute in the same way
 */
record UseMessage(long limit, List<Taken> all) {
  /** Entries of a message. In Base64 they take 7,700 characters; a notification of PostgreSQL has fewer than 8,000. */
  static final int MAX_ENTRIES = 480;

  private static final int ENTRY_BYTES = Long.BYTES + Integer.BYTES;

  /**
   * Tokens of one key.
   *
   * @param tokens below 0 if more were put back than taken
   */
  record Taken(long key, int tokens) {}

  /** Returns these entries in as few messages as they need. */
  static List<UseMessage> of(long limit, Collection<Taken> entries) {
    List<Taken> rest = new ArrayList<>(entries);
    List<UseMessage> messages = new ArrayList<>();
    for (int at = 0; at < rest.size(); at += MAX_ENTRIES) {
      messages.add(new UseMessage(
          limit, List.copyOf(rest.subList(at, Math.min(rest.size(), at + MAX_ENTRIES)))));
    }
    return messages;
  }

  String text() {
    ByteBuffer bytes =
        ByteBuffer.allocate(Long.BYTES + ENTRY_BYTES * all.size()).putLong(limit);
    all.forEach(taken -> bytes.putLong(taken.key).putInt(taken.tokens));
    return Base64.getEncoder().encodeToString(bytes.array());
  }

  /** Returns the message of a text; null if it is none, such as of another version. */
  static @Nullable UseMessage parse(String text) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException e) {
      return null;
    }
    if (bytes.length < Long.BYTES || (bytes.length - Long.BYTES) % ENTRY_BYTES != 0) {
      return null;
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    long limit = in.getLong();
    List<Taken> all = new ArrayList<>();
    while (in.hasRemaining()) {
      all.add(new Taken(in.getLong(), in.getInt()));
    }
    return new UseMessage(limit, all);
  }
}
