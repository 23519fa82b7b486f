package io.lychgate.gateway.experiment;

/**
 * The units that one loop has seen in an arm.
 *
 * @param sample the distinct ones
 * @param counts counts of each network
 */
record ArmUnits(UnitSample sample, UnitCounts counts) {
  ArmUnits() {
    this(new UnitSample(), new UnitCounts());
  }

  boolean isEmpty() {
    return sample.isEmpty() && counts.isEmpty();
  }

  void addAll(ArmUnits other) {
    sample.addAll(other.sample);
    counts.addAll(other.counts);
  }
}
