/**
 * Tests of a request that an operator writes: expressions, client hints and cookies, and a schedule. Rules of manifests and routes
 * use them. Start with {@link io.lychgate.gateway.condition.Condition}. The expression library is loaded with the first condition
 * that is read, never before.
 *
 * <p>Ground: depends on config and message only.
 */
@NullMarked
package io.lychgate.gateway.condition;

import org.jspecify.annotations.NullMarked;
