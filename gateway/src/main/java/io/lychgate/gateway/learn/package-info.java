/**
 * Learns from the traffic which assets pages load, and proposes changes of the manifests. docs/background/learning.md has the rules.
 *
 * <p>{@link io.lychgate.gateway.learn.LoopLearner} takes notes on the data path. {@link
 * io.lychgate.gateway.learn.ManifestLearner} gathers evidence on another thread. {@link
 * io.lychgate.gateway.learn.ProposalDesk} puts proposals with enough evidence into the store as drafts.
 */
@NullMarked
package io.lychgate.gateway.learn;

import org.jspecify.annotations.NullMarked;
