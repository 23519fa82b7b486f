/**
 * What became of pushes and hints: what each connection's page views did with them, the tally of each manifest entry, and
 * the verdict on those that are sent in vain. docs/reference/ledger.md defines every number and says what cannot be known.
 *
 * <p>{@link io.lychgate.gateway.ledger.PageViews} is the data path's side, on the event loop; {@link
 * io.lychgate.gateway.ledger.HintLedger} reads the tallies every second and judges.
 */
@NullMarked
package io.lychgate.gateway.ledger;

import org.jspecify.annotations.NullMarked;
