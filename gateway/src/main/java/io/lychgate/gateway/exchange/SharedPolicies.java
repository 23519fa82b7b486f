package io.lychgate.gateway.exchange;

import io.lychgate.gateway.auth.PasswordChecks;
import io.lychgate.gateway.auth.jwt.TokenVerifiers;
import io.lychgate.gateway.cache.ResponseStore;
import io.lychgate.gateway.limit.SharedLimits;
import io.lychgate.gateway.observe.trace.Tracing;

/**
 * The state of policies that survives a reload. All event loops share it.
 *
 * @param passwords passwords that were accepted a short time ago
 * @param tokens keys of issuers, and tokens that were accepted
 * @param limits rates and requests in flight
 * @param responses stored responses
 * @param tracing the spans of traced requests
 */
public record SharedPolicies(
    PasswordChecks passwords,
    TokenVerifiers tokens,
    SharedLimits limits,
    ResponseStore responses,
    Tracing tracing) {}
