/**
 * The policy {@code jwt}: JSON Web Tokens. Start with {@link io.lychgate.gateway.auth.jwt.JwtStep}, then {@link
 * io.lychgate.gateway.auth.jwt.TokenVerifier}.
 *
 * <p>A token that was verified before costs its event loop one hash. Each other one is verified on a thread of {@link
 * io.lychgate.gateway.auth.jwt.TokenVerifiers}, because a signature takes up to a millisecond, and keys may have to be fetched.
 */
@NullMarked
package io.lychgate.gateway.auth.jwt;

import org.jspecify.annotations.NullMarked;
