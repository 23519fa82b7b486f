package io.lychgate.gateway.listen;

import io.lychgate.gateway.observe.Ticker;
import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/**
 * The connection ids that clients chose for connections with early data, so that a copy of such a connection's first packets is
 * known as one (RFC 8446 section 8.2). The id is authenticated with every 0-RTT packet (RFC 9001 section 5.3): who has no keys
 * cannot give a copy another.
 *
 * <p>One for all loops of a listener, and so synchronized: for some hundred nanoseconds, once for each connection with early
 * data. Any thread.
 */
final class StrikeRegister {
  /**
   * BoringSSL takes early data when the age of the ticket by the client differs by up to 60 s from that by the server, to
   * either side: a copy is good for 120 s at most, and clocks count whole seconds.
   */
  static final Duration MEMORY = Duration.ofSeconds(130);

  /** Ids of one {@link #MEMORY}, some 100 bytes each. When there are more, early data waits for the handshake. */
  private static final int MAX_IDS = 64 * 1024;

  private final Ticker ticker;
  private final long begun;
  private Set<ByteBuf> young = new HashSet<>();
  private Set<ByteBuf> old = new HashSet<>();
  private long turned;
  private boolean isBlindBefore;

  StrikeRegister(Ticker ticker) {
    this.ticker = ticker;
    this.begun = ticker.nanoTime();
    this.turned = begun;
  }

  /**
   * Tickets may be older than this register: what was sent to a gateway before it, or to the same one before a restart, may
   * come again, until that is too old.
   */
  synchronized void ticketsOutlive() {
    isBlindBefore = true;
  }

  /** Whether the id surely comes for the first time. Keeps it. */
  synchronized boolean isFirst(ByteBuf id) {
    long now = ticker.nanoTime();
    turn(now);
    boolean isNew = !old.contains(id) && young.size() < MAX_IDS && young.add(id);
    return isNew && !(isBlindBefore && now - begun < MEMORY.toNanos());
  }

  /** What is in the older half has been there for the whole time at least, when it is dropped. */
  private void turn(long now) {
    if (now - turned < MEMORY.toNanos()) {
      return;
    }
    old = now - turned < 2 * MEMORY.toNanos() ? young : new HashSet<>();
    young = new HashSet<>();
    turned = now;
  }
}
