package io.lychgate.gateway.migration;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.config.GatewayConfig;
import io.lychgate.gateway.config.check.Checked;
import io.lychgate.gateway.config.file.ConfigReader;
import io.lychgate.gateway.config.site.RouteAction;
import io.lychgate.gateway.migration.draft.GatewayDraft;
import io.lychgate.gateway.migration.draft.ImportReport;
import io.lychgate.gateway.migration.draft.ImportedConfiguration;
import io.lychgate.gateway.migration.h2o.H2oImport;
import io.lychgate.gateway.migration.nginx.NginxImport;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Imports of real configurations; README.md beside them has their sources. */
final class ImportTest {
  private static final String PROPERTY = "lychgate.imports.write";

  @TempDir
  Path directory;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "awesome-flask",
        "awesome-node",
        "awesome-react",
        "awesome-cache",
        "nginx-default",
        "h5bp",
        "h2o-example",
        "h2o-mruby",
        "http2-wrapper",
        "h2o-docker",
        "shop",
        "shop-h2o"
      })
  void importsAsExpectedAndTheResultPassesTheCheck(String name) throws Exception {
    Path folder = resource(name);
    ImportReport report = new ImportReport();
    String kept = ImportedConfiguration.text(draft(folder, report), report, directory, true);
    compare(name, "gateway.yaml", kept.replace(folder.toString(), "/import"));
    compare(
        name,
        "report.txt",
        report.entries().stream()
            .map(entry -> entry.toString().replace(folder + "/", ""))
            .collect(Collectors.joining("\n", "", "\n")));

    ImportReport strict = new ImportReport();
    String text = ImportedConfiguration.text(draft(folder, strict), strict, directory, false);
    assertThat(ConfigReader.of(Map.of()).read(text, "gateway.yaml", directory).problems())
        .isEmpty();
  }

  private static GatewayDraft draft(Path folder, ImportReport report) {
    Checked<GatewayDraft> read = Files.exists(folder.resolve("h2o.conf"))
        ? H2oImport.read(folder.resolve("h2o.conf"), report)
        : NginxImport.read(folder.resolve("nginx.conf"), report);
    assertThat(read.problems()).isEmpty();
    return read.value();
  }

  private static Path resource(String name) throws URISyntaxException {
    return Path.of(Objects.requireNonNull(ImportTest.class.getResource(name)).toURI());
  }

  private static void compare(String folder, String name, String text) throws Exception {
    if (Boolean.getBoolean(PROPERTY)) {
      Path sources = Path.of(System.getProperty("lychgate.imports.folder", "src/test/resources"))
          .resolve("io/lychgate/gateway/migration");
      Files.writeString(sources.resolve(folder).resolve(name), text);
      return;
    }
    // The lines of YAML depend on the lengths of paths, so its values are compared.
    boolean isYaml = name.endsWith(".yaml");
    String expected = Files.readString(resource(folder).resolve(name));
    assertThat(isYaml ? values(text) : text)
        .as("changed (write it again with -D%s=true, and read the difference)", PROPERTY)
        .isEqualTo(isYaml ? values(expected) : expected);
  }

  private static Object values(String yaml) {
    return new Load(LoadSettings.builder().build()).loadFromString(yaml);
  }

  private String nginx(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("nginx.conf"), text);
    ImportReport report = new ImportReport();
    Checked<GatewayDraft> read = NginxImport.read(file, report);
    assertThat(read.problems()).isEmpty();
    String result = ImportedConfiguration.text(read.value(), report, directory, false);
    return result
        + report.entries().stream()
            .map(each -> each.toString().replace(directory + "/", ""))
            .collect(Collectors.joining("\n"));
  }

  /** In H2O, keys that follow a merge key take the place of those that it adds. */
  @Test
  void mergedKeysGiveWayToLaterOnes() throws IOException {
    String result = h2o("""
        listen: 8080
        hosts:
          "a.example": &site
            paths:
              "/": { file.dir: /srv }
              "/secret": { file.dir: /srv/secret }
          "b.example":
            <<: *site
            paths:
              "/": { redirect: "https://www.example/" }
          "c.example":
            paths:
              <<: [ { "/1": { redirect: "https://one.example/" } }, { "/1": { redirect: "https://two.example/" } } ]
              "/2": { redirect: { status: 301, url: "https://x.example/" } }
              "/4": { redirect: "https://x.example/new/" }
              "/3":
                proxy.reverse.url: [ "http://127.0.0.1:1/v1", "http://127.0.0.1:2/v1/", "http://127.0.0.1:3" ]
        """);

    assertThat(result.split("prefix: /secret", -1)).hasSize(2);
    assertThat(result)
        .contains(
            "{path: /*}, redirect: {to: 'https://www.example{path}', status: 302}",
            "{regex: '^/1(?:/(.*))?$'}, redirect: {to: 'https://one.example/$1?{query}', status: 302}",
            "{regex: '^/2(?:/(.*))?$'}, redirect: {to: 'https://x.example/$1?{query}', status: 301}",
            "{regex: '^/4(?:/(.*))?$'}, redirect: {to: 'https://x.example/new/$1?{query}', status: 302}",
            "servers: ['http://127.0.0.1:1', 'http://127.0.0.1:2']",
            "proxy.reverse.url: http://127.0.0.1:3: not carried over: a route has one path")
        .doesNotContain("two.example", "expected:");
  }

  @Test
  void redirectOfAPartOfALocationLeavesTheRestToIt() throws IOException {
    String result = nginx("""
        server {
          listen 8080;
          root %s;
          location /private { allow 10.0.0.0/8; deny all; rewrite ^/private/old$ https://x.example/new permanent; }
          location /two { rewrite ^/two/(a|b)$ /a/$1 permanent; rewrite ^/two/c$ /c last; }
          location = /e { rewrite ^ /f redirect; }
          location /all/ { rewrite ^/(.*)$ https://y.example/$1 permanent; }
          location /k/ { rewrite ^/k/old$ /l permanent; rewrite ^/elsewhere$ /m permanent; proxy_pass http://a; }
          location /new/ { rewrite ^ https://z.example$new permanent; }
          location ~ ^/m/(\\d+)$ { rewrite ^/m/(\\d+)$ /n?id=$1 last; }
        }
        """.formatted(directory));

    assertThat(result)
        .contains(
            "{path: /private*}",
            "{regex: ^/private/old$}",
            "{to: 'https://x.example/new?{query}', status: 301}",
            "{path: /two*}",
            "{regex: ^/two/(a|b)$}, redirect: {to: '/a/$1?{query}', status: 301}",
            "{path: /e}, redirect: {to: '/f?{query}', status: 302}",
            "{path: /all/*}, redirect: {to: 'https://y.example{path}', status: 301}",
            "{regex: ^/k/old$}, redirect: {to: '/l?{query}', status: 301}",
            "{path: /k/*}",
            "{path: /new/*}, respond: {status: 501}",
            "rewrite ^/two/c$ /c last: not carried over: files have the paths of their requests",
            "rewrite ^/elsewhere$ /m permanent: not carried over: its expression may match other paths",
            "rewrite ^/m/(\\d+)$ /n?id=$1 last: not carried over");
    assertThat(result.split("10.0.0.0/8", -1)).hasSize(3);
  }

  @Test
  void protectedLocationsThatCannotBeCarriedOverStayClosed() throws IOException {
    String result = nginx("""
        server {
          listen 8080;
          location / { proxy_pass http://a; }
          location /jwt/ { auth_jwt on; proxy_pass http://a; }
          location /basic/ { auth_basic x; auth_basic_user_file none; proxy_pass http://a; }
          location /mixed/ { allow 10.0.0.1; deny 10.0.0.0/8; allow all; proxy_pass http://a; }
          location ~ ^/(?=look) { deny all; }
          location ~ ^/(\\d)\\1 { deny all; }
          location ~ /\\.(?!well-known) { deny all; }
          location /a*b/ { deny all; }
          location /inner/ { internal; location /inner/most/ { proxy_pass http://a; } }
          if ($cookie_login = "") { return 302 /login; }
        }
        """);

    assertThat(result)
        .contains("{match: {path: /jwt/*}, respond: {status: 403}}")
        .contains("{match: {path: /basic/*}, respond: {status: 403}}")
        .contains("{match: {path: /mixed/*}, respond: {status: 403}}")
        .contains("nginx.conf:4: auth_jwt on: not carried over: this check of access")
        .contains("{match: {regex: ^/}, respond: {status: 403}}")
        .contains("nginx.conf:7: location ~ ^/(?=look): changed: RE2 has no lookahead")
        .contains("nginx.conf:8: route ^/(\\d)\\1: not carried over: ")
        .contains("CAUTION: it restricted access")
        .contains("{match: {regex: ^/a\\*b/}, respond: {status: 403}}")
        .contains("{match: {path: /inner/most/*}, respond: {status: 404}}")
        .contains("redirect: {to: /login, status: 302}")
        .contains("nginx.conf:12: if ($cookie_login =  ): changed: routes with its condition");
  }

  @Test
  void conditionThatRefusesRequestsIsARouteOfEachPath() throws IOException {
    String result = nginx("""
        server {
          listen 8080;
          if ($http_user_agent ~* "(bot|crawler)\\.") { return 403; }
          location / { return 200 a; }
          location /api/ {
            if ($request_method !~ ^(GET|HEAD)$ ) { return 405; }
            if ($arg_key != 'se"cr\\'et') { return 444; }
            return 200 b;
          }
          location ~ ^/x { if ( $http_x_internal ) { return 404; } return 200 c; }
        }
        """);
    Checked<GatewayConfig> read = ConfigReader.of(Map.of())
        .read(result.substring(0, result.indexOf("nginx.conf:")), "gateway.yaml", directory);

    assertThat(read.problems()).isEmpty();
    List<String> refusing = read.value().sites().get(0).routes().stream()
        .filter(route -> route.match().when() != null)
        .map(route -> route.path().text() + " " + route.match().when() + " "
            + ((RouteAction.FixedAction) route.action()).status())
        .toList();
    String bots = "headers[?'user-agent'].orValue('').matches('(?i)(bot|crawler)\\\\.') 403";
    assertThat(refusing)
        .containsExactlyInAnyOrder(
            "/* " + bots,
            "/api/* " + bots,
            "^/x " + bots,
            "/api/* !method.matches('^(GET|HEAD)$') 405",
            "/api/* query[?'key'].orValue('') != 'se\"cr\\'et' 403",
            "^/x headers[?'x-internal'].orValue('') != '' && "
                + "headers[?'x-internal'].orValue('') != '0' 404");
    assertThat(result).doesNotContain("CAUTION", "not carried over");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "$blocked_country",
        "$invalid_referer",
        "$http_user_agent ~ (?=bot)",
        "$request_uri ~* \"base64\"",
        "$remote_addr != 10.0.0.1",
        "$http_x = $cookie_x",
        "$arg_x = %2e",
        "!-f /srv/open"
      })
  void conditionThatIsNotKnownHereClosesItsLocation(String condition) throws IOException {
    String result = nginx("""
        server {
          listen 8080;
          location / { return 200 a; }
          location /office/ { if (%s) { return 403; } return 200 b; }
          location /shop/ { try_files $uri @shop; }
          location @shop { if (%s) { return 403; } proxy_pass http://a; }
        }
        """.formatted(condition, condition));

    assertThat(result)
        .contains("{match: {path: /office/*}, respond: {status: 403}}")
        .contains("{match: {path: /shop/*}, respond: {status: 501}}")
        .contains("it may restrict access, so all requests that it tests get 403")
        .contains("body: a")
        .doesNotContain("body: b");
    assertThat(nginx("server { listen 8080; if (" + condition
            + ") { return 403; } location / { return 200 a; } location ~ x { return 200 b; } }"))
        .contains("{match: {path: /*}, respond: {status: 403}}")
        .contains("{match: {regex: x}, respond: {status: 403}}")
        .doesNotContain("body:");
  }

  @Test
  void ratesOfRequestsAreCarriedOver() throws IOException {
    String result = nginx("""
        limit_req_zone $binary_remote_addr zone=one:10m rate=10r/s;
        limit_req_zone $http_x_api_key zone=keys:10m rate=30r/m;
        limit_req_zone $server_name zone=all:10m rate=10r/s;
        limit_req_status 429;
        server {
          listen 8080;
          limit_req zone=all burst=5;
          location / { limit_req zone=one; proxy_pass http://a; }
          location /api/ {
            limit_req zone=one burst=20 nodelay;
            limit_req zone=keys burst=3;
            limit_req_status 444;
            proxy_pass http://a;
          }
          location /rest/ { proxy_pass http://a; }
          location /none/ { limit_req zone=nowhere; proxy_pass http://a; }
        }
        """);

    assertThat(result)
        .contains("rateLimits: [{name: one, rate: 10/s, burst: 1}]")
        .contains("- {name: one, rate: 10/s, burst: 21, status: 503}")
        .contains("- {name: keys, rate: 30/m, burst: 4, by: 'header:x-api-key', status: 503}")
        .contains("nginx.conf:8: limit_req zone=one: changed: each route counts by itself")
        .contains(
            "nginx.conf:11: limit_req zone=keys burst=3: changed: each route counts by itself, and requests of a burst are served at once")
        .contains(
            "nginx.conf:7: limit_req zone=all burst=5: not carried over: see policies.rateLimits")
        .contains(
            "nginx.conf:16: limit_req zone=nowhere: not carried over: see policies.rateLimits");
  }

  @Test
  void textsThatLookLikePlaceholdersAndYamlStayTexts() throws IOException {
    String result = nginx("""
        server {
          listen 8080;
          location / { add_header X-A '{header.host: [ # \\'"'; return 200 "x: ${env:HOME}\\n- y"; }
          location /b { return 200 'a # b: "c"'; }
        }
        """);
    int report = result.indexOf("nginx.conf:");
    String yaml = report < 0 ? result : result.substring(0, report);
    var config =
        ConfigReader.of(Map.of("HOME", "/secret-home")).read(yaml, "gateway.yaml", directory);

    assertThat(config.problems()).isEmpty();
    assertThat(config.value().toString()).doesNotContain("/secret-home");
  }

  @Test
  void directoryOfSnippetsAndCyclesOfIncludes() throws IOException {
    Path sites = Files.createDirectories(directory.resolve("sites"));
    Files.writeString(
        sites.resolve("b.conf"), "server { listen 81; server_name b.test; return 200 b; }");
    Files.writeString(
        sites.resolve("a.conf"), "server { listen 81; server_name a.test; return 200 a; }");
    ImportReport report = new ImportReport();
    GatewayDraft draft = NginxImport.read(sites, report).value();

    assertThat(draft.sites())
        .extracting(site -> String.join(" ", site.hosts()))
        .containsExactly("a.test *", "b.test");

    Files.writeString(sites.resolve("a.conf"), "include b.conf;");
    Files.writeString(sites.resolve("b.conf"), "include a.conf;");
    assertThat(NginxImport.read(sites, report).problems())
        .singleElement()
        .asString()
        .contains("include: too deep or a cycle");
  }

  private String h2o(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("h2o.conf"), text);
    ImportReport report = new ImportReport();
    Checked<GatewayDraft> read = H2oImport.read(file, report);
    assertThat(read.problems()).isEmpty();
    return ImportedConfiguration.text(read.value(), report, directory, true)
        + report.entries().stream()
            .map(each -> each.toString().replace(directory + "/", ""))
            .collect(Collectors.joining("\n"));
  }

  /** Imports with references to files that are absent. */
  private String nginxElsewhere(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("nginx.conf"), text);
    ImportReport report = new ImportReport();
    GatewayDraft draft = NginxImport.read(file, report).value();
    return ImportedConfiguration.text(draft, report, directory, true).replace(directory + "/", "")
        + report.entries().stream()
            .map(each -> each.toString().replace(directory + "/", ""))
            .collect(Collectors.joining("\n"));
  }

  @Test
  void serverForThisMachineAloneIsLeftOutBesideOthers() throws IOException {
    String result = nginx("""
        server { listen 8080; server_name shop.test; return 200 shop; }
        server { listen 127.0.0.1:9000; server_name status.test; return 200 secret; }
        """);
    String alone = nginx("server { listen 127.0.0.1:9000; return 200 local; }");

    assertThat(result)
        .contains("shop.test")
        .doesNotContain("9000", "secret")
        .contains("nginx.conf:2: server status.test: not carried over: only this machine");
    assertThat(alone).contains("address: '127.0.0.1:9000'", "body: local");
  }

  @Test
  void hostOfH2oForThisMachineAloneIsLeftOutBesideOthers() throws IOException {
    String result = h2o("""
        hosts:
          shop.test:
            listen: { port: 8080 }
            paths: { "/": { file.dir: /srv/shop } }
          status.test:
            listen: { host: 127.0.0.1, port: 9000 }
            paths: { "/": { file.dir: /srv/secret } }
        """);

    assertThat(result)
        .contains("shop.test")
        .doesNotContain("9000", "secret")
        .contains("h2o.conf:5: host status.test: not carried over: only this machine");
  }

  @Test
  void siteThatOtherListenersServeIsReported() throws IOException {
    String result = nginx("""
        server { listen 8080; server_name shop.test; return 200 shop; }
        server { listen 9000; server_name office.test; return 200 office; }
        """);

    assertThat(result)
        .contains(
            "nginx.conf:2: server office.test: changed: CAUTION: a site serves all listeners, "
                + "this one also at 0.0.0.0:8080");
  }

  @Test
  void routesRequireClientCertificatesWhereTheServerDid() throws IOException {
    String result = nginxElsewhere("""
        server {
          listen 443 ssl;
          server_name shop.test;
          ssl_certificate a.pem;
          ssl_certificate_key a.key;
          return 200 shop;
        }
        server {
          listen 443 ssl;
          server_name office.test;
          ssl_certificate a.pem;
          ssl_certificate_key a.key;
          ssl_verify_client on;
          ssl_client_certificate office-ca.pem;
          return 200 office;
        }
        server { listen 80; server_name plain.test; return 200 plain; }
        """);

    assertThat(result)
        .contains("clientAuth: request", "trust: office-ca.pem")
        .containsPattern(
            "body: office\\}\\s+policies: \\{clientCertificate: \\{issuers: office-ca.pem")
        .containsOnlyOnce("clientCertificate");
  }

  @Test
  void serverThatRefusesRevokedCertificatesIsClosed() throws IOException {
    String server = """
        server {
          listen 443 ssl;
          ssl_certificate a.pem;
          ssl_certificate_key a.key;
          ssl_client_certificate office-ca.pem;
          %s
          location /office/ { return 200 office; }
          location / { return 200 all; }
        }
        """;

    assertThat(nginxElsewhere(server.formatted("ssl_verify_client on; ssl_crl revoked.pem;")))
        .contains("nginx.conf:6: ssl_crl revoked.pem: not carried over: certificates of this list")
        .doesNotContain("body:");
    assertThat(nginxElsewhere(server.formatted("ssl_verify_client off; ssl_crl revoked.pem;")))
        .contains("body: office", "body: all");
  }

  @Test
  void routesOfH2oRequireClientCertificatesWhereTheListenerDid() throws IOException {
    String result = h2o("""
        hosts:
          shop.test:
            listen: { port: 8080 }
            paths: { "/": { file.dir: /srv/shop } }
          office.test:
            listen:
              port: 8443
              ssl: { certificate-file: a.pem, key-file: a.key, client-ca-file: /office-ca.pem }
            paths: { "/": { file.dir: /srv/office } }
        """);

    assertThat(result)
        .containsPattern(
            "root: /srv/office\\}, policies: \\{clientCertificate: \\{issuers: /office-ca.pem")
        .containsOnlyOnce("clientCertificate")
        .contains("h2o.conf:5: host office.test: changed: CAUTION: a site serves all listeners");
  }

  @Test
  void fieldsOfIdentityAreRemovedFromRequestsIfTheirValueIsLost() throws IOException {
    String result = nginx("""
        server {
          listen 8080;
          location / {
            proxy_set_header X-User $jwt_claim_sub;
            proxy_set_header "bad name" $jwt_claim_sub;
            proxy_set_header X-Group $geoip_group;
            proxy_set_header X-Role "rôle";
            proxy_pass http://a;
          }
        }
        """);

    assertThat(result)
        .contains("remove: [X-User, X-Group, X-Role]")
        .contains("nginx.conf:4: proxy_set_header X-User $jwt_claim_sub: not carried over: ");
  }

  @Test
  void methodsOutsideOfLimitExceptAreRefused() throws IOException {
    String result = nginx("""
        server {
          listen 8080;
          location / { proxy_pass http://a; }
          location /read/ { limit_except GET { deny all; } proxy_pass http://a; }
          location /none/ { limit_except GET { deny all; } fastcgi_pass b; }
        }
        """);

    assertThat(result)
        .contains("{match: {path: /read/*, methods: [GET, HEAD]}, proxy: ")
        .contains("{match: {path: /read/*}, respond: {status: 405}}")
        .contains("{match: {path: /none/*}, respond: {status: 403}}");
  }

  @Test
  void regularExpressionsTakeNoRequestsFromProtectedPrefixes() throws IOException {
    String result = nginx("""
        server {
          listen 8080;
          location ^~ /a.b/ { allow 10.0.0.0/8; deny all; proxy_pass http://a; }
          location ^~ /open/ { proxy_pass http://a; }
          location /c/ { location ~ \\.png$ { proxy_pass http://a; } }
          location ~ ^/(?!a)(?!b) { proxy_pass http://a; }
        }
        """);

    assertThat(result)
        .containsPattern(
            "routes:\\s+- \\{match: \\{regex: \\^/a\\\\.b/\\}, respond: \\{status: 403\\}\\}")
        .doesNotContain("^/open")
        .contains("{match: {regex: ^/}, respond: {status: 501}}")
        .contains("nginx.conf:3: location ^~ /a.b/: not carried over: regular expressions come");
  }

  @Test
  void namedLocationsWithRulesOfAccessStayClosed() throws IOException {
    String result = nginx("""
        server {
          listen 8080;
          root /srv;
          location / { try_files $uri @app; }
          location /free/ { try_files $uri @free; }
          location @app { auth_basic x; auth_basic_user_file users; proxy_pass http://a; }
          location @free { auth_basic off; proxy_pass http://b; }
        }
        """);

    assertThat(result)
        .contains("{match: {path: /*}, respond: {status: 501}}")
        .contains("{match: {path: /free/*}, proxy: {upstream: b")
        .contains("nginx.conf:6: location @app: not carried over: rules of access");
  }

  @Test
  void conditionalRedirectOfCertbotBecomesThatOfTheListener() throws IOException {
    String server = """
        server {
          if ($host = shop.test) { return 301 https://$host$request_uri; }
          listen 80;
          server_name shop.test;
          %s
        }
        server {
          listen 443 ssl;
          server_name shop.test;
          ssl_certificate a.pem;
          ssl_certificate_key a.key;
          return 200 shop;
        }
        """;
    String result = nginxElsewhere(server.formatted("return 404;"));
    String other = nginxElsewhere(server.formatted("root /srv;"));

    assertThat(result).contains("redirectToHttps: {status: 301}").doesNotContain("CAUTION");
    assertThat(other).doesNotContain("redirectToHttps").contains("CAUTION: it redirects requests");
  }

  @Test
  void missingIncludeClosesItsLocation() throws IOException {
    String result = nginx("""
        server {
          listen 8080;
          location / { proxy_pass http://a; }
          location /office/ { include snippets/office.conf; proxy_pass http://a; }
          include snippets/more.conf;
        }
        """);

    assertThat(result)
        .contains("{match: {path: /office/*}, respond: {status: 403}}")
        .contains("{match: {path: /*}, proxy: ")
        .contains(
            "nginx.conf:4: include snippets/office.conf: not carried over: the file is not here; "
                + "CAUTION: it may restrict access, so the location responds with 403")
        .contains(
            "nginx.conf:5: include snippets/more.conf: not carried over: the file is not here; CAUTION");
  }

  @Test
  void addressesBehindAProxyThatTheGatewayDoesNotReadStayClosed() throws IOException {
    String result = nginx("""
        server {
          listen 8080;
          set_real_ip_from 10.0.0.1;
          location / { allow 10.0.0.0/8; deny all; proxy_pass http://a; }
        }
        """);

    assertThat(result).contains("{match: {path: /*}, respond: {status: 403}}");
  }

  @Test
  void upstreamWithoutItsAuthoritiesIsLeftOut() throws IOException {
    String result = nginx("""
        server {
          listen 8080;
          location / {
            proxy_ssl_verify on;
            proxy_ssl_trusted_certificate absent-ca.pem;
            proxy_pass https://a.test;
          }
        }
        """);

    assertThat(result)
        .doesNotContain("upstreams:")
        .contains("{match: {path: /*}, respond: {status: 503}}")
        .contains("CAUTION: the upstream is left out");
  }

  @Test
  void filesOfH2oAreNotTakenForTheirContent() throws IOException {
    Path file = Files.writeString(
        directory.resolve("h2o.conf"), "hosts:\n  a:\n    paths: !file paths.yaml\n");

    assertThat(H2oImport.read(file, new ImportReport()).problems())
        .singleElement()
        .asString()
        .contains("line 3: !file paths.yaml (expected: its content in this place");
  }

  @Test
  void manyRoutesThatCannotRequireCertificatesAreClosed() throws IOException {
    StringBuilder text = new StringBuilder("""
        server {
          listen 443 ssl;
          ssl_certificate absent.pem;
          ssl_certificate_key absent.key;
          ssl_verify_client on;
          ssl_client_certificate absent-ca.pem;
        """);
    for (int i = 0; i < 300; i++) {
      text.append("location /").append(i).append("/ { return 200 open; }\n");
    }

    assertThat(nginx(text + "}"))
        .contains("{match: {path: /299/*}, respond: {status: 403}}")
        .doesNotContain("open", "clientCertificate:");
  }
}
