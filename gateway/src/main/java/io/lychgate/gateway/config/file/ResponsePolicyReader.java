package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.pattern.BoundedRegex;
import io.lychgate.gateway.config.policy.AcceptedPeers;
import io.lychgate.gateway.config.policy.CorsPolicy;
import io.lychgate.gateway.config.policy.RequestIdPolicy;
import io.lychgate.gateway.config.policy.SecurityHeadersPolicy;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads {@code cors}, {@code securityHeaders} and {@code requestId}. */
final class ResponsePolicyReader {
  private ResponsePolicyReader() {}

  static Optional<RequestIdPolicy> requestId(Section section) {
    String header = FieldName.read(section, "header", RequestIdPolicy.DEFAULT_HEADER);
    return section.build(() -> new RequestIdPolicy(
        header,
        AcceptedPeers.of(section.text("accept", AcceptedPeers.TRUSTED.token())),
        section.flag("response", true)));
  }

  static Optional<SecurityHeadersPolicy> securityHeaders(Section section) {
    Map<String, String> fields = new LinkedHashMap<>();
    if (section.flag("contentTypeOptions", true)) {
      fields.put("x-content-type-options", "nosniff");
    }
    String referrer = section.text("referrerPolicy", "strict-origin-when-cross-origin");
    if (!referrer.equals("off")) {
      fields.put("referrer-policy", referrer);
    }
    put(fields, "x-frame-options", section.text("frameOptions", ""));
    put(fields, "content-security-policy", section.text("contentSecurityPolicy", ""));
    put(fields, "permissions-policy", section.text("permissionsPolicy", ""));
    String strict = section.has("hsts") ? strictTransport(section.section("hsts")) : "";
    return section.build(
        () -> new SecurityHeadersPolicy(fields, strict, section.flag("replace", false)));
  }

  private static void put(Map<String, String> fields, String name, String value) {
    if (!value.isEmpty()) {
      fields.put(name, value);
    }
  }

  /** RFC 6797 section 6.1. The list of preloaded sites requires a year and all subdomains. */
  private static String strictTransport(Section section) {
    Duration age = section.duration("maxAge", Duration.ofDays(365));
    boolean isWide = section.flag("includeSubdomains", false);
    boolean isPreloaded = section.flag("preload", false);
    if (isPreloaded && (!isWide || age.compareTo(Duration.ofDays(365)) < 0)) {
      section.problem(
          "preload", "true (expected: beside it includeSubdomains: true and maxAge of 8760h)");
    }
    return "max-age=" + age.toSeconds() + (isWide ? "; includeSubDomains" : "")
        + (isPreloaded ? "; preload" : "");
  }

  static Optional<CorsPolicy> cors(Section section) {
    List<String> origins = origins(section);
    List<BoundedRegex> patterns = patterns(section);
    if (origins.size() < section.texts("origins").size()
        || patterns.size() < section.texts("originPatterns").size()) {
      return Optional.empty();
    }
    return section.build(() -> new CorsPolicy(
        origins,
        patterns,
        section.has("methods") ? section.texts("methods") : List.of("GET", "HEAD", "POST"),
        section.texts("headers"),
        section.texts("exposedHeaders"),
        section.flag("credentials", false),
        section.duration("maxAge", CorsPolicy.DEFAULT_MAX_AGE)));
  }

  /** Returns the origins as browsers send them (RFC 6454 section 6.2). Each of the others is a problem. */
  private static List<String> origins(Section section) {
    List<String> origins = new ArrayList<>();
    List<String> texts = section.texts("origins");
    for (int i = 0; i < texts.size(); i++) {
      String text = texts.get(i);
      if (text.equals(CorsPolicy.ANY) || isOrigin(text)) {
        origins.add(text);
      } else {
        section.problem(
            "origins",
            i,
            text + " (expected: scheme://host or scheme://host:port in lower case, without path and"
                + " without the default port)");
      }
    }
    return origins;
  }

  private static boolean isOrigin(String text) {
    try {
      URI uri = new URI(text);
      boolean isDefault = (uri.getPort() == 443 && "https".equals(uri.getScheme()))
          || (uri.getPort() == 80 && "http".equals(uri.getScheme()));
      return uri.getScheme() != null
          && uri.getHost() != null
          && uri.getUserInfo() == null
          && uri.getRawPath().isEmpty()
          && uri.getRawQuery() == null
          && uri.getRawFragment() == null
          && !isDefault
          && text.equals(text.toLowerCase(Locale.ROOT));
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** Returns expressions that match whole origins, so that a site cannot contain the name of another one. */
  private static List<BoundedRegex> patterns(Section section) {
    List<BoundedRegex> patterns = new ArrayList<>();
    List<String> texts = section.texts("originPatterns");
    for (int i = 0; i < texts.size(); i++) {
      // Alone first: an unbalanced parenthesis must not change the meaning of the one around it.
      BoundedRegex.Compiled alone = BoundedRegex.compile(texts.get(i));
      BoundedRegex.Compiled whole = BoundedRegex.compile("^(?:" + texts.get(i) + ")$");
      String problem = alone.problem().isEmpty() ? whole.problem() : alone.problem();
      BoundedRegex regex = whole.regex();
      if (problem.isEmpty() && regex != null) {
        patterns.add(regex);
      } else {
        section.problem("originPatterns", i, problem);
      }
    }
    return patterns;
  }
}
