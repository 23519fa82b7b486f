package io.lychgate.gateway.admin.http;

import io.lychgate.gateway.store.Role;
import org.jspecify.annotations.Nullable;

/**
 * What one method of one address does.
 *
 * @param least the least role; null when no login is needed
 * @param maxBodyBytes larger bodies are refused
 * @param changesStore whether it is refused while the store cannot be changed; has no effect on GET
 * @param lane which threads run it
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

  /** Body of everything but texts. */
  private static final int SMALL_BODY = 64 * 1024;

  /** The work itself; runs on a thread that may block. */
  @FunctionalInterface
  public interface Work {
    Reply run(Call call) throws Exception;
  }

  public static Operation of(Role least, Work work) {
    return new Operation(least, SMALL_BODY, true, Lane.WORK, work);
  }

  /** An operation without login. */
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

  /** An operation that changes nothing, or nothing persistent. */
  public Operation thatChangesNothing() {
    return new Operation(least, maxBodyBytes, false, lane, work);
  }
}
