/**
 * The execution of a call of the admin API: checks in order, body, work off the event loop, response or problem.
 *
 * <p>Start at {@link io.lychgate.gateway.admin.http.Endpoint}.
 */
@NullMarked
package io.lychgate.gateway.admin.http;

import org.jspecify.annotations.NullMarked;
