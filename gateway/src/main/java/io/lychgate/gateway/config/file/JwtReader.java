package io.lychgate.gateway.config.file;

import com.nimbusds.jose.jwk.JWKSet;
import io.lychgate.gateway.condition.ConditionCompiler;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.policy.JwtPolicy;
import io.lychgate.gateway.config.policy.KeySet;
import io.lychgate.gateway.config.policy.TokenSource;
import io.lychgate.gateway.config.site.HeaderEditConfig;
import java.net.URI;
import java.net.URISyntaxException;
import java.text.ParseException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the policy {@code jwt}. */
final class JwtReader {
  private JwtReader() {}

  static Optional<JwtPolicy> read(Section section) {
    List<JwtPolicy.Issuer> issuers = new ArrayList<>();
    List<Section> sections = section.sections("issuers");
    for (Section issuer : sections) {
      issuer(issuer).ifPresent(issuers::add);
    }
    String require = expression(section, "require");
    Map<String, String> claims = claims(section);
    if (issuers.size() < sections.size()) {
      return Optional.empty();
    }
    return section.build(() -> new JwtPolicy(
        issuers,
        section.has("from")
            ? section.texts("from").stream().map(TokenSource::parse).toList()
            : List.of(TokenSource.BEARER),
        section.has("clockSkew")
            ? section.duration("clockSkew", JwtPolicy.DEFAULT_SKEW)
            : JwtPolicy.DEFAULT_SKEW,
        require,
        claims,
        section.flag("forwardToken", false),
        section.flag("optional", false)));
  }

  private static Optional<JwtPolicy.Issuer> issuer(Section section) {
    KeySet keys = keys(section);
    if (keys == null) {
      return Optional.empty();
    }
    List<String> algorithms =
        section.has("algorithms") ? section.texts("algorithms") : JwtPolicy.DEFAULT_ALGORITHMS;
    return section.build(() -> new JwtPolicy.Issuer(
        section.text("issuer", ""), section.texts("audience"), algorithms, keys));
  }

  private static @Nullable KeySet keys(Section section) {
    String place = section.text("jwks", "");
    if (place.startsWith("http:") || place.startsWith("https:")) {
      URI url = url(section, "jwks");
      if (url == null) {
        return null;
      }
      ClearText.ofKeys(section, "jwks", url);
      return KeySet.at(url);
    }
    Secret document = SecretReference.document(section, "jwks");
    if (document == null) {
      return null;
    }
    try {
      if (JWKSet.parse(document.reveal()).getKeys().isEmpty()) {
        section.problem("jwks", place + " (expected: a set with at least one key)");
        return null;
      }
    } catch (ParseException e) {
      // Its message may have a part of a key.
      section.problem("jwks", place + " (expected: a JSON Web Key Set)");
      return null;
    }
    return KeySet.of(
        document,
        place.startsWith("file:")
            ? section.directoryOf("jwks").resolve(place.substring("file:".length()))
            : null);
  }

  /** Returns the URL of a server that the gateway sends requests to; null after a problem. */
  static @Nullable URI url(Section section, String key) {
    String text = section.text(key, "");
    try {
      URI url = new URI(text);
      if (url.getHost() != null && url.getUserInfo() == null && url.getFragment() == null) {
        return url;
      }
    } catch (URISyntaxException e) {
      // Reported below, as the other cases.
    }
    section.problem(key, text + " (expected: a URL with a host, without user and fragment)");
    return null;
  }

  /** Returns the text of a condition on the claims of a sender; null if there is none. */
  static @Nullable String expression(Section section, String key) {
    section.checkExpression(key, ConditionCompiler::compileForSender);
    return section.text(key);
  }

  /** Returns the claim for each field that the gateway sets, by the field's name in lower case. */
  static Map<String, String> claims(Section owner) {
    Section section = owner.section("claims");
    Map<String, String> claims = new LinkedHashMap<>();
    for (String name : section.names()) {
      String problem = problemOf(name);
      if (!problem.isEmpty()) {
        section.problem(name, problem);
      } else if (claims.putIfAbsent(name.toLowerCase(Locale.ROOT), section.text(name, ""))
          != null) {
        section.problem(name, name + " (expected: each field once)");
      }
    }
    return claims;
  }

  /** Returns the names of a list of fields in lower case, and reports those that cannot be copied. */
  static List<String> fields(Section section, String key) {
    List<String> names = section.texts(key);
    Set<String> seen = new HashSet<>();
    List<String> lower = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      String problem = HeaderEditConfig.problemOf(names.get(i));
      if (!problem.isEmpty()) {
        section.problem(key, i, problem);
      } else if (!seen.add(names.get(i).toLowerCase(Locale.ROOT))) {
        section.problem(key, i, names.get(i) + " (expected: each field once)");
      } else {
        lower.add(names.get(i).toLowerCase(Locale.ROOT));
      }
    }
    return lower;
  }

  private static String problemOf(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.equals("authorization") || lower.equals("cookie")) {
      return name + " (expected: a field that clients do not use for credentials)";
    }
    return HeaderEditConfig.problemOf(name);
  }
}
