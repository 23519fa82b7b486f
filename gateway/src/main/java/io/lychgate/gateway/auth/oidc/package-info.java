/**
 * The policy {@code oidc}: logins at an OpenID Provider. Start with {@link io.lychgate.gateway.auth.oidc.OidcStep}, then {@link
 * io.lychgate.gateway.auth.oidc.RelyingParty}.
 *
 * <p>The gateway stores no session: browsers hold it in sealed cookies, so that each gateway of a fleet can open it. Requests to the
 * provider, and the checks of its tokens, run on threads of {@link io.lychgate.gateway.auth.oidc.RelyingParties}.
 */
@NullMarked
package io.lychgate.gateway.auth.oidc;

import org.jspecify.annotations.NullMarked;
