package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.policy.AccessPolicy;
import io.lychgate.gateway.config.policy.ApiKeyPolicy;
import io.lychgate.gateway.config.policy.BasicPolicy;
import io.lychgate.gateway.config.policy.CachePolicy;
import io.lychgate.gateway.config.policy.ClientCertificatePolicy;
import io.lychgate.gateway.config.policy.CompressPolicy;
import io.lychgate.gateway.config.policy.ConcurrencyLimits;
import io.lychgate.gateway.config.policy.CorsPolicy;
import io.lychgate.gateway.config.policy.ErrorPagesPolicy;
import io.lychgate.gateway.config.policy.ForwardAuthPolicy;
import io.lychgate.gateway.config.policy.JwtPolicy;
import io.lychgate.gateway.config.policy.MaintenancePolicy;
import io.lychgate.gateway.config.policy.OidcPolicy;
import io.lychgate.gateway.config.policy.PluginsPolicy;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.config.policy.Policies.Level;
import io.lychgate.gateway.config.policy.Policy;
import io.lychgate.gateway.config.policy.RateLimits;
import io.lychgate.gateway.config.policy.RequestIdPolicy;
import io.lychgate.gateway.config.policy.SecurityHeadersPolicy;
import io.lychgate.gateway.config.policy.SizeLimits;
import io.lychgate.gateway.config.policy.TimingsPolicy;
import io.lychgate.gateway.config.policy.TracingPolicy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Reads {@code policies} of a listener, a site or a route. */
final class PolicyReader {
  /** The reader of each policy by its key. Empty after a problem. */
  private static final Map<String, Function<Section, Optional<? extends Policy>>> READERS =
      readers();

  private PolicyReader() {}

  private static Map<String, Function<Section, Optional<? extends Policy>>> readers() {
    Map<String, Function<Section, Optional<? extends Policy>>> readers = new LinkedHashMap<>();
    readers.put(CompressPolicy.KEY, CompressReader::read);
    readers.put(MaintenancePolicy.KEY, MaintenanceReader::read);
    readers.put(ErrorPagesPolicy.KEY, ErrorPagesReader::read);
    readers.put(SizeLimits.KEY, LimitReader::sizes);
    readers.put(RateLimits.KEY, LimitReader::rates);
    readers.put(ConcurrencyLimits.KEY, LimitReader::concurrency);
    readers.put(CachePolicy.KEY, CacheReader::policy);
    readers.put(RequestIdPolicy.KEY, ResponsePolicyReader::requestId);
    readers.put(AccessPolicy.KEY, AccessReader::read);
    readers.put(CorsPolicy.KEY, ResponsePolicyReader::cors);
    readers.put(ClientCertificatePolicy.KEY, ClientCertificateReader::read);
    readers.put(BasicPolicy.KEY, CredentialReader::basic);
    readers.put(ApiKeyPolicy.KEY, CredentialReader::apiKeys);
    readers.put(SecurityHeadersPolicy.KEY, ResponsePolicyReader::securityHeaders);
    readers.put(OidcPolicy.KEY, OidcReader::read);
    readers.put(JwtPolicy.KEY, JwtReader::read);
    readers.put(ForwardAuthPolicy.KEY, ForwardAuthReader::read);
    readers.put(PluginsPolicy.KEY, PluginReader::policy);
    readers.put(TracingPolicy.KEY, ObserveReader::policy);
    readers.put(TimingsPolicy.KEY, TimingsReader::read);
    return readers;
  }

  /** @param owner the listener, site or route */
  static Policies read(Section owner, Level level) {
    Section section = owner.section("policies");
    List<Policy> stated = new ArrayList<>();
    READERS.forEach((key, reader) -> {
      if (section.has(key)) {
        reader.apply(section.section(key)).ifPresent(stated::add);
      }
    });
    List<String> off = section.texts("off");
    for (int i = 0; i < off.size(); i++) {
      if (section.has(off.get(i)) || off.indexOf(off.get(i)) < i) {
        section.problem(
            "off", i, off.get(i) + " (expected: each key once, and not one that is set beside it)");
        return Policies.NONE;
      }
    }
    return Policies.of(level, stated, off);
  }
}
