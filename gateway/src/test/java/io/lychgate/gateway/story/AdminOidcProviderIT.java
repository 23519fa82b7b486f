package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.testkit.AdminBrowser;
import io.lychgate.gateway.testkit.AdminBrowser.Response;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.FreePort;
import io.lychgate.gateway.testkit.GatewayProcess;
import io.lychgate.gateway.testkit.NpmProvider;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sign-in and sign-out of users of the dashboard at github.com/panva/node-oidc-provider, a certified OpenID Provider. */
final class AdminOidcProviderIT {
  private static final String SECRET = "a secret of the client & more";

  @TempDir
  Path directory;

  @Test
  void userSignsInWithTheRoleOfItsGroupAndSignsOut() throws Exception {
    NpmProvider.install(directory);
    int port = FreePort.find();
    try (GatewayProcess gateway =
        GatewayProcess.start(directory, """
        listeners: [ { name: web, address: 127.0.0.1:0 } ]
        sites: []
        admin:
          address: 127.0.0.1:0
          signOn:
            local: break-glass
            providers:
              - name: staff
                issuer: "http://127.0.0.1:%d"
                clientId: dashboard
                clientSecret: env:OIDC_SECRET
                scopes: [ openid, email, groups ]
                userInfo: true
                users: create
                mapping: [ { group: gateway-admins, role: admin } ]
        """.formatted(port), Map.of("OIDC_SECRET", SECRET))) {
      AdminBrowser browser = new AdminBrowser(gateway.adminPort());
      // Without the provider: its sign-in fails, and the break-glass user still gets in.
      assertThat(browser.post("/session/providers/staff", Map.of()).code())
          .isEqualTo("provider-unavailable");
      assertThat(browser.signIn("admin", GatewayProcess.ADMIN_PASSWORD).status())
          .isEqualTo(200);

      try (NpmProvider provider =
          NpmProvider.start(directory, port, browser.origin(), SECRET, browser.origin())) {
        AdminBrowser ann = new AdminBrowser(gateway.adminPort());
        Response back = signIn(ann, provider, "ann");
        assertThat(back.field("location")).isEqualTo("/manifests");
        assertThat(ann.get("/session").json().path("user").asString()).isEqualTo("ann@example.com");
        assertThat(ann.get("/users").status()).isEqualTo(200);

        String out = ann.delete("/session").json().path("url").asString();
        assertThat(provider.toGateway(out, ann.origin(), "")).isEqualTo(ann.origin() + "/sign-in");
        assertThat(ann.isSignedIn()).isFalse();

        // The provider asks for the person again, who is in no group with a rule.
        assertThat(
                signIn(new AdminBrowser(gateway.adminPort()), provider, "bob").field("location"))
            .isEqualTo("/sign-in?failure=no-role");
      }
    }
  }

  private static Response signIn(AdminBrowser browser, NpmProvider provider, String name)
      throws Exception {
    Response[] begun = new Response[1];
    // The description is read again some seconds after a failure.
    Await.until(() -> {
      begun[0] = browser.post("/session/providers/staff", Map.of("returnTo", "/manifests"));
      assertThat(begun[0].status()).isEqualTo(200);
    });
    String url = provider.toGateway(begun[0].json().path("url").asString(), browser.origin(), name);
    return browser.get(url.substring((browser.origin() + "/api/v1").length()));
  }
}
