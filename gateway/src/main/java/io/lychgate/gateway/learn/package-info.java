/**
 * What pages load, learned from their traffic, and what of it is proposed for the manifests.
 * docs/background/learning.md has the rules.
 *
 * <p>{@link io.lychgate.gateway.learn.LoopLearner} is the data path's side; {@link
 * io.lychgate.gateway.learn.ManifestLearner} gathers evidence on a thread beside it, {@link
 * io.lychgate.gateway.learn.ProposalDesk} puts what is sure enough into the store as drafts.
 */
@NullMarked
package io.lychgate.gateway.learn;

import org.jspecify.annotations.NullMarked;
