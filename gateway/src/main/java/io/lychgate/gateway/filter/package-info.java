/**
 * Changes to requests and responses of a route: header edits, CORS, fields of security, ids of requests and gRPC-Web here, compression
 * in a package of its own. Each is a {@link
 * io.lychgate.gateway.message.ResponseFilter}.
 *
 * <p>Policy: knows config and message, and none of its neighbours (route, push, upstream, files, respond).
 */
@NullMarked
package io.lychgate.gateway.filter;

import org.jspecify.annotations.NullMarked;
