/** Stapled OCSP responses (RFC 6066 section 8, RFC 6960): fetched beside the event loops, verified, and kept until their end. */
@NullMarked
package io.lychgate.gateway.listen.ocsp;

import org.jspecify.annotations.NullMarked;
