package io.lychgate.gateway.exchange;

import io.lychgate.gateway.auth.PasswordChecks;
import io.lychgate.gateway.auth.jwt.TokenVerifiers;
import io.lychgate.gateway.auth.oidc.RelyingParties;
import io.lychgate.gateway.cache.ResponseStore;
import io.lychgate.gateway.limit.SharedLimits;

/**
 * The state of policies that survives a reload. All event loops share it.
 *
 * @param passwords passwords that were accepted a short time ago
 * @param tokens keys of issuers, and tokens that were accepted
 * @param logins clients of OpenID Providers
 * @param limits rates and requests in flight
 * @param responses stored responses
 */
public record SharedPolicies(
    PasswordChecks passwords,
    TokenVerifiers tokens,
    RelyingParties logins,
    SharedLimits limits,
    ResponseStore responses) {}
