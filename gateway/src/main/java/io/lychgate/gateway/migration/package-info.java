/**
 * Imports of configurations of other servers ({@code lychgate import}). A {@code GatewayDraft} collects listeners, upstreams and routes
 * with the places they come from, an {@code ImportReport} everything that could not be carried over.
 */
@NullMarked
package io.lychgate.gateway.migration;

import org.jspecify.annotations.NullMarked;
