package io.lychgate.gateway.admin.http;

import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.lychgate.gateway.observe.Readiness;
import java.nio.charset.StandardCharsets;

/** Liveness and readiness, without sign-in, store or blocking: a probe gets a response even while everything else is stuck. */
public final class HealthPages {
  private static final byte[] ALIVE = "ok\n".getBytes(StandardCharsets.US_ASCII);

  private final Readiness readiness;

  public HealthPages(Readiness readiness) {
    this.readiness = readiness;
  }

  public HttpService liveness() {
    return (context, request) ->
        reading(context, request, Reply.content(HttpStatus.OK, "text/plain; charset=utf-8", ALIVE));
  }

  public HttpService readiness() {
    return (context, request) -> reading(
        context,
        request,
        Reply.content(
            readiness.isReady() ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE,
            "application/json",
            readiness.json()));
  }

  private static HttpResponse reading(
      ServiceRequestContext context, HttpRequest request, Reply reply) {
    boolean isReading = request.method() == HttpMethod.GET || request.method() == HttpMethod.HEAD;
    return isReading ? reply.response() : ErrorPages.readOnly(context, request);
  }
}
