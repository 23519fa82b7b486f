/**
 * Responses that the gateway makes from its configuration alone: fixed texts and redirects. Each class is a {@link
 * io.lychgate.gateway.message.ResponderFactory}.
 *
 * <p>Policy: knows config and message, and none of its neighbours (route, push, upstream, files, filter).
 */
@NullMarked
package io.lychgate.gateway.respond;

import org.jspecify.annotations.NullMarked;
