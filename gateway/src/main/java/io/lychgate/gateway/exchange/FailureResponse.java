package io.lychgate.gateway.exchange;

import io.lychgate.gateway.config.policy.ErrorPagesPolicy;
import io.lychgate.gateway.config.policy.PageBodies;
import io.lychgate.gateway.http.grpc.GrpcForm;
import io.lychgate.gateway.http.grpc.GrpcStatus;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.respond.ErrorPage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.util.AsciiString;
import java.nio.charset.StandardCharsets;

/**
 * The gateway's own response when it cannot serve the right one. It names the kind of failure in the words of RFC 9209. It reveals
 * no addresses or software behind the gateway; those are in the log.
 */
final class FailureResponse {
  private static final AsciiString TEXT = AsciiString.cached("text/plain; charset=utf-8");

  private FailureResponse() {}

  /** Returns the page of a policy for a failure. */
  static ErrorPage page(
      ErrorPagesPolicy policy, RequestContext context, ExchangeFailure.Kind kind) {
    PageBodies bodies = policy.page(kind.status());
    return ErrorPage.of(
        bodies == null ? PageBodies.NONE : bodies,
        context,
        kind.status(),
        kind.token(),
        explanation(kind));
  }

  static ResponseHead head(ExchangeFailure failure, ByteBuf body) {
    return head(failure, TEXT, body.readableBytes());
  }

  /** Returns the head of a response with this page. */
  static ResponseHead head(ExchangeFailure failure, ErrorPage page) {
    ResponseHead head = head(failure, page.type(), page.body().length);
    head.fields().add(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT);
    return head;
  }

  private static ResponseHead head(ExchangeFailure failure, AsciiString type, int length) {
    ExchangeFailure.Kind kind = failure.kind();
    Fields fields = new Fields()
        .add(HttpHeaderNames.CONTENT_TYPE, type)
        .add(HttpHeaderNames.CONTENT_LENGTH, Integer.toString(length))
        .add(HttpHeaderNames.CACHE_CONTROL, "no-store");
    if (isProxyError(kind)) {
      fields.add(FieldNames.PROXY_STATUS, "lychgate; error=" + kind.token());
    }
    if (kind.status() == 503 || kind == ExchangeFailure.Kind.TOO_MANY_REQUESTS) {
      fields.add(HttpHeaderNames.RETRY_AFTER, Integer.toString(failure.retryAfterSeconds()));
    }
    return new ResponseHead(kind.status(), fields);
  }

  /**
   * Returns the whole response to a request of gRPC: a status in the head and no body ("Trailers-Only"). The status of HTTP is 200,
   * because clients map others to a code that fits less.
   */
  static ResponseHead grpcHead(ExchangeFailure failure, GrpcForm form) {
    ExchangeFailure.Kind kind = failure.kind();
    Fields fields = grpcTrailers(failure);
    fields.add(HttpHeaderNames.CONTENT_TYPE, form.type());
    if (isProxyError(kind)) {
      fields.add(FieldNames.PROXY_STATUS, "lychgate; error=" + kind.token());
    }
    return new ResponseHead(HttpResponseStatus.OK.code(), fields);
  }

  /** Returns the status of gRPC for a failure. */
  static Fields grpcTrailers(ExchangeFailure failure) {
    return new Fields()
        .add(GrpcStatus.FIELD, Integer.toString(GrpcStatus.of(failure)))
        .add(GrpcStatus.MESSAGE, GrpcStatus.message("gateway: " + failure.kind().token()));
  }

  static ByteBuf body(ExchangeFailure.Kind kind) {
    String text = kind.status() + " "
        + HttpResponseStatus.valueOf(kind.status()).reasonPhrase() + " (" + kind.token() + ")\n"
        + explanation(kind);
    return Unpooled.wrappedBuffer(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns one sentence for the person who set up the gateway; empty where the token is enough. */
  private static String explanation(ExchangeFailure.Kind kind) {
    return switch (kind) {
      case CONNECTION_REFUSED ->
        "The application behind this gateway does not accept connections. It may not be running.\n";
      case CONNECTION_TIMEOUT ->
        "The application behind this gateway did not accept a connection in time.\n";
      case DNS_ERROR -> "The address of the application behind this gateway is not known.\n";
      case MISDIRECTED ->
        "This gateway has no site with the host of the request, or serves it with another certificate.\n";
      default -> "";
    };
  }

  /**
   * Returns true if the response carries Proxy-Status, which describes failures of the gateway and the servers behind it. For a
   * client's error, the status is enough.
   */
  private static boolean isProxyError(ExchangeFailure.Kind kind) {
    return kind.status() >= 500 || kind == ExchangeFailure.Kind.NO_ROUTE;
  }
}
