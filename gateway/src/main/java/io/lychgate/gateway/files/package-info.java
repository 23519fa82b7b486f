/**
 * Serves files: finds the file of a path, selects its representation, whole or in part, and sends its bytes. An event loop never
 * touches a disk.
 *
 * <p>Decisions are pure functions over values: {@code TargetPath}, and conditions, ranges and content codings of {@code http}.
 * Policy layer; a neighbour of route, push and upstream, on which it does not depend.
 */
@NullMarked
package io.lychgate.gateway.files;

import org.jspecify.annotations.NullMarked;
