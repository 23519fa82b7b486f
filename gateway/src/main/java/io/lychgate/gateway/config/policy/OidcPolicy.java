package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.config.pattern.PathPattern;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * {@code oidc}: a request needs a session, which begins with a login at an OpenID Provider (OpenID Connect Core 1.0, authorization code
 * flow with PKCE).
 *
 * @param issuer URL of the provider, the exact value of {@code iss}
 * @param clientSecret null for a public client
 * @param secretFile the file that has the secret; null if it came from elsewhere
 * @param scopes scopes of the authorization request, {@code openid} among them
 * @param postLogoutUrl where a browser goes after a logout: a path of the site, or a URL of https; empty for a page of the gateway
 * @param returnPaths paths to which a login may return; empty for all
 * @param algorithms values of {@code alg} of ID tokens that are accepted
 * @param clockSkew tolerance of {@code exp} and {@code iat}
 * @param readsUserInfo true if claims are read from the provider's UserInfo endpoint, too
 * @param require expression of CEL over the claims; null for none
 * @param claims the claim for each field that is set on the request, by the name of the field in lower case
 */
public record OidcPolicy(
    String issuer,
    String clientId,
    @Nullable Secret clientSecret,
    @Nullable Path secretFile,
    List<String> scopes,
    Paths paths,
    String postLogoutUrl,
    List<PathPattern> returnPaths,
    Lifetime lifetime,
    List<String> algorithms,
    Duration clockSkew,
    boolean readsUserInfo,
    @Nullable String require,
    Map<String, String> claims)
    implements Policy {
  public static final String KEY = "oidc";

  public static final String OPENID = OidcClient.OPENID;

  public static final List<String> DEFAULT_SCOPES = List.of(OPENID);

  public OidcPolicy {
    // Its checks are those of the client.
    OidcClient checked = new OidcClient(
        issuer, clientId, clientSecret, scopes, algorithms, clockSkew, readsUserInfo);
    scopes = checked.scopes();
    algorithms = checked.algorithms();
    returnPaths = List.copyOf(returnPaths);
    claims = Collections.unmodifiableMap(new LinkedHashMap<>(claims));
    Require.range("returnPaths", returnPaths.size(), 0, OidcClient.MAX_VALUES);
  }

  /** Returns the gateway as the provider knows it. */
  public OidcClient client() {
    return new OidcClient(
        issuer, clientId, clientSecret, scopes, algorithms, clockSkew, readsUserInfo);
  }

  /**
   * The paths of the site that the gateway itself serves.
   *
   * @param redirect where the provider sends a browser after a login
   * @param login begins a login
   * @param logout ends a session
   */
  public record Paths(String redirect, String login, String logout) {
    private static final String BASE = "/.well-known/lychgate/oidc/";

    public static final Paths DEFAULT =
        new Paths(BASE + "callback", BASE + "login", BASE + "logout");

    public Paths {
      if (redirect.equals(login) || redirect.equals(logout) || login.equals(logout)) {
        throw new IllegalArgumentException("redirectPath, loginPath, logoutPath: " + redirect + ", "
            + login + ", " + logout + " (expected: three different paths)");
      }
    }

    public List<String> all() {
      return List.of(redirect, login, logout);
    }
  }

  /**
   * The lifetime of a session.
   *
   * @param idle time since the last request
   * @param absolute time since the login
   */
  public record Lifetime(Duration idle, Duration absolute) {
    private static final Duration MIN = Duration.ofSeconds(1);

    /** The secrets of the fleet that seal sessions are kept as long. */
    public static final Duration MAX = Duration.ofDays(30);

    public static final Lifetime DEFAULT = new Lifetime(Duration.ofHours(1), Duration.ofHours(12));

    public Lifetime {
      Require.range("session.idle", idle.toSeconds(), MIN.toSeconds(), MAX.toSeconds());
      Require.range("session.absolute", absolute.toSeconds(), MIN.toSeconds(), MAX.toSeconds());
    }
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public List<Path> files() {
    return secretFile == null ? List.of() : List.of(secretFile);
  }

  @Override
  public boolean authenticates() {
    return true;
  }

  @Override
  public List<String> identityFields() {
    return List.copyOf(claims.keySet());
  }

  @Override
  public List<String> ownPaths() {
    return paths.all();
  }

  @Override
  public String summary() {
    return "requires a login at " + issuer + " as client " + clientId
        + (require == null ? "" : " with " + require);
  }
}
