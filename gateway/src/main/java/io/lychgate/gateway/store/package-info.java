/**
 * Persistent data: manifests with their revisions, users, sessions, the audit trail, and counters by period.
 *
 * <p>Start at {@link io.lychgate.gateway.store.Store}. SQLite is the default; PostgreSQL uses the same statements. No JDBC type
 * leaves this package. Lowest layer: it depends neither on the data path nor on the admin plane. All calls block, so an event loop
 * must never make one.
 */
@NullMarked
package io.lychgate.gateway.store;

import org.jspecify.annotations.NullMarked;
