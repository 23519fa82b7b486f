/** Certificates and private keys in PEM files. Start at {@link io.lychgate.gateway.config.pem.PemIdentity}. */
@NullMarked
package io.lychgate.gateway.config.pem;

import org.jspecify.annotations.NullMarked;
