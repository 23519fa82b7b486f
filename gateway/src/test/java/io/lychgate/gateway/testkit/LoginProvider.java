package io.lychgate.gateway.testkit;

import com.nimbusds.jwt.JWTClaimsSet;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;

/** An OpenID Provider whose tests choose the ID token, the failures and the delays. It checks PKCE and the secret of its client. */
public final class LoginProvider implements AutoCloseable {
  public static final String CLIENT = "shop";
  public static final String SECRET = "a client's secret: 100 %";

  private final TokenIssuer keys = TokenIssuer.ofEc("2026");
  private final ScriptedOrigin server;
  private final Map<String, Map<String, String>> codes = new ConcurrentHashMap<>();
  private final Map<String, Boolean> refreshTokens = new ConcurrentHashMap<>();
  private final List<Map<String, String>> tokenRequests = new CopyOnWriteArrayList<>();
  private final AtomicInteger numbers = new AtomicInteger();
  private final AtomicInteger requestsWaiting = new AtomicInteger();
  private volatile Function<JWTClaimsSet.Builder, String> idTokens = claims -> sign(claims);
  private volatile int lifetimeSeconds = 3600;
  private volatile String failing = "";
  private volatile String waiting = "";
  private volatile boolean hasRefresh;

  private LoginProvider(ScriptedOrigin server) {
    this.server = server;
  }

  public static LoginProvider start() {
    LoginProvider provider = new LoginProvider(ScriptedOrigin.start());
    provider.server.otherwise(provider::serve);
    return provider;
  }

  public String issuer() {
    return "http://127.0.0.1:" + server.port();
  }

  public TokenIssuer keys() {
    return keys;
  }

  /** Chooses the ID token for the claims of a login. */
  public LoginProvider idToken(Function<JWTClaimsSet.Builder, String> made) {
    idTokens = made;
    return this;
  }

  /** Gives access tokens of this lifetime, and refresh tokens that are good for one use. */
  public LoginProvider refreshing(int seconds) {
    lifetimeSeconds = seconds;
    hasRefresh = true;
    return this;
  }

  /** Responds 500 to requests for this path; none if it is empty. */
  public LoginProvider failing(String path) {
    failing = path;
    return this;
  }

  /** Delays responses to requests for this path; none if it is empty. */
  public LoginProvider waiting(String path) {
    waiting = path;
    return this;
  }

  /** Returns to valid responses at once, without refresh tokens. */
  public void reset() {
    idTokens = this::sign;
    lifetimeSeconds = 3600;
    hasRefresh = false;
    failing = "";
    waiting = "";
    tokenRequests.clear();
  }

  /** Withdraws all refresh tokens. */
  public void withdraw() {
    refreshTokens.clear();
  }

  /** Returns the parameters of the requests for tokens since the last {@link #reset}. */
  public List<Map<String, String>> tokenRequests() {
    return List.copyOf(tokenRequests);
  }

  public int requestsFor(String path) {
    return (int)
        server.requests().stream().filter(head -> head.contains(" " + path)).count();
  }

  public int requestsWaiting() {
    return requestsWaiting.get();
  }

  public String sign(JWTClaimsSet.Builder claims) {
    return keys.sign(claims.build());
  }

  /** Logs a person in at the authorization URL. Returns the URL to which the browser goes next. */
  public String login(String authorization) {
    Map<String, String> asked = parameters(URI.create(authorization).getRawQuery());
    if (!CLIENT.equals(asked.get("client_id"))
        || !"code".equals(asked.get("response_type"))
        || !"S256".equals(asked.get("code_challenge_method"))
        || !Arrays.asList(asked.getOrDefault("scope", "").split(" ", -1)).contains("openid")) {
      throw new AssertionError("authorization request: " + asked);
    }
    String code = "code-" + numbers.incrementAndGet();
    codes.put(code, asked);
    return asked.get("redirect_uri") + "?code=" + code + "&state=" + asked.get("state") + "&iss="
        + URLEncoder.encode(issuer(), StandardCharsets.UTF_8);
  }

