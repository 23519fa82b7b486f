package io.lychgate.gateway.upstream.balance;

import java.util.Arrays;
import java.util.List;

/**
 * The servers that take requests of new clients at one moment, and the part of each. Arrays have the order of the set. Immutable.
 *
 * @param number increases from one look at the servers to the next
 * @param intakes the intakes at that look
 * @param usesEjected true if servers in {@link Intake#RESERVE} take requests, because no others are there
 * @param tiers those that have a share; empty if no server takes requests
 * @param changesNanos the moment of the next step of a slow start; {@link Long#MAX_VALUE} for none
 * @param isExact true if the parts have the proportion of the configured weights
 */
@SuppressWarnings("ArrayRecordComponent") // Tables of one package, never compared.
record Lineup(
    long number,
    Intake[] intakes,
    boolean usesEjected,
    List<Tier> tiers,
    long changesNanos,
    boolean isExact) {

  /**
   * The servers of one priority that are in the gateway's zone, or those that are not.
   *
   * @param number place of the tier among all of the set
   * @param share part of all requests, above 0 to 1
   * @param servers indices in the set
   * @param weights the weights in the order of {@code servers}, with slow starts
   */
  record Tier(int number, double share, int[] servers, double[] weights) {
    double totalWeight() {
      return Arrays.stream(weights).sum();
    }
  }

  /** Returns true if a server with this intake takes requests of new clients. */
  boolean admits(Intake intake) {
    return intake == Intake.ALL || (intake == Intake.RESERVE && usesEjected);
  }
}
