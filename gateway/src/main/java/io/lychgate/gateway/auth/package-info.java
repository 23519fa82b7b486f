/**
 * The decisions on who may send a request: addresses, client certificates, passwords and API keys. Each class is a {@link
 * io.lychgate.gateway.message.RequestStep}.
 *
 * <p>Policy: knows config, message and observe, and none of its neighbours (route, push, upstream, files, filter, respond).
 */
@NullMarked
package io.lychgate.gateway.auth;

import org.jspecify.annotations.NullMarked;
