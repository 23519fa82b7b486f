/**
 * The admin plane: API, UI and metrics on a listener and threads of its own.
 *
 * <p>Start at {@link io.lychgate.gateway.admin.AdminRoutes}: it lists every address. The interfaces to the rest of the gateway are
 * in {@code admin.seam}; the root wires them.
 *
 * <p>It has event loops and threads of its own. Live connections and timelines are copied by the loops of the data path, each in one
 * of its tasks. Of the packages above the ground it uses the lessons (such as the ledger, experiments and history), push, the
 * client of OpenID Providers in {@code auth}, and {@code http2.FrameGuard}.
 */
@NullMarked
package io.lychgate.gateway.admin;

import org.jspecify.annotations.NullMarked;
