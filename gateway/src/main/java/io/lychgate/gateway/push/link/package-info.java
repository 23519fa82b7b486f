/**
 * Assets to send early, and {@code Link} fields that name them (RFC 8288). Start at {@link io.lychgate.gateway.push.link.Asset}.
 */
@NullMarked
package io.lychgate.gateway.push.link;

import org.jspecify.annotations.NullMarked;
