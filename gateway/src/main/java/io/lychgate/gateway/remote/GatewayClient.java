package io.lychgate.gateway.remote;

import io.lychgate.gateway.config.pem.PemIdentity;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A connection to the admin API of a gateway, with a token or a session that ends with it. */
final class GatewayClient implements AutoCloseable {
  private static final Duration CONNECT = Duration.ofSeconds(10);

  /** Time until the head of a response. Streams may last longer. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** Bytes of a response that is read as a whole. */
  private static final int MAX_BODY = 64 << 20;

  private final String address;
  private final HttpClient http;
  private final @Nullable String token;
  private @Nullable String cookie;

  private GatewayClient(String address, HttpClient http, @Nullable String token) {
    this.address = address;
    this.http = http;
    this.token = token;
  }

  /** A response whose body is not read yet. */
  record Response(int status, String type, Map<String, String> fields, InputStream body)
      implements AutoCloseable {
    boolean isJson() {
      return type.equals("application/json") || type.equals("application/problem+json");
    }

    String text() throws IOException {
      byte[] bytes = body.readNBytes(MAX_BODY + 1);
      if (bytes.length > MAX_BODY) {
        throw new IOException("response: more than " + MAX_BODY + " bytes");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }

    JsonNode json() throws IOException {
      String text = text();
      return text.isEmpty()
          ? JsonMapper.shared().nullNode()
          : JsonMapper.shared().readTree(text);
    }

    @Override
    public void close() throws IOException {
      body.close();
    }
  }

  /** A refusal or a failure of the gateway. */
  static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    RefusedException(int status, String code, String message) {
      super(message);
      this.status = status;
      this.code = code;
    }

    int status() {
      return status;
    }

    String code() {
      return code;
    }
  }

  /** Connects, and signs in if the options name a user. */
  static GatewayClient open(ServerOptions options, Map<String, String> environment)
      throws IOException, InterruptedException {
    options.requirePairs();
    String address = options.address(environment);
    requireSafe(address);
    HttpClient.Builder http = HttpClient.newBuilder().connectTimeout(CONNECT);
    KeyManager[] keys = keys(options.cert, options.key);
    Path ca = options.authority(environment);
    if (ca != null || keys != null) {
      http.sslContext(context(keys, ca == null ? null : trusting(ca)));
    }
    GatewayClient client = new GatewayClient(address, http.build(), options.token(environment));
    String user = options.user;
    Path password = options.passwordFile;
    if (user != null && password != null) {
      client.login(user, ServerOptions.firstLine(password));
    }
    return client;
  }

  /** Refuses an address to which a token or password would go as plain text. A proxy on this machine may take it. */
  private static void requireSafe(String address) throws IOException {
    if (!address.startsWith("http://")) {
      return;
    }
    String host = URI.create(address).getHost();
    boolean isLocal = host != null
        && (host.equals("localhost")
            || host.equals("[::1]")
            || host.matches("127(\\.\\d{1,3}){3}"));
    if (!isLocal) {
      throw new IOException(address + ": would send secrets as plain text (expected: https://)");
    }
  }

