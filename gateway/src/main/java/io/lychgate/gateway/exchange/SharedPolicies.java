package io.lychgate.gateway.exchange;

import io.lychgate.gateway.auth.PasswordChecks;
import io.lychgate.gateway.auth.jwt.TokenVerifiers;
import io.lychgate.gateway.auth.oidc.RelyingParties;
import io.lychgate.gateway.cache.ResponseStore;
import io.lychgate.gateway.limit.SharedLimits;
import io.lychgate.gateway.observe.trace.Tracing;
import io.lychgate.gateway.plugin.PluginSet;
import io.lychgate.gateway.timing.PageTimings;

/**
 * The state of policies that survives a reload, and the plug-ins of the configuration. All event loops share it.
 *
 * @param passwords passwords that were accepted a short time ago
 * @param tokens keys of issuers, and tokens that were accepted
 * @param logins clients of OpenID Providers
 * @param limits rates and requests in flight
 * @param responses stored responses
 * @param plugins the plug-ins that the configuration uses
 * @param tracing the spans of traced requests
 * @param timings the timings of real visitors
 */
public record SharedPolicies(
    PasswordChecks passwords,
    TokenVerifiers tokens,
    RelyingParties logins,
    SharedLimits limits,
    ResponseStore responses,
    PluginSet plugins,
    Tracing tracing,
    PageTimings timings) {}
