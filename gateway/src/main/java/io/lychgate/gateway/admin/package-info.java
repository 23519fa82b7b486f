/**
 * The admin plane: API, UI and metrics on a listener and threads of its own.
 *
 * <p>Start at {@link io.lychgate.gateway.admin.AdminRoutes}: it lists every address. What the plane asks of the rest of the
 * gateway is in {@code admin.seam}; the root wires it. Knows the store and the ground, never the data path.
 */
@NullMarked
package io.lychgate.gateway.admin;

import org.jspecify.annotations.NullMarked;
