package io.lychgate.gateway.respond;

import io.lychgate.gateway.condition.ClientRanges;
import io.lychgate.gateway.config.policy.MaintenancePolicy;
import io.lychgate.gateway.config.policy.MaintenancePolicy.Pass;
import io.lychgate.gateway.http.RequestCookies;
import io.lychgate.gateway.http.grpc.GrpcForm;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.FieldNames;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.OwnResponse;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Responder;
import io.lychgate.gateway.message.ResponseHead;
import io.lychgate.gateway.message.ResponseSink;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.observe.count.RouteDecisionCount;
import io.netty.handler.codec.http.HttpHeaderNames;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Responds with 503 to all requests but those of operators: the policy {@code maintenance}. */
public final class Maintenance implements RequestStep {
  private static final int STATUS = 503;

  private final MaintenancePolicy policy;
  private final ClientRanges clients;
  private final Verdict failure;
  private final Verdict page;
  private final String retryAfter;
  private final BiConsumer<RequestContext, RouteDecisionCount> counter;

  /** @param counter counts a decision on a request */
  public Maintenance(
      MaintenancePolicy policy, BiConsumer<RequestContext, RouteDecisionCount> counter) {
    this.policy = policy;
    this.counter = counter;
    clients = new ClientRanges(policy.clients());
    failure = new Verdict.Fail(ExchangeFailure.retryAfter(
        Kind.MAINTENANCE, "maintenance: switched on for the route", policy.retryAfter()));
    retryAfter = Long.toString(policy.retryAfter().toSeconds());
    page = new Verdict.Respond(this::respond);
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    Fields fields = context.request().fields();
    if (isAllowed(context, fields)) {
      counter.accept(context, RouteDecisionCount.MAINTENANCE_PASS);
      continuation.then(Verdict.CONTINUE);
    } else {
      counter.accept(context, RouteDecisionCount.MAINTENANCE);
      // A call of gRPC gets its status from the failure.
      boolean hasPage = !policy.page().isEmpty() && GrpcForm.of(fields) == GrpcForm.NONE;
      continuation.then(hasPage ? page : failure);
    }
  }

  private boolean isAllowed(RequestContext context, Fields fields) {
    Pass header = policy.header();
    Pass cookie = policy.cookie();
    return (header != null && isSecret(header, fields.get(FieldNames.canonical(header.name()))))
        || (cookie != null && isSecret(cookie, RequestCookies.value(fields, cookie.name())))
        || clients.contains(context.client());
  }

  /** Compares in a time that does not depend on the number of equal characters. */
  private static boolean isSecret(Pass pass, @Nullable CharSequence value) {
    return value != null
        && MessageDigest.isEqual(
            pass.secret().getBytes(StandardCharsets.UTF_8),
            value.toString().getBytes(StandardCharsets.UTF_8));
  }

  private Responder respond(RequestContext context, ResponseSink sink) {
    ErrorPage body = ErrorPage.of(policy.page(), context, STATUS, Kind.MAINTENANCE.token(), "");
    Fields fields = new Fields()
        .add(HttpHeaderNames.CONTENT_TYPE, body.type())
        .add(HttpHeaderNames.CACHE_CONTROL, "no-store")
        .add(HttpHeaderNames.VARY, HttpHeaderNames.ACCEPT)
        .add(HttpHeaderNames.RETRY_AFTER, retryAfter);
    return OwnResponse.send(context, sink, new ResponseHead(STATUS, fields), body.body());
  }

  @Override
  public String summary() {
    return "maintenance: responds with 503";
  }
}
