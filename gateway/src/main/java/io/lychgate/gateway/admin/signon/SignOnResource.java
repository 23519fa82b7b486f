package io.lychgate.gateway.admin.signon;

import io.lychgate.gateway.admin.account.GrantBody;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Json;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.signon.ClaimMapping.Decision;
import io.lychgate.gateway.config.SignOnConfig;
import io.lychgate.gateway.config.SignOnConfig.Mapping;
import io.lychgate.gateway.store.Grant;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The screen Sign-on: the configuration in force, the last results of providers, and a test of their mapping. */
public final class SignOnResource {
  private static final int MAX_NAME = 32;

  private final Providers providers;

  public SignOnResource(Providers providers) {
    this.providers = providers;
  }

  public Reply get(Call call) {
    SignOnConfig config = providers.config();
    AdminOrigin origin = AdminOrigin.of(call);
    return Reply.ok(new StateBody(
        config.local().token(),
        config.breakGlass().stream().sorted().toList(),
        config.secondFactor().name().toLowerCase(Locale.ROOT),
        config.secondFactorRoles().stream().sorted().toList(),
        config.relyingPartyId() == null ? origin.host() : config.relyingPartyId(),
        providers.all().stream().map(each -> ProviderBody.of(each, origin)).toList()));
  }

  /** Returns the decision on claims, without a sign-in. It changes nothing. */
  public Reply test(Call call) {
    Trial trial = call.body(
        body -> new Trial(body.text("provider", 1, MAX_NAME), Json.map(body.object("claims"))));
    SignOnConfig.Provider provider = providers
        .find(trial.provider())
        .map(Providers.Entry::provider)
        .orElseThrow(() -> new ProblemException(
            ProblemCode.NOT_FOUND,
            "provider: " + trial.provider() + " (expected: one of admin.signOn)"));
    Decision decision =
        ClaimMapping.decide(provider, providers.config().breakGlass(), trial.claims());
    if (decision instanceof Decision.Refused no) {
      return Reply.ok(
          new DecisionBody(false, null, null, List.of(), no.reason().token(), no.text()));
    }
    Decision.Admitted yes = (Decision.Admitted) decision;
    List<Grant> grants = yes.grants();
    return Reply.ok(new DecisionBody(
        true,
        yes.account(),
        grants == null ? null : GrantBody.of(grants),
        yes.groups(),
        null,
        null));
  }

  private record Trial(String provider, Map<String, Object> claims) {}

  private record StateBody(
      String local,
      List<String> breakGlass,
      String secondFactor,
      List<String> secondFactorRoles,
      String relyingPartyId,
      List<ProviderBody> providers) {}

  private record ProviderBody(
      String name,
      String title,
      String issuer,
      String clientId,
      String redirectUri,
      String users,
      String userClaim,
      String groupsClaim,
      List<MappingBody> mapping,
      long successes,
      long failures,
      @Nullable Instant succeededAt,
      @Nullable Instant failedAt,
      @Nullable String failure) {

    static ProviderBody of(Providers.Entry entry, AdminOrigin origin) {
      SignOnConfig.Provider provider = entry.provider();
      Providers.Results results = entry.results();
      return new ProviderBody(
          provider.name(),
          provider.title(),
          provider.client().issuer(),
          provider.client().clientId(),
          origin
              .at("/api/v1/session/providers/" + provider.name() + "/callback")
              .toString(),
          provider.users().name().toLowerCase(Locale.ROOT),
          provider.userClaim(),
          provider.groupsClaim(),
          provider.mapping().stream().map(MappingBody::of).toList(),
          results.successes(),
          results.failures(),
          results.succeededAt(),
          results.failedAt(),
          results.failure());
    }
  }

  private record MappingBody(String group, String role, List<String> sites) {
    static MappingBody of(Mapping mapping) {
      return new MappingBody(
          mapping.group(),
          mapping.role(),
          mapping.sites().isEmpty() ? List.of(Grant.ALL) : mapping.sites());
    }
  }

  private record DecisionBody(
      boolean admitted,
      @Nullable String account,
      @Nullable List<GrantBody> grants,
      List<String> groups,
      @Nullable String reason,
      @Nullable String text) {}
}
