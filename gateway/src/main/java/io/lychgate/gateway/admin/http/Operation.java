package io.lychgate.gateway.admin.http;

import io.lychgate.gateway.store.Role;
import org.jspecify.annotations.Nullable;

/**
 * The operation of one method of one address.
 *
 * @param least the least role; null if no login is needed
 * @param maxBodyBytes larger bodies are refused
 * @param changesStore true if it is refused while the store cannot be changed; has no effect on GET
 * @param lane the threads that run it
 */
public record Operation(
    @Nullable Role least, int maxBodyBytes, boolean changesStore, Lane lane, Work work) {

  /** Threads that run operations. */
  public enum Lane {
    /** Waits for the store and the data path. */
    WORK,
    /** Hashes passwords, few at a time. */
    LOGIN,
    /** Reads texts of users, one text of a user at a time. */
    TEXT
  }

  /** Bytes of the largest body of an operation without a text. */
  private static final int SMALL_BODY = 64 * 1024;

  /** The work itself; runs on a thread that may block. */
  @FunctionalInterface
  public interface Work {
    Reply run(Call call) throws Exception;
  }

  public static Operation of(Role least, Work work) {
    return new Operation(least, SMALL_BODY, true, Lane.WORK, work);
  }

  /** Returns an operation without login. */
  public static Operation open(Work work) {
    return new Operation(null, SMALL_BODY, true, Lane.WORK, work);
  }

  public Operation onLoginLane() {
    return new Operation(least, maxBodyBytes, changesStore, Lane.LOGIN, work);
  }

  public Operation onTextLane() {
    return new Operation(least, maxBodyBytes, changesStore, Lane.TEXT, work);
  }

  public Operation withBodyUpTo(int bytes) {
    return new Operation(least, bytes, changesStore, lane, work);
  }

  /** Returns an operation that changes nothing, or nothing persistent. */
  public Operation thatChangesNothing() {
    return new Operation(least, maxBodyBytes, false, lane, work);
  }
}
