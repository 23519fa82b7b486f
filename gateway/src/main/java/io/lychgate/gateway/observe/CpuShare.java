package io.lychgate.gateway.observe;

/** A party that bears the CPU time of a connection besides its listener: an arm of an experiment. Event loop only. */
public interface CpuShare {
  /** Adds CPU time. For sampled work it is the estimate of all work, of which one part in many was measured. */
  void spent(long nanos);
}
