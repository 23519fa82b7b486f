/**
 * The operator's priority rules: how they are read, and which rule applies to a response. Start with {@link
 * io.lychgate.gateway.push.priority.PriorityRule}. {@code scheduler/PriorityOverride} applies the decision of a rule.
 */
@NullMarked
package io.lychgate.gateway.push.priority;

import org.jspecify.annotations.NullMarked;
