package io.lychgate.gateway.experiment;

import io.lychgate.gateway.message.Network;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * Bounds the new numbers that browsers of one network get in an hour on one loop. A script that drops its cookies would be a new visitor
 * each time, and so outweigh all others. A client above the bound is in no experiment with visitors; as it is left out before it has an
 * arm, no arm is preferred. Event loop only.
 */
public final class NewVisitors {
  /** A /24 of a mobile network has some thousand browsers, most of which come back with their cookies. */
  static final int OF_NETWORK = 200;

  /** Networks that are counted, in about 1 MiB. More than these begin again. */
  static final int NETWORKS = 16_384;

  private static final long HOUR_MILLIS = 3_600_000;

  private final Map<Long, Integer> counts = new HashMap<>();
  private long hour;

  /** Returns true if a browser of this client may get a number, and counts it. */
  public boolean admits(InetAddress client, long nowMillis) {
    long now = nowMillis / HOUR_MILLIS;
    if (now != hour || counts.size() >= NETWORKS) {
      hour = now;
      counts.clear();
    }
    byte[] network = Network.of(client);
    ByteBuffer padded =
        ByteBuffer.allocate(Long.BYTES).put((byte) network.length).put(network);
    return counts.merge(padded.getLong(0), 1, Integer::sum) <= OF_NETWORK;
  }
}
