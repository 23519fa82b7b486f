package io.lychgate.gateway.loop;

/** One connection's access to its peer's {@link TurnShare}. Event loop only. */
public abstract class TurnBudget {
  private TurnShare share;
  private boolean suspended;

  protected TurnBudget(TurnShare share) {
    this.share = share;
  }

  /** Takes from the share of another peer from now on, and waits no longer for the former one. */
  protected final void takeFrom(TurnShare other) {
    share = other;
    suspended = false;
  }

  /** Returns true if the share is that of the only active client. */
  protected final boolean isAlone() {
    return share.isAlone();
  }

  /** Returns true if the share has something left, without waiting for it. */
  protected final boolean hasMore() {
    return share.allowsMore();
  }

  /** Returns true if the next piece may be decoded now. Otherwise {@link #decodeOn} is called in a later turn. */
  public final boolean allowsMore() {
    if (suspended) {
      return false;
    }
    if (share.allowsMore()) {
      return true;
    }
    suspended = true;
    share.await(this);
    suspended();
    return false;
  }

  /** Charges one decoded piece. A frame or chunk without much work costs 1, a request 8, and each KiB of its fields 1 more. */
  public final void spend(int cost) {
    share.spend(cost);
  }

  /** Returns true while input waits for a later turn. */
  public final boolean isSuspended() {
    return suspended;
  }

  void resume() {
    if (!suspended) {
      // It takes from another share since.
      return;
    }
    suspended = false;
    decodeOn();
    if (!suspended) {
      resumed();
    }
  }

  /** The share is spent: stop reading. */
  protected abstract void suspended();

  /** Decodes waiting input. May spend the share again. */
  protected abstract void decodeOn();

  /** All waiting input is decoded: resume reading. */
  protected abstract void resumed();

  /** Ends the connection, because decoding has thrown an exception and the waiting input cannot be read any more. */
  protected abstract void failed();
}
