package io.lychgate.gateway.experiment;

/**
 * One arm of an experiment.
 *
 * @param value the value of the factor; empty for {@link Factor#NONE}
 * @param weight its part of the clients in the experiment, relative to the weights of the other arms
 */
public record Arm(String name, String value, int weight) {}
