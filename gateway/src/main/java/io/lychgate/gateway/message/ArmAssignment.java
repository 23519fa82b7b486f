package io.lychgate.gateway.message;

/**
 * An arm of an experiment that a client was put into before its page was sent.
 *
 * @param experiment id of the experiment
 * @param arm name of the arm
 * @param unit keyed hash of the client's network or of its visitor cookie: the unit of the analysis
 */
public record ArmAssignment(String experiment, String arm, long unit) {}
