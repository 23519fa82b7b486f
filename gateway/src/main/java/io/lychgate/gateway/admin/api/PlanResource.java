package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.JsonBody;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.http.RequestedHost;
import io.lychgate.gateway.admin.seam.PlanPreview;
import io.lychgate.gateway.admin.seam.PlanRequest;
import io.lychgate.gateway.config.check.Limits;
import io.lychgate.gateway.config.listener.Protocol;

/** The dry run of the push decision. */
public final class PlanResource {

  private static final int MAX_URL = 8192;
  private static final int MAX_FIELD = 16384;

  /** The default limit of a real request, so that conditions see nothing larger here. */
  private static final int MAX_FIELDS = Limits.MAX_HEADER_BYTES;

  private final PlanPreview preview;

  public PlanResource(PlanPreview preview) {
    this.preview = preview;
  }

  public Reply plan(Call call) {
    PlanRequest request = call.body(PlanResource::request);
    RequestedHost.require(
        call,
        request.url(),
        request.host(),
        request.headers().stream().map(PlanRequest.Header::name).toList());
    String cookie = request.cookie();
    int characters = (cookie == null ? 0 : cookie.length())
        + request.headers().stream()
            .mapToInt(header -> header.name().length() + header.value().length())
            .sum();
    if (characters > MAX_FIELDS) {
      throw Call.invalid(
          "headers", characters + " characters", "at most " + MAX_FIELDS + " in all");
    }
    return Reply.ok(preview.plan(request));
  }

  private static PlanRequest request(JsonBody body) {
    return new PlanRequest(
        body.text("url", 1, MAX_URL),
        body.optionalText("host", 255),
        protocol(body),
        body.flag("pushEnabled", false),
        body.optionalText("cookie", MAX_FIELD),
        body.objects(
            "headers",
            100,
            header -> new PlanRequest.Header(
                header.text("name", 1, 200), header.text("value", 0, MAX_FIELD))),
        body.optionalText("manifest", 100),
        body.optionalText("draft", ManifestResource.MAX_TEXT));
  }

  private static Protocol protocol(JsonBody body) {
    String token = body.optionalText("protocol", 20);
    return token == null
        ? Protocol.HTTP_2
        : Protocol.of(token)
            .orElseThrow(() -> body.invalid("protocol", token, "http/1.1, h2 or h3"));
  }
}
