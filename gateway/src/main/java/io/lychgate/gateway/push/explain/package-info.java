/**
 * Explanations of a plan for an operator: a dry run of the decision with its reasons. Start at {@link
 * io.lychgate.gateway.push.explain.PlanExplainer}.
 */
@NullMarked
package io.lychgate.gateway.push.explain;

import org.jspecify.annotations.NullMarked;
