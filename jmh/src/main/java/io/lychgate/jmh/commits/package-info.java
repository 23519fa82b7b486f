/**
 * Single parts (JMH) of two commits beside each other, in one run.
 *
 * <p>Start at {@link io.lychgate.jmh.commits.CommitsBench}.
 */
@NullMarked
package io.lychgate.jmh.commits;

import org.jspecify.annotations.NullMarked;
