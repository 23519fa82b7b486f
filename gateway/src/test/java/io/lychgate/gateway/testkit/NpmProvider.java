package io.lychgate.gateway.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** github.com/panva/node-oidc-provider, a certified OpenID Provider, as a process, and a person with a browser there. */
public final class NpmProvider implements AutoCloseable {
  private static final Path SCRIPT = Path.of("src/test/e2e/oidc").toAbsolutePath();
  private static final Pattern ACTION = Pattern.compile("action=\"([^\"]*)\"");
  private static final Pattern HIDDEN =
      Pattern.compile("type=\"hidden\" name=\"([^\"]*)\" value=\"([^\"]*)\"");

  private final Process process;
  private final HttpClient person =
      HttpClient.newBuilder().cookieHandler(new CookieManager()).build();

  private NpmProvider(Process process) {
    this.process = process;
  }

  /** Fetches the provider into a directory. The test is skipped if that is not possible. */
  public static void install(Path directory) throws Exception {
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

  /**
   * Starts the provider.
   *
   * @param gateway origin of the gateway
   * @param admin origin of its admin plane
   */
  public static NpmProvider start(
      Path directory, int port, String gateway, String secret, String admin) throws IOException {
    Process process = new ProcessBuilder(
            "node", "provider.mjs", Integer.toString(port), gateway, secret, admin)
        .directory(directory.toFile())
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("provider.log").toFile())
        .start();
    NpmProvider provider = new NpmProvider(process);
    Await.until(() ->
        assertThat(Files.readString(directory.resolve("provider.log"))).contains("listening"));
    return provider;
  }

  /** Follows redirects and sends the forms of the provider, as a person does. Returns the first URL of the gateway. */
  public String toGateway(String url, String gatewayOrigin, String name) throws Exception {
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

  public HttpResponse<String> get(String url) throws IOException, InterruptedException {
    HttpResponse<String> response = send(HttpRequest.newBuilder(URI.create(url)).build());
    String location = response.headers().firstValue("location").orElse("");
    boolean isOfProvider = location.startsWith("/") || location.startsWith("http://127.0.0.1:");
    return isOfProvider ? get(response.uri().resolve(location).toString()) : response;
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return person.send(request, BodyHandlers.ofString());
  }

  @Override
  public void close() {
    process.destroy();
  }
}
