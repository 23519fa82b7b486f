package io.lychgate.jmh.lab;

import tools.jackson.databind.JsonNode;

/**
 * Statistics of the link since its last shape.
 *
 * @param lateMicros 99th percentile of the lateness of packets, in the worse direction
 * @param unread packets that the kernel dropped before the link read them
 * @param overflowed packets that did not fit into the queue towards the client
 * @param queueMillis longest time that a packet waited in that queue
 * @param bytesDown bytes of packets that reached the client
 */
public record LinkStatistics(
    double lateMicros, long unread, long overflowed, double queueMillis, long bytesDown) {
  private static final double MICROS_PER_MILLI = 1000;

  /** Largest lateness as a share of the round trip: 500 µs of 25 ms. */
  private static final double MAX_LATE_SHARE = 0.02;

  static LinkStatistics of(JsonNode reply) {
    JsonNode up = reply.required("up");
    JsonNode down = reply.required("down");
    return new LinkStatistics(
        Math.max(
            up.required("late_p99_us").asDouble(), down.required("late_p99_us").asDouble()),
        up.required("tun_dropped").asLong() + down.required("tun_dropped").asLong(),
        down.required("dropped_queue").asLong(),
        down.required("max_queue_ms").asDouble(),
        down.required("octets_out").asLong());
  }

  /** Returns false if the machine was too busy for the link to keep its times. The sample is then meaningless. */
  public boolean isTrustworthy(LinkShape shape) {
    boolean isInTime =
        unread == 0 && lateMicros <= shape.rttMillis() * MICROS_PER_MILLI * MAX_LATE_SHARE;
    return isInTime || shape.equals(LinkShape.NONE);
  }
}
