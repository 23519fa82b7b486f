package io.lychgate.gateway.experiment;

import io.lychgate.gateway.message.Treatment;

/**
 * One arm of an experiment in force.
 *
 * @param slot its number in the counters of each loop
 */
public record RunningArm(String experiment, String name, Treatment treatment, int slot) {}
