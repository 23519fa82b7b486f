/**
 * Objects that one event loop owns besides its sockets: deadlines, deferred flushes, clocks, budgets and shares. Each is for a
 * single thread unless noted. Ground: depends on no other package but the configuration's limits.
 */
@NullMarked
package io.lychgate.gateway.loop;

import org.jspecify.annotations.NullMarked;
