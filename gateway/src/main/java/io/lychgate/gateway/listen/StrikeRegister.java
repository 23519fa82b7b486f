package io.lychgate.gateway.listen;

import io.lychgate.gateway.loop.Ticker;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import javax.crypto.Mac;

/**
 * The connection ids that clients chose for connections with early data, so that a copy of such a connection's first packets is
 * known as one (RFC 8446 section 8.2). The id is authenticated with every 0-RTT packet (RFC 9001 section 5.3): who has no keys
 * cannot give a copy another.
 *
 * <p>One for all loops of a listener, and for those that come after it under its name, as tickets are. So it is synchronized:
 * for a microsecond, once for each connection with early data. Any thread.
 */
final class StrikeRegister {
  /**
   * BoringSSL takes early data when the age of the ticket by the client differs by up to 60 s from that by the server, to
   * either side: a copy is good for 120 s at most, and clocks count whole seconds.
   */
  static final Duration MEMORY = Duration.ofSeconds(130);

  /** Ids of one {@link #MEMORY}, some 64 bytes each. When there are more, early data waits for the handshake. */
  private static final int MAX_IDS = 64 * 1024;

  private static final int SECRET_BYTES = 32;

  private final Ticker ticker;
  private final long begun;

  /** Clients choose ids: without a key, they would choose such that all fall into one bucket. */
  private final Mac mac;

  /** Two ids with the same 64 bits are one to us, so that the second waits for the handshake. */
  private Set<Long> young = new HashSet<>();

  private Set<Long> old = new HashSet<>();
  private long turned;
  private boolean hasMissed;
  private long missed;
  private boolean wasOff;

  StrikeRegister(Ticker ticker) {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    this.mac = Hkdf.mac(Hkdf.macKey(secret, "strike register"));
    this.ticker = ticker;
    this.begun = ticker.nanoTime();
    this.turned = begun;
  }

  /**
   * Tickets may be older than this register: what was sent to a gateway before it, or to the same one before a restart, may
   * come again, until that is too old.
   */
  synchronized void ticketsOutlive() {
    missedUntil(begun);
  }

  /** Whether ids come here from now on. Those that came while it was off may come again. */
  synchronized void watch(boolean on) {
    if (on && wasOff) {
      missedUntil(ticker.nanoTime());
    }
    wasOff = !on;
  }

  /** There may be ids until then that are not here. */
  private void missedUntil(long time) {
    missed = hasMissed && missed - time > 0 ? missed : time;
    hasMissed = true;
  }

  /** Whether the id surely comes for the first time. Keeps it. */
  synchronized boolean isFirst(ByteBuf id) {
    long now = ticker.nanoTime();
    turn(now);
    Long key = ByteBuffer.wrap(mac.doFinal(ByteBufUtil.getBytes(id))).getLong();
    if (old.contains(key) || young.contains(key)) {
      return false;
    }
    if (young.size() < MAX_IDS) {
      young.add(key);
    } else {
      missedUntil(now);
    }
    return !(hasMissed && now - missed < MEMORY.toNanos());
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
