package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.pattern.NormalPath;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.policy.JwtPolicy;
import io.lychgate.gateway.config.policy.OidcPolicy;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the policy {@code oidc}. */
final class OidcReader {
  private static final String FILE = "file:";

  private OidcReader() {}

  static Optional<OidcPolicy> read(Section section) {
    String issuer = issuer(section);
    Secret secret = SecretReference.read(section, "clientSecret");
    String place = section.text("clientSecret", "");
    Path file = place.startsWith(FILE)
        ? section.directoryOf("clientSecret").resolve(place.substring(FILE.length()))
        : null;
    String postLogout = postLogoutUrl(section);
    List<PathPattern> returnPaths = returnPaths(section);
    Section session = section.section("session");
    OidcPolicy.Lifetime usual = OidcPolicy.Lifetime.DEFAULT;
    Optional<OidcPolicy.Lifetime> lifetime = session.build(() -> new OidcPolicy.Lifetime(
        session.duration("idle", usual.idle()), session.duration("absolute", usual.absolute())));
    Optional<OidcPolicy.Paths> paths = paths(section);
    String require = JwtReader.expression(section, "require");
    boolean hasSecret = secret != null || !section.has("clientSecret");
    if (issuer == null || !hasSecret || lifetime.isEmpty() || paths.isEmpty()) {
      return Optional.empty();
    }
    return section.build(() -> new OidcPolicy(
        issuer,
        section.text("clientId", ""),
        secret,
        file,
        section.has("scopes") ? section.texts("scopes") : OidcPolicy.DEFAULT_SCOPES,
        paths.get(),
        postLogout,
        returnPaths,
        lifetime.get(),
        section.has("algorithms") ? section.texts("algorithms") : JwtPolicy.DEFAULT_ALGORITHMS,
        section.has("clockSkew")
            ? section.duration("clockSkew", JwtPolicy.DEFAULT_SKEW)
            : JwtPolicy.DEFAULT_SKEW,
        section.flag("userInfo", false),
        require,
        JwtReader.claims(section)));
  }

  /** OpenID Connect Discovery 1.0 section 2: a URL of https without query and fragment. Tests use http on their own machine. */
  static @Nullable String issuer(Section section) {
    URI url = JwtReader.url(section, "issuer");
    if (url == null) {
      return null;
    }
    boolean isSafe = "https".equalsIgnoreCase(url.getScheme())
        || ("http".equalsIgnoreCase(url.getScheme()) && ClearText.isLoopback(url.getHost()));
    if (!isSafe || url.getQuery() != null) {
      section.problem(
          "issuer",
          url + " (expected: a URL of https without query; http only for a loopback address)");
      return null;
    }
    return section.text("issuer", "");
  }

  private static Optional<OidcPolicy.Paths> paths(Section section) {
    OidcPolicy.Paths usual = OidcPolicy.Paths.DEFAULT;
    String redirect = path(section, "redirectPath", usual.redirect());
    String login = path(section, "loginPath", usual.login());
    String logout = path(section, "logoutPath", usual.logout());
    return section.build(() -> new OidcPolicy.Paths(redirect, login, logout));
  }

  private static String path(Section section, String key, String usual) {
    String path = section.text(key, usual);
    if (!NormalPath.isNormal(path)) {
      section.problem(key, path + " (expected: a path in normal form)");
    }
    return path;
  }

  private static String postLogoutUrl(Section section) {
    String text = section.text("postLogoutUrl", "");
    if (text.isEmpty() || (text.startsWith("/") && !text.startsWith("//"))) {
      return text;
    }
    try {
      URI url = new URI(text);
      if ("https".equalsIgnoreCase(url.getScheme()) && url.getHost() != null) {
        return text;
      }
    } catch (URISyntaxException e) {
      // Reported below, as the other cases.
    }
    section.problem("postLogoutUrl", text + " (expected: a path of the site, or a URL of https)");
    return "";
  }

  private static List<PathPattern> returnPaths(Section section) {
    List<PathPattern> patterns = new ArrayList<>();
    List<String> texts = section.texts("returnPaths");
    for (int i = 0; i < texts.size(); i++) {
      String problem = PathPattern.problemOfGlob(texts.get(i));
      if (problem.isEmpty()) {
        patterns.add(PathPattern.glob(texts.get(i)));
      } else {
        section.problem("returnPaths", i, problem);
      }
    }
    return patterns;
  }
}
