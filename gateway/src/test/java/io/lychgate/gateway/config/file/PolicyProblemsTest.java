package io.lychgate.gateway.config.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.check.ConfigProblem;
import io.lychgate.gateway.config.pem.CertificateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Problems of policies, each with its place. No message has a secret. */
final class PolicyProblemsTest {
  private static final String HASH = "$2y$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW";

  private static final String KEYS =
      "jwt: { issuers: [ { issuer: i, audience: [ a ], jwks: \"%s\" } ] }";

  @TempDir
  static Path directory;

  @BeforeAll
  static void files() throws IOException {
    CertificateFiles.write(directory, "a");
    Files.writeString(directory.resolve("users"), "ann:" + HASH + "\n");
    Files.writeString(directory.resolve("plain"), "# users\nann:open-sesame\n");
    Files.writeString(directory.resolve("twice"), "ann:" + HASH + "\nann:" + HASH + "\n");
    Files.writeString(directory.resolve("blank"), "an n:" + HASH + "\n");
    Files.writeString(directory.resolve("nothing"), "# none\n");
  }

  private static List<String> problems(String policies) throws IOException {
    Path file = Files.writeString(directory.resolve("gateway.yaml"), """
        listeners: [ { name: a, address: "localhost:80" } ]
        upstreams: { app: { servers: [ "http://a" ] } }
        sites:
          - hosts: [ "*" ]
            routes:
              - match: { path: /a }
                proxy: { upstream: app }
                policies: { %s }
        """.formatted(policies));
    return ConfigReader.of(Map.of("SHORT", "too-short")).read(file).problems().stream()
        .map(ConfigProblem::toString)
        .map(text -> text.substring(file.toString().length() + 1))
        .toList();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      access: { }                                | 8:29: sites[0].routes[0].policies.access
      access: { allow: [ ] }                     | policies.access.allow: empty
      access: { deny: [ 10.0.0.0/33 ] }          | 8:39: sites[0].routes[0].policies.access.deny[0]: 10.0.0.0/33 (expected: an address or a range
      access: { deny: [ example.com ] }          | policies.access.deny[0]: example.com (expected: an address or a range
      basic: { }                                 | policies.basic.users: missing
      basic: { users: absent }                   | absent (expected: a file
      basic: { users: plain }                    | plain:2: ann (expected: a hash of bcrypt ($2y$...) or Argon2id
      basic: { users: twice }                    | twice:2: ann (expected: each name once)
      basic: { users: blank }                    | blank:1: name (expected: 1-128 printable characters
      basic: { users: nothing }                  | nothing: no entry (expected: at least one line
      basic: { users: users, remember: 2h }      | remember: 7200 (expected: 1-3600)
      basic: { users: users, nameField: Cookie } | nameField: Cookie (expected: a field without a meaning of its own)
      basic: { users: users, nameField: Host }   | nameField: Host (expected: a field that the gateway does not set itself)
      apiKeys: { }                               | keys: 0 (expected: 1-10000)
      apiKeys: { keys: [ { name: a } ] }         | keys[0].sha256: (expected: one of sha256 and secret)
      apiKeys: { keys: [ { name: a, sha256: abc } ] } | keys[0].sha256
      apiKeys: { keys: [ { name: a, secret: "env:SHORT" } ] } | secret: (expected: a key of at least 16 characters)
      apiKeys: { keys: [ { name: a, secret: "env:ABSENT" } ] } | secret: env:ABSENT (expected: an environment variable that is set)
      apiKeys: { header: Authorization, file: users } | header: Authorization (expected: a field without a meaning of its own)
      clientCertificate: { }                     | clientCertificate: (expected: a listener with tls.clientAuth, request or require)
      clientCertificate: { issuers: users }      | issuers
      clientCertificate: { names: [ "a.example" ] } | names[0]: a.example (expected: a pattern after dns:, uri:, email: or subject:, or an address after ip:)
      clientCertificate: { names: [ "ip:10.0.0.0/8" ] } | names[0]: ip:10.0.0.0/8 (expected: a pattern after dns:, uri:, email: or subject:, or an address after ip:)
      clientCertificate: { names: [ "ip:a.example" ] } | names[0]: ip:a.example (expected: a pattern after dns:, uri:, email: or subject:, or an address after ip:)
      oidc: { }                                  | policies.oidc.issuer: missing
      oidc: { issuer: "http://login.example", clientId: a } | 8:37: sites[0].routes[0].policies.oidc.issuer: http://login.example (expected: a URL of https
      oidc: { issuer: "https://login.example?a", clientId: a } | (expected: a URL of https without query
      oidc: { issuer: "https://l", clientId: a, clientSecret: "env:ABSENT" } | clientSecret: env:ABSENT (expected: an environment variable that is set)
      oidc: { issuer: "https://l", clientId: a, clientSecret: plain } | clientSecret: plain (expected: file:PATH or env:NAME)
      oidc: { issuer: "https://l", clientId: a, scopes: [ email ] } | scopes: email (expected: openid among them)
      oidc: { issuer: "https://l", clientId: a, algorithms: [ none ] } | algorithms[0]
      oidc: { issuer: "https://l", clientId: a, algorithms: [ HS256 ] } | algorithms[0]
      oidc: { issuer: "https://l", clientId: a, redirectPath: "/a/../b" } | redirectPath: /a/../b (expected: a path in normal form)
      oidc: { issuer: "https://l", clientId: a, loginPath: "/a", logoutPath: "/a" } | (expected: three different paths)
      oidc: { issuer: "https://l", clientId: a, postLogoutUrl: "//evil" } | postLogoutUrl: //evil (expected: a path of the site, or a URL of https)
      oidc: { issuer: "https://l", clientId: a, returnPaths: [ "app" ] } | returnPaths[0]: path: app (expected: a glob
      oidc: { issuer: "https://l", clientId: a, session: { idle: 1000h } } | session.idle: 3600000 (expected: 1-2592000)
      oidc: { issuer: "https://l", clientId: a, claims: { Cookie: sub } } | claims.Cookie: Cookie (expected: a field that clients do not use for credentials)
      oidc: { issuer: "https://l", clientId: a, require: "1 +" } | require: line 1
      cors: { }                                  | cors: no origin (expected: origins or originPatterns)
      cors: { origins: [ "*" ], credentials: true } | origins: * with credentials
      cors: { origins: [ "*", "https://a" ] }    | origins: * beside others
      cors: { origins: [ "https://a/" ] }        | origins[0]: https://a/ (expected: scheme://host
      cors: { origins: [ "https://a:443" ] }     | origins[0]: https://a:443 (expected: scheme://host
      cors: { origins: [ "HTTPS://A" ] }         | origins[0]: HTTPS://A (expected: scheme://host
      cors: { originPatterns: [ "a)(b" ] }       | originPatterns[0]: a)
      cors: { origins: [ "https://a" ], maxAge: 25h } | maxAge: 90000 (expected: 0-86400)
      securityHeaders: { contentTypeOptions: false, referrerPolicy: "off" } | securityHeaders: no field
      securityHeaders: { hsts: { preload: true } } | hsts.preload: true (expected: beside it includeSubdomains
      requestId: { header: Via }                 | header: Via (expected: a field that the gateway does not set itself)
      requestId: { accept: some }                | accept: some (expected: trusted, always or never
      off: [ acces ]                             | off[0]: acces
      """)
  void problemHasItsPlace(String policies, String problem) throws IOException {
    assertThat(problems(policies)).anyMatch(text -> text.contains(problem));
  }

  @Test
  void messagesHaveNoSecrets() throws IOException {
    assertThat(problems("basic: { users: plain }").toString()).doesNotContain("open-sesame");
    assertThat(
            problems("apiKeys: { keys: [ { name: a, secret: 'env:SHORT' } ] }").toString())
        .doesNotContain("too-short");
  }

  @Test
  void validPoliciesHaveNoProblem() throws IOException {
    assertThat(problems("basic: { users: users }, securityHeaders: {}, requestId: {},"
            + " cors: { origins: ['https://a.example:8443'] }, access: { deny: ['::/0'] }"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      clientAuth: request                  | tls: clientAuth: request (expected: trust beside it)
      trust: a.pem                         | (expected: clientAuth beside it, request or require)
      clientAuth: maybe                    | clientAuth: maybe (expected: none, request or require
      clientAuth: require, trust: users    | tls.trust
      clientAuth: require, trust: absent   | (expected: a file that exists)
      """)
  void certificatesOfClientsNeedAuthorities(String keys, String problem) throws IOException {
    Path file = Files.writeString(directory.resolve("listener.yaml"), """
        listeners:
          - name: a
            address: "localhost:443"
            tls: { certificates: [ { chain: a.pem, key: a.key } ], %s }
        sites: []
        """.formatted(keys));

    assertThat(ConfigReader.of(Map.of()).read(file).problems())
        .extracting(ConfigProblem::toString)
        .anyMatch(text -> text.contains(problem));
  }

  @Test
  void providersOfOneSiteNeedPathsOfTheirOwn() throws IOException {
    Path file = Files.writeString(directory.resolve("gateway.yaml"), """
        listeners: [ { name: a, address: "localhost:80" } ]
        upstreams: { app: { servers: [ "http://a" ] } }
        sites:
          - hosts: [ a ]
            policies: { oidc: { issuer: "https://l", clientId: a } }
            routes:
              - { match: { path: /a }, proxy: { upstream: app }, policies: { oidc: { issuer: "https://l", clientId: a } } }
              - match: { path: /b }
                proxy: { upstream: app }
                policies: { oidc: { issuer: "https://l", clientId: b, loginPath: /l, logoutPath: /o } }
          - hosts: [ b ]
            policies: { oidc: { issuer: "https://m", clientId: a } }
            routes: [ { match: { path: /a }, proxy: { upstream: app } } ]
          - hosts: [ c ]
            policies: { oidc: { issuer: "https://m", clientId: a } }
            routes:
              - match: { path: /a }
                proxy: { upstream: app }
                policies: { oidc: { issuer: "https://m", clientId: a, userInfo: true, loginPath: /l, logoutPath: /o } }
        """);

    assertThat(ConfigReader.of(Map.of()).read(file).problems())
        .extracting(Object::toString)
        .satisfiesExactly(
            otherClient -> assertThat(otherClient)
                .contains(
                    "10:27: sites[0].routes[1].policies.oidc.redirectPath: /.well-known/lychgate/oidc/callback"
                        + " (expected: a path of its own for each issuer, client, secret, redirectPath, userInfo"
                        + " and algorithms of a site, the first is on line 5)"),
            otherClaims ->
                assertThat(otherClaims).contains("sites[2].routes[0].policies.oidc.redirectPath"));
  }

  private ConfigReader.Examined examined(String servers, String policies) throws IOException {
    return ConfigReader.of(Map.of())
        .examine(Files.writeString(directory.resolve("gateway.yaml"), """
        listeners: [ { name: a, address: "localhost:80" } ]
        upstreams: { app: { %s } }
        sites:
          - hosts: [ "*" ]
            policies: { %s }
            routes:
              - { match: { path: /a }, proxy: { upstream: app } }
              - { match: { path: /b }, proxy: { upstream: app } }
        """.formatted(
            servers.startsWith("discovery") ? servers : "servers: [ " + servers + " ]", policies)));
  }

  @Test
  void warningsShowNoValueOfAVariable() throws IOException {
    ConfigReader.Examined examined = ConfigReader.of(Map.of("AUTH", "hidden-host.example"))
        .examine(Files.writeString(directory.resolve("gateway.yaml"), """
        listeners: [ { name: a, address: "localhost:80" } ]
        upstreams: { app: { servers: [ "http://${env:AUTH}" ] } }
        sites:
          - hosts: [ "*" ]
            policies: { forwardAuth: { upstream: app } }
            routes: [ { match: { path: / }, proxy: { upstream: app } } ]
        """));

    assertThat(examined.notices())
        .singleElement()
        .asString()
        .contains("http://${env:AUTH} decides in clear text")
        .doesNotContain("hidden-host");
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
                                               | 2
      trustedProxies: [ 10.0.0.1 ]             | 0
      proxyFields: always              | 0
      "trustedProxies: [ 10.0.0.1 ], proxyFields: never" | 2
      """, quoteCharacter = '"')
  void keyOnAFieldThatNoListenerKeepsIsAWarning(@Nullable String listener, int warnings)
      throws IOException {
    ConfigReader.Examined examined = ConfigReader.of(Map.of())
        .examine(Files.writeString(directory.resolve("gateway.yaml"), """
        listeners: [ { name: a, address: "localhost:80" %s } ]
        sites:
          - hosts: [ "*" ]
            policies: { rateLimits: [ { name: a, rate: 1/s, by: "header:CF-Connecting-IP" }, { name: b, rate: 1/s, by: "header:X-Key" } ] }
            routes: [ { match: { path: /, headers: { X-Real-IP: "10.0.0.1", X-Key: "1" } }, respond: { status: 200 } } ]
        """.formatted(
                listener == null ? "" : ", " + listener)));

    assertThat(examined.config().problems()).isEmpty();
    assertThat(examined.warnings()).hasSize(warnings);
    if (warnings > 0) {
      assertThat(examined.warnings().toString())
          .contains(
              "policies.rateLimits[0].by: CF-Connecting-IP is dropped from requests of clients")
          .contains("match.headers.X-Real-IP: X-Real-IP is dropped");
    }
  }

  @ParameterizedTest
  @CsvSource(delimiter = '|', textBlock = """
      "http://10.0.0.1"   | forwardAuth: { upstream: app } | 5:42: sites[0].policies.forwardAuth.upstream: 10.0.0.1 decides in clear text
      "h2c://auth:81"     | forwardAuth: { upstream: app } | auth decides in clear text
      "https://auth"      | forwardAuth: { upstream: app } |
      "http://127.0.0.1"  | forwardAuth: { upstream: app } |
      "unix:/run/auth"    | forwardAuth: { upstream: app } |
      { url: "http://a" } | forwardAuth: { upstream: app } | a decides in clear text
      discovery: { dns: { name: auth.test } }                | forwardAuth: { upstream: app } | auth.test decides in clear text
      discovery: { dns: { name: auth.test, scheme: https } } | forwardAuth: { upstream: app } |
      "https://a"         | http://keys.example/jwks       | keys.example sends the keys in clear text
      "https://a"         | https://keys.example/jwks      |
      "https://a"         | http://[::1]:81/jwks           |
      """, quoteCharacter = '`')
  void clearTextToOtherMachinesIsAWarning(String servers, String policy, @Nullable String warning)
      throws IOException {
    ConfigReader.Examined examined =
        examined(servers, policy.startsWith("http") ? KEYS.formatted(policy) : policy);

    assertThat(examined.config().problems()).isEmpty();
    if (warning == null) {
      assertThat(examined.warnings()).isEmpty();
    } else {
      assertThat(examined.warnings()).singleElement().asString().contains(warning);
    }
  }
}
