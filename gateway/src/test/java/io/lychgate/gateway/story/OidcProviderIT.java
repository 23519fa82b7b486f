package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.Browser;
import io.lychgate.gateway.testkit.Browser.Page;
import io.lychgate.gateway.testkit.Browser.Protocol;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.Program;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import java.io.IOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A login, refreshes and a logout at github.com/panva/node-oidc-provider, a certified OpenID Provider. */
final class OidcProviderIT {
  private static final Path SCRIPT = Path.of("src/test/e2e/oidc").toAbsolutePath();
  private static final String SECRET = "a secret of the client & more";
  private static final Pattern ACTION = Pattern.compile("action=\"([^\"]*)\"");
  private static final Pattern HIDDEN =
      Pattern.compile("type=\"hidden\" name=\"([^\"]*)\" value=\"([^\"]*)\"");

  @TempDir
  static Path directory;

  private static @Nullable ScriptedOrigin app;
  private static @Nullable Process provider;
  private static @Nullable GatewayProcess gateway;

  private final HttpClient person =
      HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

  @BeforeAll
  static void start() throws Exception {
    install();
    int port = FreePort.find();
    TestCertificates.write(directory, "site", "localhost");
    ScriptedOrigin origin =
        ScriptedOrigin.start().otherwise(visit -> visit.respond(200, visit.head()));
    app = origin;
    GatewayProcess started = GatewayProcess.start(
        directory, """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
        upstreams: { app: { servers: [ "http://127.0.0.1:%d" ] } }
        sites:
          - hosts: [ localhost ]
            policies:
              oidc:
                issuer: "http://127.0.0.1:%d"
                clientId: shop
                clientSecret: env:OIDC_SECRET
                scopes: [ openid, email ]
                postLogoutUrl: /bye
                userInfo: true
                claims: { X-User: sub, X-Email: email }
            routes: [ { id: all, match: { path: "/*" }, proxy: { upstream: app } } ]
        admin: { enabled: false }
        """.formatted(origin.port(), port), Map.of("OIDC_SECRET", SECRET));
    gateway = started;
    provider = new ProcessBuilder(
            "node",
            "provider.mjs",
            Integer.toString(port),
            "https://localhost:" + started.port("tls"),
            SECRET)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("provider.log").toFile())
        .start();
    Await.until(() ->
        assertThat(Files.readString(directory.resolve("provider.log"))).contains("listening"));
  }

  private static void install() throws Exception {
    assumeTrue(
        Program.isOnPath("npm"),
        "npm: not on PATH (expected: Node.js 20 or newer with npm, to run oidc-provider)");
    for (String file : List.of("package.json", "package-lock.json", "provider.mjs")) {
      Files.copy(SCRIPT.resolve(file), directory.resolve(file));
    }
    Program.Ended installed = Program.run(
        directory, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
    assumeTrue(installed.isGood(), "oidc-provider: cannot be fetched: " + installed.output());
  }

  @AfterAll
  static void stop() {
    if (provider != null) {
      provider.destroy();
    }
    if (gateway != null) {
      gateway.close();
    }
    if (app != null) {
      app.close();
    }
  }

  @Test
  void personLogsInStaysAndLogsOut() throws Exception {
    int port = gateway == null ? 0 : gateway.port("tls");
    try (Browser browser = Browser.open(port, Protocol.H2);
        Browser http3 = Browser.open(port, Protocol.H3)) {
      Page start = browser.visit("/page?x=1");
      Page back = browser.follow(toGateway(start.field("location"), browser.origin(), "ann"));
      assertThat(back.field("location")).as(back.body()).isEqualTo("/page?x=1");
      assertThat(browser.visit("/page").body())
          .contains("x-user: ann\n", "x-email: ann@example.com\n")
          .doesNotContain("lychgate-oidc");

      // Each refresh spends a token; the provider would end the session at the second use.
      String session = session(browser);
      for (int i = 0; i < 2; i++) {
        String before = session(browser);
        Await.until(() -> {
          assertThat(browser.visit("/page").status()).isEqualTo(200);
          assertThat(session(browser)).isNotEqualTo(before);
        });
      }
      assertThat(session(browser)).isNotEqualTo(session);
      http3.cookies().putAll(browser.cookies());
      assertThat(http3.visit("/page").body()).contains("x-user: ann\n");

      Page out = browser.send(
          "POST", "/.well-known/lychgate/oidc/logout", "sec-fetch-site", "same-origin");
      assertThat(out.status()).isEqualTo(303);
      assertThat(toGateway(out.field("location"), browser.origin(), ""))
          .isEqualTo(browser.origin() + "/bye");
      assertThat(browser.cookies()).isEmpty();
      // The provider asks for the person again, as its own session has ended.
      String again = browser.visit("/page").field("location");
      assertThat(get(again).body()).contains("name=\"login\"");
    }
  }

  private static String session(Browser browser) {
    return browser.cookies().entrySet().stream()
        .filter(cookie -> cookie.getKey().contains("oidc-session-"))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElse("");
  }

  /** Follows redirects and sends the forms of the provider, as a person does. Returns the first URL of the gateway. */
  private String toGateway(String url, String gatewayOrigin, String name) throws Exception {
    HttpResponse<String> response = get(url);
    for (int i = 0; i < 20; i++) {
      String location = response.headers().firstValue("location").orElse("");
      if (location.startsWith(gatewayOrigin)) {
        return location;
      }
      response = location.isEmpty()
          ? send(form(response, name))
          : get(response.uri().resolve(location).toString());
    }
    throw new AssertionError("provider: " + response.statusCode() + " " + response.body());
  }

  private static HttpRequest form(HttpResponse<String> page, String name) {
    Matcher action = ACTION.matcher(page.body());
    if (!action.find()) {
      throw new AssertionError("provider: " + page.statusCode() + " " + page.body());
    }
    StringBuilder fields =
        new StringBuilder("login=").append(name).append("&password=x&logout=yes");
    Matcher hidden = HIDDEN.matcher(page.body());
    while (hidden.find()) {
      fields
          .append('&')
          .append(hidden.group(1))
          .append('=')
          .append(URLEncoder.encode(hidden.group(2), StandardCharsets.UTF_8));
    }
    return HttpRequest.newBuilder(page.uri().resolve(action.group(1)))
        .header("Content-Type", "application/x-www-form-urlencoded")
        .POST(HttpRequest.BodyPublishers.ofString(fields.toString()))
        .build();
  }

  private HttpResponse<String> get(String url) throws IOException, InterruptedException {
    HttpResponse<String> response = send(HttpRequest.newBuilder(URI.create(url)).build());
    String location = response.headers().firstValue("location").orElse("");
    boolean isOfProvider = location.startsWith("/") || location.startsWith("http://127.0.0.1:");
    return isOfProvider ? get(response.uri().resolve(location).toString()) : response;
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return person.send(request, BodyHandlers.ofString());
  }
}
