/**
 * Comparison of single parts (JMH) at two commits, in one run.
 *
 * <p>Start at {@link io.lychgate.jmh.commits.CommitsBench}.
 */
@NullMarked
package io.lychgate.jmh.commits;

import org.jspecify.annotations.NullMarked;
