package io.lychgate.gateway.push.lint;

import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.Limits;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.Asset;
import io.lychgate.gateway.push.Crossorigin;
import io.lychgate.gateway.push.LocatedManifest;
import io.lychgate.gateway.push.LocatedManifest.LocatedAsset;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Asks the site for every asset of a manifest, as a browser would, and looks at the answers. */
public final class LiveLint {
  private final LocatedManifest manifest;
  private final URI origin;
  private final HttpClient client;
  private final long largeBytes;

  /**
   * @param origin of the site, without a path
   * @param client must not follow redirects
   * @param largeBytes from where on an asset is called large
   */
  public LiveLint(LocatedManifest manifest, URI origin, HttpClient client, long largeBytes) {
    this.manifest = manifest;
    this.origin = origin;
    this.client = client;
    this.largeBytes = largeBytes;
  }

  /** The same URL in another CORS mode is another question. */
  private record Question(String url, Crossorigin crossorigin) {}

  /** In the order of the text. */
  public List<Finding> findings() throws InterruptedException {
    Map<Question, List<LocatedAsset>> questions = questions();
    List<Finding> findings = new ArrayList<>();
    List<CompletableFuture<List<Finding>>> answers = new ArrayList<>();
    Semaphore places = new Semaphore(Limits.LINT_CONCURRENCY);
    int asked = 0;
    for (Map.Entry<Question, List<LocatedAsset>> question : questions.entrySet()) {
      if (++asked > Limits.MAX_LINT_ASSETS) {
        findings.add(finding(
            false,
            question.getValue().get(0),
            "url",
            "not asked for, nor are "
                + (questions.size() - asked) + " others (expected: at most "
                + Limits.MAX_LINT_ASSETS
                + " assets)"));
        break;
      }
      places.acquire();
      answers.add(ask(question.getValue().get(0))
          .handle((answer, failure) -> failure == null
              ? checked(question.getValue(), answer)
              : failed(question.getValue(), failure))
          .whenComplete((done, failure) -> places.release()));
    }
    answers.forEach(answer -> findings.addAll(answer.join()));
    return findings.stream().sorted().toList();
  }

  private Map<Question, List<LocatedAsset>> questions() {
    Map<Question, List<LocatedAsset>> questions = new LinkedHashMap<>();
    for (LocatedManifest.LocatedRule rule : manifest.rules()) {
      for (LocatedAsset located : rule.assets()) {
        Asset asset = located.asset();
        if (asset.destination() != Destination.CONNECT) {
          questions
              .computeIfAbsent(
                  new Question(asset.url(), asset.crossorigin()), q -> new ArrayList<>())
              .add(located);
        }
      }
    }
    return questions;
  }

  private CompletableFuture<HttpResponse<Long>> ask(LocatedAsset located) {
    try {
      Asset asset = located.asset();
      URI uri =
          asset.url().startsWith("/") ? URI.create(origin + asset.url()) : URI.create(asset.url());
      HttpRequest.Builder request = HttpRequest.newBuilder(uri)
          .timeout(Limits.LINT_TIMEOUT)
          // As browsers do, so that the size is that of the wire.
          .header("accept-encoding", "gzip, br, zstd")
          .header("sec-fetch-dest", fetchDestination(asset.destination()));
      if (asset.crossorigin() != Crossorigin.NONE || asset.destination() == Destination.MODULE) {
        request.header("origin", origin.toString());
      }
      return client
          .sendAsync(request.build(), info -> new CountedBody(Limits.MAX_LINT_BYTES))
          .orTimeout(Limits.LINT_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
    } catch (IllegalArgumentException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static String fetchDestination(Destination destination) {
    return switch (destination) {
      case MODULE -> "script";
      case FETCH, CONNECT -> "empty";
      default -> destination.token();
    };
  }

  private List<Finding> checked(List<LocatedAsset> assets, HttpResponse<Long> answer) {
    List<Finding> findings = new ArrayList<>();
    for (LocatedAsset located : assets) {
      new AnswerCheck(located.asset(), origin, answer, largeBytes)
          .run((isError, key, message) -> findings.add(finding(isError, located, key, message)));
    }
    return findings;
  }

  private List<Finding> failed(List<LocatedAsset> assets, Throwable failure) {
    Throwable cause = failure instanceof CompletionException wrapped && wrapped.getCause() != null
        ? wrapped.getCause()
        : failure;
    String reason = cause instanceof TimeoutException
        ? "no whole answer within " + Limits.LINT_TIMEOUT.toSeconds() + " s"
        : cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return assets.stream()
        .map(located ->
            finding(true, located, "url", located.asset().url() + ": no answer (" + reason + ")"))
        .toList();
  }

  private Finding finding(boolean isError, LocatedAsset located, String key, String message) {
    Position at =
        located.node().field(key).map(YamlNode::position).orElse(located.node().position());
    String file = manifest.manifest().name();
    String path = located.path() + "." + key;
    return isError
        ? Finding.error(file, at, path, message)
        : Finding.warning(file, at, path, message);
  }
}
