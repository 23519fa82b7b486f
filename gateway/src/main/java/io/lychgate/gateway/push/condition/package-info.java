/**
 * The tests of a manifest rule besides its path: conditions, client hints and cookies of the request, and a schedule. Start with
 * {@link io.lychgate.gateway.push.condition.Condition}. The expression library is loaded with the first condition that is read,
 * never before.
 */
@NullMarked
package io.lychgate.gateway.push.condition;

import org.jspecify.annotations.NullMarked;
