package io.lychgate.gateway.experiment.analysis;

/**
 * The counters of the gateway for one arm. They do not depend on beacons.
 *
 * @param assignedUnits distinct units that were put into the arm; negative if unknown
 * @param comparableUnits those of them in a sample that is as dense in all arms, for the check of their ratio
 * @param views page views that were sent
 * @param connections connections that were opened
 * @param cpuNanos CPU time of the loops
 * @param wastedBytes bytes of pushes and hinted assets that were not used
 * @param failed page views that failed at the gateway
 * @param truncated page views whose body was shorter than announced
 * @param h1Equivalent connections that HTTP/1.1 would have needed for the same requests
 */
public record ArmCounters(
    String arm,
    long assignedUnits,
    long comparableUnits,
    long views,
    long connections,
    long cpuNanos,
    long requests,
    long errors5xx,
    long bytes,
    long wastedBytes,
    long failed,
    long truncated,
    long gotH1,
    long gotH2,
    long gotH3,
    long h1Equivalent) {}
