/**
 * The limits of routes: rates of requests, requests in flight, and sizes. Start with {@link
 * io.lychgate.gateway.limit.SharedLimits}, which makes the steps and keeps their counts over reloads.
 *
 * <p>Policy: knows condition, config, http, loop, message and observe, and none of its neighbours (route, push, upstream, files, filter,
 * respond).
 */
@NullMarked
package io.lychgate.gateway.limit;

import org.jspecify.annotations.NullMarked;
