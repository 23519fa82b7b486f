/**
 * Outcomes of pushes and hints: their use in each connection's page views, the tally of each manifest entry, and the verdict on
 * wasted entries. docs/reference/ledger.md defines every number and its limits.
 *
 * <p>{@link io.lychgate.gateway.ledger.PageViews} counts on the data path, on the event loop. {@link
 * io.lychgate.gateway.ledger.HintLedger} reads the tallies every second and judges.
 */
@NullMarked
package io.lychgate.gateway.ledger;

import org.jspecify.annotations.NullMarked;
