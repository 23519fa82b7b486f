package io.lychgate.gateway.upstream.http1;

import io.lychgate.gateway.loop.ReadBudget;
import io.lychgate.gateway.loop.TurnBudget;
import io.lychgate.gateway.loop.TurnShare;
import io.netty.channel.RecvByteBufAllocator;

/**
 * Bounds the bytes of responses that one client causes to be read in a turn of the loop. Hundreds of servers' connections can become
 * readable at once, all for the same client, and reading 64 KiB from each took 10 ms and more. A read takes from the client's {@link
 * TurnShare}. Once that is spent, a read is small, and the connection then waits for a later turn. Responses of less than 2 KiB never
 * wait. A client that is alone on the loop has no bound: no other waits for it, and a wait costs two system calls. Event loop only.
 */
final class ClientReads extends TurnBudget implements RecvByteBufAllocator {
  /** Bytes of a read that the share does not cover. A loop cannot pass over a readable socket. */
  static final int SMALL_READ_BYTES = 2048;

  /** Bytes of a response that cost 1. */
  static final int BYTES_OF_COST = 8192;

  /** Cost that a connection pays for its next read when its turn comes: that of the largest read. */
  private static final int COST_OF_TURN = ReadBudget.MAX_READ_BYTES / BYTES_OF_COST;

  private final Runnable changed;
  private boolean isPaid;

  /**
   * @param share the share until {@link #readFor}
   * @param changed applies {@link #isSuspended}
   */
  ClientReads(TurnShare share, Runnable changed) {
    super(share);
    this.changed = changed;
  }

  /** Reads take from the share of this client. A connection that still waits for its former client's turn reads on. */
  void readFor(TurnShare client) {
    boolean waited = isSuspended();
    takeFrom(client);
    isPaid = false;
    if (waited) {
      changed.run();
    }
  }

  /** Accounts for bytes that were read from the socket. */
  void received(int bytes) {
    if (isAlone()) {
      return;
    }
    int cost = bytes / BYTES_OF_COST;
    if (isPaid) {
      isPaid = false;
    } else if (cost > 0) {
      spend(cost);
    }
    if (bytes >= SMALL_READ_BYTES) {
      var unused = allowsMore();
    }
  }

  private boolean isSmall() {
    return !isPaid && !isAlone() && !hasMore();
  }

  @Override
  protected void suspended() {
    changed.run();
  }

  @Override
  protected void decodeOn() {
    isPaid = true;
    spend(COST_OF_TURN);
  }

  @Override
  protected void resumed() {
    changed.run();
  }

  @Override
  protected void failed() {}

  @Override
  public ExtendedHandle newHandle() {
    return ReadBudget.oneRead(() -> isSmall() ? SMALL_READ_BYTES : ReadBudget.ADAPTIVE);
  }
}
