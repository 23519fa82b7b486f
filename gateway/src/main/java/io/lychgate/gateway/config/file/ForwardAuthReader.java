package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.policy.ForwardAuthPolicy;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the policy {@code forwardAuth}. */
final class ForwardAuthReader {
  private ForwardAuthReader() {}

  static Optional<ForwardAuthPolicy> read(Section section) {
    List<String> request = section.has("requestHeaders")
        ? JwtReader.fields(section, "requestHeaders")
        : ForwardAuthPolicy.DEFAULT_REQUEST_FIELDS;
    List<String> client = section.has("clientHeaders")
        ? JwtReader.fields(section, "clientHeaders")
        : ForwardAuthPolicy.DEFAULT_CLIENT_FIELDS;
    List<String> identity = JwtReader.fields(section, "responseHeaders");
    return section.build(() -> new ForwardAuthPolicy(
        section.text("upstream", ""),
        section.text("path", "/"),
        request,
        identity,
        section.text("identityHeader", "").toLowerCase(Locale.ROOT),
        client,
        section.duration("timeout", ForwardAuthPolicy.DEFAULT_TIMEOUT),
        section.size(
            "maxBody", ForwardAuthPolicy.DEFAULT_MAX_BODY, 0, ForwardAuthPolicy.MAX_BODY_CEILING),
        section.text("onError", "deny").equals("allow")));
  }
}
