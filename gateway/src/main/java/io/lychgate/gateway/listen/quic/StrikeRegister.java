package io.lychgate.gateway.listen.quic;

import io.lychgate.gateway.listen.tls.Hkdf;
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
 * The connection ids that clients chose for connections with early data. They reveal a replay of such a connection's first packets
 * (RFC 8446 section 8.2). The id is authenticated with every 0-RTT packet (RFC 9001 section 5.3), so an attacker without the keys
 * cannot change it in a replay.
 *
 * <p>All loops of a listener share one register, and so do later listeners with its name, like tickets. So it is synchronized: for
 * a microsecond, once for each connection with early data. Any thread.
 */
public final class StrikeRegister {
  /**
   * Time for which ids are kept. BoringSSL accepts early data if client and server differ by up to 60 s in the age of the ticket,
   * in either direction. So a replay is possible for at most 120 s, and clocks count whole seconds.
   */
  static final Duration MEMORY = Duration.ofSeconds(130);

  /** Maximum number of ids within one {@link #MEMORY}, about 64 bytes each. Above it, early data waits for the handshake. */
  private static final int MAX_IDS = 64 * 1024;

  private static final int SECRET_BYTES = 32;

  private final Ticker ticker;
  private final long begun;

  /** Keys the hash of ids. Clients choose ids, and without a key they could choose ids that all fall into one bucket. */
  private final Mac mac;

  /** Recent ids. Two ids with the same 64 bits count as one, so the second waits for the handshake. */
  private Set<Long> young = new HashSet<>();

  private Set<Long> old = new HashSet<>();
  private long turned;
  private boolean hasMissed;
  private long missed;
  private boolean wasOff;

  public StrikeRegister(Ticker ticker) {
    byte[] secret = new byte[SECRET_BYTES];
    new SecureRandom().nextBytes(secret);
    this.mac = Hkdf.mac(Hkdf.macKey(secret, "strike register"));
    this.ticker = ticker;
    this.begun = ticker.nanoTime();
    this.turned = begun;
  }

  /**
   * Call if tickets may predate this register. Packets sent to an earlier gateway, or to this one before a restart, may be replayed
   * until they are too old.
   */
  synchronized void ticketsOutlive() {
    missedUntil(begun);
  }

  /** Enables or disables the register. Ids that came while it was disabled may be replayed. */
  synchronized void watch(boolean on) {
    if (on && wasOff) {
      missedUntil(ticker.nanoTime());
    }
    wasOff = !on;
  }

  /** Records that ids from before this time may be missing. */
  private void missedUntil(long time) {
    missed = hasMissed && missed - time > 0 ? missed : time;
    hasMissed = true;
  }

  /** Returns true if the id is certainly new, and records it. */
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

  /** Rotates the two halves. An id in the older half has been kept for at least the whole time when it is dropped. */
  private void turn(long now) {
    if (now - turned < MEMORY.toNanos()) {
      return;
    }
    old = now - turned < 2 * MEMORY.toNanos() ? young : new HashSet<>();
    young = new HashSet<>();
    turned = now;
  }
}
