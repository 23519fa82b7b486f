/**
 * Which route serves a request: host, then method and path. Pure decisions on values; compiled once per snapshot.
 *
 * <p>Policy: knows config, and none of its neighbours (push, upstream, files).
 */
@NullMarked
package io.lychgate.gateway.route;

import org.jspecify.annotations.NullMarked;