  private static SSLContext context(KeyManager @Nullable [] keys, TrustManager @Nullable [] trust)
      throws IOException {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys, trust, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("TLS: " + e.getMessage(), e);
    }
  }

  /** Returns the certificate that the client sends; null if it has none. */
  private static KeyManager @Nullable [] keys(@Nullable Path cert, @Nullable Path key)
      throws IOException {
    if (cert == null || key == null) {
      return null;
    }
    try {
      PemIdentity identity = PemIdentity.read(cert, key);
      KeyStore own = KeyStore.getInstance(KeyStore.getDefaultType());
      own.load(null, null);
      own.setKeyEntry(
          "own", identity.key(), new char[0], identity.chain().toArray(Certificate[]::new));
      KeyManagerFactory factory =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      factory.init(own, new char[0]);
      return factory.getKeyManagers();
    } catch (GeneralSecurityException e) {
      throw new IOException(
          key + ": " + e.getMessage() + " (expected: the private key of " + cert + " in PEM)", e);
    }
  }

  private static TrustManager[] trusting(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
      trusted.load(null, null);
      int number = 0;
      for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(in)) {
        trusted.setCertificateEntry("ca" + number++, each);
      }
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(trusted);
      return trust.getTrustManagers();
    } catch (GeneralSecurityException e) {
      throw new IOException(file + ": " + e.getMessage() + " (expected: certificates in PEM)", e);
    }
  }

  private void login(String name, String password) throws IOException, InterruptedException {
    String body =
        JsonMapper.shared().writeValueAsString(Map.of("name", name, "password", password));
    try (Response response = send("POST", "/api/v1/session", body, Map.of())) {
      if (response.status() == 202) {
        throw new RefusedException(
            403,
            "second-factor",
            name
                + " has a second factor (expected: an API token, by --token-file or LYCHGATE_TOKEN)");
      }
      cookie = response.fields().getOrDefault("set-cookie", "").split(";", 2)[0];
    }
  }

  /**
   * Sends a request and returns a response of success.
   *
   * @throws RefusedException for a status of 400 and above; the message has the problem
   */
  Response send(String method, String path, @Nullable String body, Map<String, String> fields)
      throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + path))
        .timeout(PATIENCE)
        .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (body != null) {
      request.header("content-type", "application/json");
    }
    if (!method.equals("GET")) {
      request.header("x-lychgate-csrf", "1");
    }
    if (token != null) {
      request.header("authorization", "Bearer " + token);
    } else if (cookie != null) {
      request.header("cookie", cookie);
    }
    fields.forEach(request::setHeader);
    HttpResponse<InputStream> response;
    try {
      response = http.send(request.build(), BodyHandlers.ofInputStream());
    } catch (IOException e) {
      throw new IOException(address + ": " + reason(e), e);
    }
    String type = response.headers().firstValue("content-type").orElse("").split(";", 2)[0];
    Response known = new Response(
        response.statusCode(),
        type,
        Map.of(
            "etag", response.headers().firstValue("etag").orElse(""),
            "set-cookie", response.headers().firstValue("set-cookie").orElse("")),
        response.body());
    if (known.status() < 400) {
      return known;
    }
    try (known) {
      throw refusal(known);
    }
  }

  JsonNode get(String path) throws IOException, InterruptedException {
    try (Response response = send("GET", path, null, Map.of())) {
      return response.json();
    }
  }

  private static RefusedException refusal(Response response) throws IOException {
    if (!response.isJson()) {
      return new RefusedException(response.status(), "", "status " + response.status());
    }
    JsonNode problem = response.json();
    StringBuilder text = new StringBuilder(problem.path("title").asString("refused"));
    String detail = problem.path("detail").asString("");
    if (!detail.isEmpty()) {
      text.append(": ").append(detail);
    }
    problem
        .path("problems")
        .forEach(each ->
            text.append("\n  ").append(place(each)).append(each.path("message").asString("")));
    return new RefusedException(
        response.status(), problem.path("code").asString(""), text.toString());
  }

  /** Returns line and column of a problem; nothing if it has none, such as a port in use. */
  private static String place(JsonNode problem) {
    int line = problem.path("line").asInt(0);
    return line == 0 ? "" : line + ":" + problem.path("column").asInt(0) + ": ";
  }

  private static String reason(IOException e) {
    Throwable root = e;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    String message =
        root.getMessage() == null ? root.getClass().getSimpleName() : root.getMessage();
    if (root instanceof UnresolvedAddressException) {
      return "its name has no address (expected: a name that DNS or /etc/hosts knows)";
    }
    if (e instanceof ConnectException) {
      return "it refuses the connection (expected: the admin address of a gateway that runs)";
    }
    if (message.contains("certificate_required")) {
      return "it requires a certificate of the client (expected: --cert and --key)";
    }
    // The second one: the file has an older certificate of the same name.
    return message.contains("certification path") || root instanceof SignatureException
        ? "its certificate is not trusted (expected: --ca FILE or LYCHGATE_CA, the certificate of the gateway)"
        : "cannot be reached (" + message + ")";
  }

  /** Ends the session, if this client has opened one. */
  @Override
  public void close() {
    if (cookie == null) {
      return;
    }
    try {
      send("DELETE", "/api/v1/session", null, Map.of()).close();
    } catch (IOException e) {
      // The session ends by itself.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
