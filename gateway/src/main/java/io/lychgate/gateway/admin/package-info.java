/**
 * The admin plane: API, UI and metrics on a listener and threads of its own.
 *
 * <p>Start at {@link io.lychgate.gateway.admin.AdminRoutes}: it lists every address. The interfaces to the rest of the gateway are
 * in {@code admin.seam}; the root wires them. Depends on the store and the ground, never on the data path.
 */
@NullMarked
package io.lychgate.gateway.admin;

import org.jspecify.annotations.NullMarked;
