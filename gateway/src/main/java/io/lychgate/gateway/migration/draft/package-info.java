/**
 * The result of an import while it grows. A {@code GatewayDraft} collects listeners, upstreams and routes with the places they come from,
 * an {@code ImportReport} everything that could not be carried over, and {@code ImportedConfiguration} repairs the draft until it is valid.
 */
@NullMarked
package io.lychgate.gateway.migration.draft;

import org.jspecify.annotations.NullMarked;
