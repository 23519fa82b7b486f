/**
 * The identification of the senders of requests: tokens, and servers that decide. Each policy is a {@link
 * io.lychgate.gateway.message.RequestStep}.
 *
 * <p>Policy: knows config, condition and message, and none of its neighbours (route, push, upstream, files, filter, respond).
 */
@NullMarked
package io.lychgate.gateway.auth;

import org.jspecify.annotations.NullMarked;
