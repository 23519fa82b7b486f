package io.lychgate.gateway.exchange;

import io.lychgate.gateway.auth.AddressAccess;
import io.lychgate.gateway.auth.ApiKeyAccess;
import io.lychgate.gateway.auth.BasicAccess;
import io.lychgate.gateway.auth.CertificateAccess;
import io.lychgate.gateway.auth.Decisions;
import io.lychgate.gateway.auth.ForeignFields;
import io.lychgate.gateway.auth.PasswordChecks;
import io.lychgate.gateway.auth.oidc.PrivateResponses;
import io.lychgate.gateway.auth.oidc.RelyingParties;
import io.lychgate.gateway.config.policy.AccessPolicy;
import io.lychgate.gateway.config.policy.ApiKeyPolicy;
import io.lychgate.gateway.config.policy.BasicPolicy;
import io.lychgate.gateway.config.policy.ClientCertificatePolicy;
import io.lychgate.gateway.config.policy.CorsPolicy;
import io.lychgate.gateway.config.policy.OidcPolicy;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.policy.Policy;
import io.lychgate.gateway.config.policy.RequestIdPolicy;
import io.lychgate.gateway.config.policy.SecurityHeadersPolicy;
import io.lychgate.gateway.filter.CorsFields;
import io.lychgate.gateway.filter.CorsPreflight;
import io.lychgate.gateway.filter.RequestIds;
import io.lychgate.gateway.filter.SecurityHeaders;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.PolicyOutcome;
import java.util.List;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.ToIntBiFunction;
import org.jspecify.annotations.Nullable;

/** Compiles the policies on who may send a request, and those on the fields of responses, into steps and filters. */
final class AccessAssembly {
  private final @Nullable ForeignFields foreignFields;
  private final boolean hasLogins;
  private final PasswordChecks passwords;
  private final ToIntBiFunction<String, String> numbering;
  private final IntFunction<LoopObserver> observers;

  /**
   * @param identityFields names of all fields by which policies describe senders, in lower case
   * @param hasLogins true if a route has sessions, whose cookies browsers send to all routes of its host
   * @param passwords kept over reloads
   * @param numbering maps a policy and a route to the number of their decisions in counters
   * @param observers returns the observer of a loop by its number
   */
  public AccessAssembly(
      Set<String> identityFields,
      boolean hasLogins,
      PasswordChecks passwords,
      ToIntBiFunction<String, String> numbering,
      IntFunction<LoopObserver> observers) {
    this.foreignFields = identityFields.isEmpty() ? null : new ForeignFields(identityFields);
    this.hasLogins = hasLogins;
    this.passwords = passwords;
    this.numbering = numbering;
    this.observers = observers;
  }

  /** Adds the steps that precede all decisions: the id of the request, which failures have too, and the fields of other senders. */
  void addFirst(Policies policies, List<RequestStep> steps) {
    RequestIdPolicy id = policies.get(RequestIdPolicy.class);
    if (id != null) {
      steps.add(new RequestIds(id));
    }
    if (foreignFields != null) {
      steps.add(foreignFields);
    }
    if (hasLogins && policies.get(OidcPolicy.class) == null) {
      steps.add(RelyingParties.dropOfCookies());
    }
  }

  /** Adds the decision on the client's address. */
  void addAddresses(Policies policies, String route, List<RequestStep> steps) {
    AccessPolicy access = policies.get(AccessPolicy.class);
    if (access != null) {
      steps.add(new AddressAccess(access, decisions(access, route)));
    }
  }

  /** Adds the response to preflights, which carry no credentials, and then the authentication of the sender. */
  void addAuthentication(Policies policies, String route, List<RequestStep> steps) {
    CorsPolicy cors = policies.get(CorsPolicy.class);
    if (cors != null) {
      Decisions decisions = decisions(cors, route);
      steps.add(new CorsPreflight(
          cors,
          (context, isAdmitted) -> decisions.count(
              context, isAdmitted ? PolicyOutcome.ADMITTED : PolicyOutcome.REFUSED)));
    }
    ClientCertificatePolicy certificate = policies.get(ClientCertificatePolicy.class);
    if (certificate != null) {
      steps.add(new CertificateAccess(certificate, decisions(certificate, route)));
    }
    BasicPolicy basic = policies.get(BasicPolicy.class);
    if (basic != null) {
      steps.add(new BasicAccess(basic, passwords, decisions(basic, route)));
    }
    ApiKeyPolicy keys = policies.get(ApiKeyPolicy.class);
    if (keys != null) {
      steps.add(new ApiKeyAccess(keys, decisions(keys, route)));
    }
  }

  /** Adds the filters of header fields, the one next to the responder first. */
  static void addFilters(Policies policies, List<ResponseFilter> filters) {
    if (policies.get(OidcPolicy.class) != null && policies.arePrivate()) {
      filters.add(new PrivateResponses());
    }
    CorsPolicy cors = policies.get(CorsPolicy.class);
    if (cors != null) {
      filters.add(new CorsFields(cors));
    }
    SecurityHeadersPolicy security = policies.get(SecurityHeadersPolicy.class);
    if (security != null) {
      filters.add(new SecurityHeaders(security));
    }
  }

  /** Adds the filter for the id of the request, which edits of header fields do not change. */
  static void addLastFilter(Policies policies, List<ResponseFilter> filters) {
    RequestIdPolicy id = policies.get(RequestIdPolicy.class);
    if (id != null && id.inResponse()) {
      filters.add(new RequestIds(id));
    }
  }

  private Decisions decisions(Policy policy, String route) {
    return new Decisions(observers, numbering.applyAsInt(policy.key(), route));
  }
}
