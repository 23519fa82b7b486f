package io.lychgate.gateway.experiment;

/**
 * One step of a ramp.
 *
 * @param afterMinutes time since the start
 * @param share the share of all clients from then on, in hundredths of a percent
 */
public record RampStep(long afterMinutes, int share) {}
