package io.lychgate.jmh.lab;

import tools.jackson.databind.JsonNode;

/**
 * What the link did since it got its shape.
 *
 * @param lateMicros by how much a packet in a hundred was delivered late, in the worse direction
 * @param unread packets that the kernel dropped before the link had read them
 * @param overflowed packets that did not fit into the queue towards the client
 * @param queueMillis the longest that a packet waited in that queue
 * @param bytesDown of packets that reached the client
 */
public record LinkStatistics(
    double lateMicros, long unread, long overflowed, double queueMillis, long bytesDown) {
  private static final double MICROS_PER_MILLI = 1000;

  /** Of the round trip: 500 µs of 25 ms. */
  private static final double MAX_LATE_SHARE = 0.02;

  static LinkStatistics of(JsonNode answer) {
    JsonNode up = answer.required("up");
    JsonNode down = answer.required("down");
    return new LinkStatistics(
        Math.max(
            up.required("late_p99_us").asDouble(), down.required("late_p99_us").asDouble()),
        up.required("tun_dropped").asLong() + down.required("tun_dropped").asLong(),
        down.required("dropped_queue").asLong(),
        down.required("max_queue_ms").asDouble(),
        down.required("octets_out").asLong());
  }

  /** False when the machine was too busy for the link to keep its times: the sample says nothing then. */
  public boolean isTrustworthy(LinkShape shape) {
    boolean isInTime =
        unread == 0 && lateMicros <= shape.rttMillis() * MICROS_PER_MILLI * MAX_LATE_SHARE;
    return isInTime || shape.equals(LinkShape.NONE);
  }
}
