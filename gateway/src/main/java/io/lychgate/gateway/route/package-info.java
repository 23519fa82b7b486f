/**
 * Routing: finds the route of a request by host, path, method and conditions. Pure decisions on values; compiled once per snapshot.
 *
 * <p>Policy layer: depends on config, condition and message, and not on its neighbours (push, upstream, files).
 */
@NullMarked
package io.lychgate.gateway.route;

import org.jspecify.annotations.NullMarked;
