/**
 * Answers from files: what a path names, which representation of it, whole or in part, and how its octets get to a
 * client without an event loop ever touching a disk.
 *
 * <p>Decisions are pure functions over values: {@code TargetPath}, {@code Conditions}, {@code ByteRanges},
 * {@code ContentCoding}. Policy layer; a neighbour of route, push and upstream, which it does not know.
 */
@NullMarked
package io.lychgate.gateway.files;

import org.jspecify.annotations.NullMarked;
