/**
 * The report that compares the traffic before and after an event: pure functions of a question, blocks and events.
 *
 * <p>Start with {@link io.lychgate.gateway.history.report.BeforeAfter}. docs/background/before-after.md describes the estimator.
 */
@NullMarked
package io.lychgate.gateway.history.report;

import org.jspecify.annotations.NullMarked;
