package io.lychgate.gateway.push.lint;

import io.lychgate.casper.CandidateFacts.Reusability;
import io.lychgate.casper.Delivery;
import io.lychgate.casper.Destination;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.http.CacheControl;
import io.lychgate.gateway.http.Freshness;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.push.link.Asset;
import io.lychgate.gateway.push.link.Crossorigin;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.Locale;

/** Checks the response to one asset. */
final class ResponseCheck {
  /** Lifetime in seconds below which a response is stale when the client opens the next page. */
  private static final long SHORT_LIFE = 60;

  private final Asset asset;
  private final URI origin;
  private final HttpResponse<Long> response;
  private final long largeBytes;

  /** Receives each finding. */
  interface Objections {
    void add(boolean isError, String key, String message);
  }

  ResponseCheck(Asset asset, URI origin, HttpResponse<Long> response, long largeBytes) {
    this.asset = asset;
    this.origin = origin;
    this.response = response;
    this.largeBytes = largeBytes;
  }

  void run(Objections objections) {
    int status = response.statusCode();
    if (status >= 300 && status < 400 && status != 304) {
      objections.add(
          true,
          "url",
          asset.url() + " redirects to " + field("location")
              + " (expected: the URL that the page itself uses, with status 200)");
      return;
    }
    if (status != 200) {
      objections.add(true, "url", asset.url() + " has status " + status + " (expected: 200)");
      return;
    }
    type(objections);
    corsMode(objections);
    caching(objections);
    size(objections);
  }

  private void type(Objections objections) {
    String type = mediaType();
    if (type.isEmpty()) {
      objections.add(false, "as", asset.url() + " has no content type");
      return;
    }
    if (!isRightFor(type)) {
      objections.add(
          true,
          "as",
          asset.destination().token() + ", but " + asset.url() + " is " + type
              + " (a browser does not use it for the page)");
    }
    if (!asset.type().isEmpty() && !asset.type().toLowerCase(Locale.ROOT).equals(type)) {
      objections.add(true, "type", asset.type() + ", but " + asset.url() + " is " + type);
    }
  }

  private boolean isRightFor(String type) {
    return switch (asset.destination()) {
      case STYLE -> type.equals("text/css");
      // HTML, "JavaScript MIME type"; only other modules import modules of JSON or CSS.
      case SCRIPT, MODULE ->
        type.matches(
            "(text|application)/(x-)?(java|ecma)script|text/(jscript|livescript)|text/javascript1\\.[0-5]");
      case FONT ->
        type.startsWith("font/")
            || type.matches(
                "application/(x-)?font-.*|application/vnd\\.ms-fontobject|application/font");
      case IMAGE -> type.startsWith("image/");
      case DOCUMENT -> type.equals("text/html") || type.equals("application/xhtml+xml");
      case FETCH, CONNECT -> true;
    };
  }

  private String mediaType() {
    String type = field("content-type");
    int parameters = type.indexOf(';');
    return (parameters < 0 ? type : type.substring(0, parameters)).strip().toLowerCase(Locale.ROOT);
  }

  /** Fetch 4.10: a response from another origin in CORS mode must state the origin that may read it. */
  private void corsMode(Objections objections) {
    boolean isCors =
        asset.crossorigin() != Crossorigin.NONE || asset.destination() == Destination.MODULE;
    if (!isCors || isOwnOrigin()) {
      return;
    }
    String allowed = field("access-control-allow-origin");
    boolean withCredentials = asset.crossorigin() == Crossorigin.USE_CREDENTIALS;
    boolean isAllowed =
        allowed.equals(origin.toString()) || (allowed.equals("*") && !withCredentials);
    if (!isAllowed) {
      objections.add(
          true,
          "crossorigin",
          asset.url() + " has Access-Control-Allow-Origin "
              + (allowed.isEmpty() ? "missing" : allowed) + " (expected: "
              + (withCredentials ? origin : "* or " + origin) + "; "
              + (asset.destination() == Destination.FONT ? "fonts are" : "it is")
              + " fetched in CORS mode)");
    } else if (withCredentials && !field("access-control-allow-credentials").equals("true")) {
      objections.add(
          true,
          "crossorigin",
          asset.url()
              + " does not allow credentials (expected: Access-Control-Allow-Credentials: true)");
    }
  }

  private boolean isOwnOrigin() {
    return asset.url().startsWith("/") || asset.url().startsWith(origin + "/");
  }

  private void caching(Objections objections) {
    Fields fields = new Fields();
    response.headers().map().forEach((name, values) -> {
      if (!name.startsWith(":")) {
        values.forEach(value -> fields.add(FieldNames.canonical(name), value));
      }
    });
    Reusability reusability =
        Freshness.of(new ResponseHead(response.statusCode(), fields), Reusability.UNKNOWN);
    if (field("vary").contains("*")) {
      objections.add(true, "url", asset.url() + " has Vary: *, so it is never reused");
    } else if (reusability == Reusability.NOT_REUSABLE) {
      objections.add(
          true,
          "url",
          asset.url() + " may not be reused (" + caching()
              + "), so a browser would fetch it twice (expected: a lifetime)");
    } else if (reusability == Reusability.UNKNOWN) {
      objections.add(
          false,
          "url",
          asset.url()
              + " has no lifetime, so browsers must estimate one (expected: Cache-Control: max-age)");
    } else {
      long seconds = CacheControl.of(fields).maxAge();
      if (seconds != CacheControl.UNSAID && seconds < SHORT_LIFE) {
        objections.add(
            false,
            "url",
            asset.url() + " is fresh for " + seconds + " s only (expected: " + SHORT_LIFE
                + " at least, or the next page fetches it again)");
      }
    }
  }

  private String caching() {
    String control = String.join(", ", response.headers().allValues("cache-control"));
    if (control.isEmpty()) {
      return "no Cache-Control, no Expires, no Last-Modified";
    }
    return "Cache-Control: " + control + (field("age").isEmpty() ? "" : ", Age: " + field("age"));
  }

  private void size(Objections objections) {
    long bytes = response.body();
    if (bytes == 0) {
      objections.add(false, "url", asset.url() + " is empty");
    } else if (bytes > Limits.MAX_LINT_BYTES) {
      objections.add(
          false, "url", asset.url() + " is larger than " + Limits.MAX_LINT_BYTES + " bytes");
    } else if (bytes > largeBytes) {
      objections.add(
          false,
          "url",
          asset.url() + " is large: " + bytes + " bytes (expected: at most " + largeBytes
              + ", it competes with the page)");
    } else if (bytes > Limits.PUSH_BUDGET_BYTES && asset.candidate().delivery() == Delivery.PUSH) {
      objections.add(
          false,
          "mode",
          "push of " + bytes + " bytes (expected: at most " + Limits.PUSH_BUDGET_BYTES
              + ", the default push.budget of a page)");
    }
  }

  private String field(String name) {
    return response.headers().firstValue(name).orElse("").strip();
  }
}
