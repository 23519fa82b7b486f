/**
 * Experiments on real visitors: their design, the arm of each client, the counters of each arm, and the guardrails that stop one.
 *
 * <p>An experiment is in the store. {@link io.lychgate.gateway.experiment.RunningExperiments} is the compiled form that a snapshot
 * holds.
 */
@NullMarked
package io.lychgate.gateway.experiment;

import org.jspecify.annotations.NullMarked;
