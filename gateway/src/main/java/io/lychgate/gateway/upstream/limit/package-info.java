/**
 * Limits of the requests to one upstream that all event loops share: the budget of retries, the memory of bodies that may be sent
 * again, and the number of requests in progress.
 *
 * <p>Start with {@code RetryBudget}, then {@code GradientLimit}. They count and compare, and know neither requests nor servers.
 */
@NullMarked
package io.lychgate.gateway.upstream.limit;

import org.jspecify.annotations.NullMarked;
