package io.lychgate.gateway.admin.http;

import io.lychgate.gateway.admin.access.Permission;
import io.lychgate.gateway.admin.access.Reach;

/**
 * The operation of one method of one address.
 *
 * @param permission its row in the table of permissions
 * @param maxBodyBytes larger bodies are refused
 * @param changesStore true if it is refused while the store cannot be changed; has no effect on GET
 * @param readsIfMatch true if its work evaluates If-Match, or if it changes nothing that could have a version
 * @param lane the threads that run it
 */
public record Operation(
    Permission permission,
    int maxBodyBytes,
    boolean changesStore,
    boolean readsIfMatch,
    Lane lane,
    Work work) {

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

  public static Operation of(Permission permission, Work work) {
    // Its work checks the sites of the sender, which precede the condition.
    boolean readsIfMatch = permission.reach() == Reach.OWN_SITES;
    return new Operation(permission, SMALL_BODY, true, readsIfMatch, Lane.WORK, work);
  }

  public Operation onLoginLane() {
    return new Operation(permission, maxBodyBytes, changesStore, readsIfMatch, Lane.LOGIN, work);
  }

  public Operation onTextLane() {
    return new Operation(permission, maxBodyBytes, changesStore, readsIfMatch, Lane.TEXT, work);
  }

  public Operation withBodyUpTo(int bytes) {
    return new Operation(permission, bytes, changesStore, readsIfMatch, lane, work);
  }

  /** Returns an operation whose work evaluates If-Match, or that changes nothing that could have a version. */
  public Operation thatReadsIfMatch() {
    return new Operation(permission, maxBodyBytes, changesStore, true, lane, work);
  }

  /** Returns an operation that changes nothing, or nothing persistent. */
  public Operation thatChangesNothing() {
    return new Operation(permission, maxBodyBytes, false, readsIfMatch, lane, work);
  }
}
