package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.check.Require;
import java.time.Duration;
import java.util.List;

/**
 * {@code forwardAuth}: a server of an upstream decides on each request.
 *
 * @param upstream name of the upstream that decides
 * @param path path and query of the question
 * @param requestFields names of the fields that the question copies from the request, in lower case
 * @param admittedFields names of the fields that an admitted request gets from the response, in lower case
 * @param identityName name of the field of the response that names the sender, in lower case; empty for none
 * @param clientFields names of the fields that the client gets of a refusal, in lower case
 * @param timeout time from the question to the end of the response
 * @param maxBody bytes of a refusal's body that the client gets; a longer one is left out
 * @param admitsOnError true if a request is admitted when the upstream fails
 */
public record ForwardAuthPolicy(
    String upstream,
    String path,
    List<String> requestFields,
    List<String> admittedFields,
    String identityName,
    List<String> clientFields,
    Duration timeout,
    int maxBody,
    boolean admitsOnError)
    implements Policy {
  public static final String KEY = "forwardAuth";

  /** Names in each list. */
  public static final int MAX_FIELDS = 64;

  public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(2);
  public static final Duration MAX_TIMEOUT = Duration.ofSeconds(30);
  public static final int DEFAULT_MAX_BODY = 16 * 1024;

  /** Bytes. Each refusal that waits for its end holds them. */
  public static final int MAX_BODY_CEILING = 256 * 1024;

  public static final List<String> DEFAULT_REQUEST_FIELDS =
      List.of("authorization", "cookie", "accept", "user-agent");
  public static final List<String> DEFAULT_CLIENT_FIELDS =
      List.of("www-authenticate", "location", "set-cookie", "content-type", "cache-control");

  public ForwardAuthPolicy {
    Require.text("upstream", upstream);
    requestFields = List.copyOf(requestFields);
    admittedFields = List.copyOf(admittedFields);
    clientFields = List.copyOf(clientFields);
    Require.range("requestHeaders", requestFields.size(), 0, MAX_FIELDS);
    Require.range("responseHeaders", admittedFields.size(), 0, MAX_FIELDS);
    Require.range("clientHeaders", clientFields.size(), 0, MAX_FIELDS);
    Require.range("timeout", timeout.toMillis(), 1, MAX_TIMEOUT.toMillis());
    Require.range("maxBody", maxBody, 0, MAX_BODY_CEILING);
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("path: " + path + " (expected: a path)");
    }
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public boolean authenticates() {
    return true;
  }

  /** Credentials are not among them: on other routes, they belong to the client. */
  @Override
  public List<String> identityFields() {
    return admittedFields.stream()
        .filter(name -> !name.equals("authorization") && !name.equals("cookie"))
        .toList();
  }

  @Override
  public String summary() {
    return "asks upstream " + upstream + " (" + path + ")"
        + (admitsOnError ? ", admits if it fails" : "");
  }
}
