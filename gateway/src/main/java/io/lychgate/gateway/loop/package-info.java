/**
 * What one event loop owns besides its sockets: the deadlines of everything in flight on it and the flushes put off to the end
 * of a read cycle. Single-threaded by construction; ground, knows no other package.
 */
@NullMarked
package io.lychgate.gateway.loop;

import org.jspecify.annotations.NullMarked;
