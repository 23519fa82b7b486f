package io.lychgate.gateway.upstream.limit;

import java.util.concurrent.atomic.AtomicLong;

/** The bytes of all request bodies that are kept for another attempt. Any thread. */
public final class ReplayMemory {
  private final long maxBytes;
  private final AtomicLong used = new AtomicLong();

  public ReplayMemory(long maxBytes) {
    this.maxBytes = maxBytes;
  }

  /** Reserves bytes. Returns false if they are not left. */
  public boolean tryTake(int bytes) {
    if (used.addAndGet(bytes) > maxBytes) {
      giveBack(bytes);
      return false;
    }
    return true;
  }

  public void giveBack(int bytes) {
    used.addAndGet(-bytes);
  }

  public long used() {
    return used.get();
  }
}
