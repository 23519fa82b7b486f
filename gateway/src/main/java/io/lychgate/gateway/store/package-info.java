/**
 * What survives a restart: manifests with their revisions, users, sessions and the audit trail.
 *
 * <p>Start at {@link io.lychgate.gateway.store.Store}. SQLite by default, PostgreSQL with the same statements; no JDBC
 * type leaves this package. Ground: knows neither the data path nor the admin plane. All calls block, so they are never
 * made on an event loop.
 */
@NullMarked
package io.lychgate.gateway.store;

import org.jspecify.annotations.NullMarked;
