/**
 * The decisions on who may send a request: addresses, client certificates, passwords and API keys here; tokens in {@code jwt}, servers
 * that decide in {@code forward}. Each policy is a {@link io.lychgate.gateway.message.RequestStep}.
 *
 * <p>Policy: knows config, condition, message and observe, and none of its neighbours (route, push, upstream, files, filter, respond).
 */
@NullMarked
package io.lychgate.gateway.auth;

import org.jspecify.annotations.NullMarked;
