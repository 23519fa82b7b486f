package io.lychgate.gateway.admin.http;

import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.ContentTooLargeException;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.ResponseHeaders;
import com.linecorp.armeria.common.util.Exceptions;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.HttpStatusException;
import com.linecorp.armeria.server.ServerErrorHandler;
import com.linecorp.armeria.server.ServiceConfig;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.lychgate.gateway.admin.access.HostCheck;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Problem responses outside of any {@link Endpoint}: requests that Armeria itself rejects, and unknown addresses. */
public final class ErrorPages implements ServerErrorHandler {
  private static final Logger log = LoggerFactory.getLogger(ErrorPages.class);

  /** The methods of files and pages. */
  private static final String READING = "GET, HEAD";

  /** Responds to requests for unknown addresses. */
  public static HttpResponse notFound(ServiceRequestContext context, HttpRequest request) {
    return Reply.problem(
            ProblemCode.NOT_FOUND,
            "path: " + context.path() + " (expected: one of /api/v1/openapi.yaml)")
        .response();
  }

  /** Refuses heads that {@link HeadRules} rejected, and requests for an unknown host. */
  public static HttpResponse guard(
      HostCheck hosts, HttpService next, ServiceRequestContext context, HttpRequest request)
      throws Exception {
    String malformed = request.headers().get(HeadRules.MALFORMED);
    if (malformed != null) {
      return Reply.problem(ProblemCode.MALFORMED, malformed).response();
    }
    String method = request.headers().get(HeadRules.METHOD);
    if (method != null) {
      return notImplemented(context, method).response();
    }
    if (hosts.allows(request.headers().authority())) {
      return next.serve(context, request);
    }
    return Reply.problem(
            ProblemCode.UNKNOWN_HOST,
            "Host: " + request.headers().authority()
                + " (expected: an IP address, localhost, or a name in admin.allowedHosts)")
        .response();
  }

  /** Returns a 501 (RFC 9110 15.6.2). Allow lists the known methods. */
  private static Reply notImplemented(ServiceRequestContext context, String method) {
    Endpoint endpoint = context.config().service().as(Endpoint.class);
    String allowed = endpoint == null ? READING : endpoint.allowed();
    return Reply.problem(
            ProblemCode.NOT_IMPLEMENTED, "method: " + method + " (expected: " + allowed + ")")
        .with("allow", allowed);
  }

  /** Returns a 405: other addresses support the method, this one does not (RFC 9110 15.5.6). */
  public static HttpResponse readOnly(ServiceRequestContext context, HttpRequest request) {
    return Reply.problem(
            ProblemCode.METHOD_NOT_ALLOWED,
            "method: " + context.method().name() + " (expected: " + READING + ")")
        .with("allow", READING)
        .response();
  }

  @Override
  public @Nullable HttpResponse onServiceException(ServiceRequestContext context, Throwable cause) {
    if (cause instanceof HttpStatusException status) {
      return Reply.problem(
              ProblemCode.ofStatus(status.httpStatus().code()), String.valueOf(status.getMessage()))
          .response();
    }
    if (cause instanceof ContentTooLargeException) {
      return Reply.problem(ProblemCode.TOO_LARGE, "body: too large").response();
    }
    String id = context.id().shortText();
    if (!Exceptions.isExpected(cause)) {
      log.error("{} {} failed, request {}", context.method(), context.path(), id, cause);
    }
    return Reply.problem(ProblemCode.INTERNAL, "See the log of the gateway, request " + id)
        .response();
  }

  @Override
  public @Nullable AggregatedHttpResponse onProtocolViolation(
      ServiceConfig config,
      @Nullable RequestHeaders headers,
      HttpStatus status,
      @Nullable String description,
      @Nullable Throwable cause) {
    return whole(status, description);
  }

  @Override
  public @Nullable AggregatedHttpResponse renderStatus(
      @Nullable ServiceRequestContext context,
      ServiceConfig config,
      @Nullable RequestHeaders headers,
      HttpStatus status,
      @Nullable String description,
      @Nullable Throwable cause) {
    return status.code() < 400 ? null : whole(status, description);
  }

  private static AggregatedHttpResponse whole(HttpStatus status, @Nullable String description) {
    ProblemCode code = ProblemCode.ofStatus(status.code());
    Reply reply = Reply.problem(code, description == null ? status.reasonPhrase() : description);
    ResponseHeaders head = reply.head();
    HttpData body = reply.body();
    return AggregatedHttpResponse.of(head, body);
  }
}