  private void serve(OriginVisit visit) throws IOException {
    String path = visit.path();
    String body = new String(visit.body(), StandardCharsets.UTF_8);
    if (path.equals(waiting)) {
      requestsWaiting.incrementAndGet();
      Await.until(() -> {
        if (path.equals(waiting)) {
          throw new AssertionError(path + ": waits");
        }
      });
      requestsWaiting.decrementAndGet();
    }
    if (path.equals(failing)) {
      visit.respond(500, "out of order");
      return;
    }
    switch (path) {
      case "/.well-known/openid-configuration" -> json(visit, 200, description());
      case "/jwks" -> json(visit, 200, keys.jwks());
      case "/token" -> token(visit, parameters(body));
      case "/userinfo" ->
        json(visit, 200, "{\"sub\":\"ann\",\"email\":\"ann@example.com\",\"team\":[\"a\",\"b\"]}");
      case "/revoke" -> {
        refreshTokens.remove(parameters(body).getOrDefault("token", ""));
        visit.respond(200, "");
      }
      default -> visit.respond(404, "nothing here");
    }
  }

  private String description() {
    return """
        { "issuer": "%1$s", "authorization_endpoint": "%1$s/authorize?tenant=1", "token_endpoint": "%1$s/token",
          "jwks_uri": "%1$s/jwks", "userinfo_endpoint": "%1$s/userinfo", "end_session_endpoint": "%1$s/end?tenant=1",
          "revocation_endpoint": "%1$s/revoke", "response_types_supported": [ "code" ], "subject_types_supported": [ "public" ],
          "id_token_signing_alg_values_supported": [ "ES256" ],
          "authorization_response_iss_parameter_supported": true }
        """.formatted(issuer());
  }

  private void token(OriginVisit visit, Map<String, String> asked) throws IOException {
    tokenRequests.add(asked);
    String secret = URLEncoder.encode(SECRET, StandardCharsets.UTF_8);
    String basic = Base64.getEncoder()
        .encodeToString((CLIENT + ":" + secret).getBytes(StandardCharsets.UTF_8));
    if (!visit.field("authorization").equals("Basic " + basic)) {
      json(visit, 401, "{\"error\":\"invalid_client\"}");
      return;
    }
    boolean isRefresh = "refresh_token".equals(asked.get("grant_type"));
    Map<String, String> login = isRefresh ? Map.of() : codes.remove(asked.getOrDefault("code", ""));
    boolean isValid = isRefresh
        ? refreshTokens.remove(asked.getOrDefault("refresh_token", "")) != null
        : login != null
            && challenge(asked.getOrDefault("code_verifier", ""))
                .equals(login.get("code_challenge"))
            && Objects.equals(asked.get("redirect_uri"), login.get("redirect_uri"));
    if (!isValid) {
      json(
          visit, 400, "{\"error\":\"invalid_grant\",\"error_description\":\"secret-in-an-error\"}");
      return;
    }
    int number = numbers.incrementAndGet();
    String refresh = "";
    if (hasRefresh) {
      refreshTokens.put("refresh-" + number, true);
      refresh = ",\"refresh_token\":\"refresh-" + number + "\"";
    }
    JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
        .issuer(issuer())
        .audience(CLIENT)
        .subject("ann")
        .issueTime(Date.from(Instant.now()))
        .expirationTime(Date.from(Instant.now().plusSeconds(300)))
        .claim("at_hash", hash("access-" + number))
        .claim("roles", List.of("buyer", "admin"));
    if (login != null && !isRefresh) {
      claims.claim("nonce", login.get("nonce"));
    }
    json(
        visit,
        200,
        "{\"access_token\":\"access-" + number + "\",\"token_type\":\"Bearer\",\"expires_in\":"
            + lifetimeSeconds + ",\"id_token\":\"" + idTokens.apply(claims) + "\"" + refresh + "}");
  }

  private static void json(OriginVisit visit, int status, String body) throws IOException {
    visit.respond(status, body, "Content-Type: application/json", "Cache-Control: no-store");
  }

  private static String challenge(String verifier) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(sha256(verifier));
  }

  /** OpenID Connect Core 1.0 section 3.1.3.6: the left half of the hash. */
  private static String hash(String accessToken) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(Arrays.copyOf(sha256(accessToken), 16));
  }

  private static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.US_ASCII));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the parameters of a query or a form. */
  public static Map<String, String> parameters(String form) {
    return new QueryStringDecoder(form, false)
        .parameters().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().get(0)));
  }

  @Override
  public void close() {
    waiting = "";
    server.close();
  }
}
