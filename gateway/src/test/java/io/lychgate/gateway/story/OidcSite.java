package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.Browser;
import io.lychgate.gateway.testkit.Browser.Page;
import io.lychgate.gateway.testkit.Browser.Protocol;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.LoginProvider;
import io.lychgate.gateway.testkit.ScriptedOrigin;
import io.lychgate.gateway.testkit.TestCertificates;
import io.lychgate.gateway.testkit.TokenIssuer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A site with logins, its provider and its application, which responds with the head of each request. */
final class OidcSite implements AutoCloseable {
  static final String CALLBACK = "/.well-known/lychgate/oidc/callback";
  static final String LOGIN = "/.well-known/lychgate/oidc/login";
  static final String LOGOUT = "/.well-known/lychgate/oidc/logout";
  static final String COOKIE = "__Host-lychgate-oidc-";

  private final LoginProvider provider = LoginProvider.start();
  private final TokenIssuer tokens = TokenIssuer.ofEc("tokens");
  private final ScriptedOrigin app = ScriptedOrigin.start()
      .on(
          "/shared",
          visit -> visit.respond(
              200,
              visit.head(),
              "Cache-Control: public, max-age=60, s-maxage=600",
              "CDN-Cache-Control: max-age=600"))
      .on("/trailers", visit -> {
        String body = new String(visit.body(), StandardCharsets.UTF_8);
        visit.respond(200, visit.head() + body + visit.trailers());
      })
      .otherwise(visit -> visit.respond(200, visit.head()));
  private final GatewayProcess gateway;

  private OidcSite(Path directory) throws IOException {
    gateway = start(directory, provider);
  }

  static OidcSite start(Path directory) throws IOException {
    return new OidcSite(directory);
  }

  /** Starts a gateway with this site in another directory. */
  GatewayProcess start(Path directory, LoginProvider by) throws IOException {
    TestCertificates.write(directory, "site", "localhost", "other.example");
    Files.writeString(directory.resolve("secret"), LoginProvider.SECRET + "\n");
    Files.writeString(directory.resolve("keys.json"), tokens.jwks());
    return GatewayProcess.start(
        directory, yaml("X-User").replace(provider.issuer(), by.issuer()), Map.of());
  }

  LoginProvider provider() {
    return provider;
  }

  /** The issuer of tokens that one of the routes needs beside a login. */
  TokenIssuer tokens() {
    return tokens;
  }

  GatewayProcess gateway() {
    return gateway;
  }

  Browser browser(Protocol protocol) throws Exception {
    return Browser.open(gateway.port("tls"), protocol);
  }

  /** Logs in on the way to a page, and returns the response of the callback. */
  Page login(Browser browser, String path) throws Exception {
    Page start = browser.visit(path);
    assertThat(start.status()).isEqualTo(302);
    Page back = browser.follow(provider.login(start.field("location")));
    assertThat(back.status()).as(back.body()).isEqualTo(302);
    return back;
  }

  /** Returns the names of the cookies of this kind. */
  static List<String> names(Browser browser, String kind) {
    return browser.cookies().keySet().stream()
        .filter(name -> name.startsWith(COOKIE + kind))
        .toList();
  }

  double count(String route, String outcome) {
    return gateway.metric(
        "lychgate_policy_decisions_total",
        "policy=\"oidc\"",
        "route=\"" + route + "\"",
        "outcome=\"" + outcome + "\"");
  }

  /** @param field the one with the name of the person on most routes */
  String yaml(String field) {
    return """
        listeners:
          - name: tls
            address: 127.0.0.1:0
            protocols: [h3, h2, http/1.1]
            tls: { certificates: [ { chain: site.pem, key: site.key } ] }
          - { name: plain, address: "127.0.0.1:0" }
        upstreams:
          app: { servers: [ "http://127.0.0.1:%2$d" ] }
        sites:
          - hosts: [ localhost, other.example ]
            policies:
              oidc: &login
                issuer: "%3$s"
                clientId: shop
                clientSecret: file:secret
                scopes: [ openid, email ]
                postLogoutUrl: /open/bye
                claims: { %1$s: sub, X-Roles: roles }
            routes:
              - { id: open, match: { path: "/open*" }, proxy: { upstream: app }, policies: { off: [ oidc ] } }
              - id: admin
                match: { path: "/admin" }
                proxy: { upstream: app }
                policies:
                  oidc: { issuer: "%3$s", clientId: shop, clientSecret: "file:secret", require: "'root' in lists['roles']" }
              - id: short
                match: { path: "/short" }
                proxy: { upstream: app }
                policies:
                  oidc:
                    issuer: "%3$s"
                    clientId: shop
                    clientSecret: file:secret
                    redirectPath: /short/callback
                    loginPath: /short/login
                    logoutPath: /short/logout
                    session: { idle: 1s, absolute: 2s }
              - id: known
                match: { path: "/known" }
                proxy: { upstream: app }
                policies:
                  oidc:
                    issuer: "%3$s"
                    clientId: shop
                    clientSecret: file:secret
                    redirectPath: /known/callback
                    loginPath: /known/login
                    logoutPath: /known/logout
                    returnPaths: [ "/known*" ]
                    userInfo: true
                    claims: { X-Email: email, X-Team: team }
              - id: guarded
                match: { path: "/guarded" }
                proxy: { upstream: app }
                policies: { access: { deny: [ 127.0.0.1 ] } }
              - id: both
                match: { path: "/both" }
                proxy: { upstream: app }
                policies:
                  jwt: { issuers: [ { issuer: "https://login.example/", audience: [ orders ], jwks: "file:keys.json" } ] }
              - id: rated
                match: { path: "/rated" }
                proxy: { upstream: app }
                policies: { rateLimits: [ { name: logins, rate: 2/h } ] }
              - { id: all, match: { path: "/*" }, proxy: { upstream: app } }
        accessLog: access.log
        admin: { address: "127.0.0.1:0" }
        """.replace("&login\n", "\n").formatted(field, app.port(), provider.issuer());
  }

  @Override
  public void close() {
    gateway.close();
    app.close();
    provider.close();
  }
}
