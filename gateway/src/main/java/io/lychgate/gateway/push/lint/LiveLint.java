package io.lychgate.gateway.push.lint;

import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.YamlNode;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.link.Crossorigin;
import io.lychgate.gateway.push.manifest.LocatedManifest;
import io.lychgate.gateway.push.manifest.LocatedManifest.LocatedAsset;
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

/** Requests every asset of a manifest from the site, as a browser would, and checks the responses. */
public final class LiveLint {
  private final LocatedManifest manifest;
  private final URI origin;
  private final HttpClient client;
  private final long largeBytes;

  /**
   * @param origin the origin of the site, without a path
   * @param client must not follow redirects
   * @param largeBytes size above which an asset is called large
   */
  public LiveLint(LocatedManifest manifest, URI origin, HttpClient client, long largeBytes) {
    this.manifest = manifest;
    this.origin = origin;
    this.client = client;
    this.largeBytes = largeBytes;
  }

  /** One request. The same URL in another CORS mode is another request. */
  private record Probe(String url, Crossorigin crossorigin) {}

  /** Requests the assets. Returns the findings in the order of the text. */
  public List<Finding> findings() throws InterruptedException {
    Map<Probe, List<LocatedAsset>> probes = probes();
    List<Finding> findings = new ArrayList<>();
    List<CompletableFuture<List<Finding>>> checks = new ArrayList<>();
    Semaphore places = new Semaphore(Limits.LINT_CONCURRENCY);
    int sent = 0;
    for (Map.Entry<Probe, List<LocatedAsset>> probe : probes.entrySet()) {
      if (++sent > Limits.MAX_LINT_ASSETS) {
        findings.add(finding(
            false,
            probe.getValue().get(0),
            "url",
            "not requested, nor are "
                + (probes.size() - sent) + " others (expected: at most "
                + Limits.MAX_LINT_ASSETS
                + " assets)"));
        break;
      }
      places.acquire();
      checks.add(send(probe.getValue().get(0))
          .handle((response, failure) -> failure == null
              ? checked(probe.getValue(), response)
              : failed(probe.getValue(), failure))
          .whenComplete((done, failure) -> places.release()));
    }
    checks.forEach(check -> findings.addAll(check.join()));
    return findings.stream().sorted().toList();
  }

  private Map<Probe, List<LocatedAsset>> probes() {
    Map<Probe, List<LocatedAsset>> probes = new LinkedHashMap<>();
    for (LocatedManifest.LocatedRule rule : manifest.rules()) {
      for (LocatedAsset located : rule.assets()) {
        Asset asset = located.asset();
        if (asset.destination() != Destination.CONNECT) {
          probes
              .computeIfAbsent(
                  new Probe(asset.url(), asset.crossorigin()), probe -> new ArrayList<>())
              .add(located);
        }
      }
    }
    return probes;
  }

  private CompletableFuture<HttpResponse<Long>> send(LocatedAsset located) {
    try {
      Asset asset = located.asset();
      URI uri =
          asset.url().startsWith("/") ? URI.create(origin + asset.url()) : URI.create(asset.url());
      HttpRequest.Builder request = HttpRequest.newBuilder(uri)
          .timeout(Limits.LINT_TIMEOUT)
          // Browsers accept these codings, so the size is the one on the wire.
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

  private List<Finding> checked(List<LocatedAsset> assets, HttpResponse<Long> response) {
    List<Finding> findings = new ArrayList<>();
    for (LocatedAsset located : assets) {
      new ResponseCheck(located.asset(), origin, response, largeBytes)
          .run((isError, key, message) -> findings.add(finding(isError, located, key, message)));
    }
    return findings;
  }

  private List<Finding> failed(List<LocatedAsset> assets, Throwable failure) {
    Throwable cause = failure instanceof CompletionException wrapped && wrapped.getCause() != null
        ? wrapped.getCause()
        : failure;
    String reason = cause instanceof TimeoutException
        ? "no complete response within " + Limits.LINT_TIMEOUT.toSeconds() + " s"
        : cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
    return assets.stream()
        .map(located ->
            finding(true, located, "url", located.asset().url() + ": no response (" + reason + ")"))
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
