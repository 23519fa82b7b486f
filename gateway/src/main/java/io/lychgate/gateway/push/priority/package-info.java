/**
 * The operator's rules on the order of responses: how they are read, and which of them is for a response. Start with {@link
 * io.lychgate.gateway.push.priority.PriorityRule}. What follows from a rule is decided in {@code scheduler/PriorityOverride}.
 */
@NullMarked
package io.lychgate.gateway.push.priority;

import org.jspecify.annotations.NullMarked;
