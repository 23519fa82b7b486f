/**
 * The statistics of experiments: pure functions of observations, without clock, I/O and random state.
 *
 * <p>Start with {@link io.lychgate.gateway.experiment.analysis.Analysis}. docs/background/experiments.md describes the methods.
 */
@NullMarked
package io.lychgate.gateway.experiment.analysis;

import org.jspecify.annotations.NullMarked;
