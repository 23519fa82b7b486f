package io.lychgate.gateway.admin.http;

import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.CancellationException;
import com.linecorp.armeria.common.ContentTooLargeException;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.stream.ClosedStreamException;
import com.linecorp.armeria.common.util.Exceptions;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.lychgate.gateway.admin.access.CrossSiteCheck;
import io.lychgate.gateway.admin.seam.StoreSource;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.Session;
import io.lychgate.gateway.store.StoreException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One address of the API with its operations.
 *
 * <p>Checks a call in this order: method, cross-site, session and role, body. It reads the body only for permitted callers; flow
 * control holds it back until then. Armeria ends an unread body after it has sent the response; an earlier end would lose the
 * response.
 */
public final class Endpoint implements HttpService {

  private static final Logger log = LoggerFactory.getLogger(Endpoint.class);

  /**
   * A factor of the limit. A body above the limit is read to its end, because many clients read the response only then. A body
   * larger than this factor times the limit is cut off.
   */
  private static final int CUT_OFF = 4;

  private final StoreSource store;
  private final Lanes lanes;
  private final Map<HttpMethod, Operation> operations = new TreeMap<>();

  public Endpoint(StoreSource store, Lanes lanes) {
    this.store = store;
    this.lanes = lanes;
  }

  public Endpoint on(HttpMethod method, Operation operation) {
    operations.put(method, operation);
    return this;
  }

  @Override
  public HttpResponse serve(ServiceRequestContext context, HttpRequest request) {
    HttpMethod method = context.method() == HttpMethod.HEAD ? HttpMethod.GET : context.method();
    Operation operation = operations.get(method);
    if (operation == null) {
      return wrongMethod(context.method()).response();
    }
    String objection = method == HttpMethod.GET ? null : crossSite(request.headers());
    if (objection != null) {
      return HttpResponse.of(refused(new Call(context, store, new byte[0]), objection));
    }
    context.setMaxRequestLength((long) CUT_OFF * operation.maxBodyBytes());
    Executor lane = operation.lane() == Operation.Lane.LOGIN ? lanes.login() : lanes.work();
    Call bare = new Call(context, store, new byte[0]);
    CompletableFuture<String> caller = runOn(lane, () -> checked(bare, operation));
    CompletableFuture<Reply> reply = operation.lane() == Operation.Lane.TEXT
        ? caller
            .thenCompose(lanes.texts()::turnOf)
            .thenCompose(turn -> CompletableFuture.completedFuture(turn.threads())
                .thenCompose(threads -> reply(threads, context, request, operation))
                .whenComplete((done, failure) -> turn.end()))
        : caller.thenCompose(name -> reply(lane, context, request, operation));
    return HttpResponse.of(reply
        .exceptionally(failure -> failed(context, failure))
        .thenApply(done -> method == HttpMethod.GET ? done.unlessHeld(request.headers()) : done)
        .thenApply(Reply::response));
  }

  /** Refuses a request that may come from another site. One with a valid session is a denied attempt, which the audit trail has. */
  private CompletableFuture<HttpResponse> refused(Call call, String objection) {
    HttpResponse refusal = Reply.problem(ProblemCode.CROSS_SITE, objection).response();
    if (call.sessionId().isEmpty()) {
      return CompletableFuture.completedFuture(refusal);
    }
    return runOn(lanes.work(), () -> {
          call.session()
              .ifPresent(session -> call.store()
                  .audit()
                  .record(
                      call.actor(session.user().name()),
                      "cross-site",
                      call.context().method() + " " + call.context().path(),
                      true,
                      objection));
          return refusal;
        })
        .exceptionally(failure -> refusal);
  }

  private CompletableFuture<Reply> reply(
      Executor lane, ServiceRequestContext context, HttpRequest request, Operation operation) {
    return request
        .aggregate()
        .thenCompose(whole -> runOn(
            lane,
            () -> RepeatableRequest.run(
                new Call(context, store, body(whole, operation)), operation)));
  }

  private static @Nullable String crossSite(RequestHeaders head) {
    return CrossSiteCheck.objection(head.get("sec-fetch-site"), head.get(CrossSiteCheck.HEADER));
  }

  /** Returns the name of the permitted user; empty for operations without login. */
  private static String checked(Call call, Operation operation) {
    Role least = operation.least();
    if (least == null) {
      return "";
    }
    Session session = call.requireSession();
    if (session.user().role().includes(least)) {
      requireStore(call, operation);
      return session.user().name();
    }
    String what = call.context().method() + " " + call.context().path();
    call.store().audit().record(call.actor(session.user().name()), "forbidden", what, true, null);
    throw new ProblemException(
        ProblemCode.FORBIDDEN,
        "role: " + session.user().role().token() + " (expected: " + least.token() + ")");
  }

  /** Called before the body is read, because its content could not be stored. */
  private static void requireStore(Call call, Operation operation) {
    HttpMethod method = call.context().method();
    boolean isRead = method == HttpMethod.GET || method == HttpMethod.HEAD;
    String readOnly = isRead || !operation.changesStore() ? null : call.readOnly();
    if (readOnly != null) {
      throw new ProblemException(ProblemCode.STORE_READ_ONLY, readOnly);
    }
  }

  private static byte[] body(AggregatedHttpRequest whole, Operation operation) {
    if (whole.content().length() > operation.maxBodyBytes()) {
      throw new ProblemException(
          ProblemCode.TOO_LARGE,
          "body: " + whole.content().length() + " bytes (expected: at most "
              + operation.maxBodyBytes() + ")");
    }
    return whole.content().array();
  }

  private static <T> CompletableFuture<T> runOn(Executor lane, Step<T> step) {
    CompletableFuture<T> result = new CompletableFuture<>();
    try {
      lane.execute(() -> {
        try {
          result.complete(step.run());
        } catch (Throwable e) {
          result.completeExceptionally(e);
        }
      });
    } catch (RejectedExecutionException full) {
      result.completeExceptionally(ProblemException.tooManyAttempts(Duration.ofSeconds(1)));
    }
    return result;
  }

  private static Reply failed(ServiceRequestContext context, Throwable wrapped) {
    Throwable failure = Exceptions.peel(wrapped);
    if (failure instanceof ProblemException problem) {
      return problem.reply();
    }
    if (failure instanceof StoreException down) {
      // The fleet logs this once.
      log.debug("{} {}: {}", context.method(), context.path(), down.getMessage());
      boolean isReadOnly = down.kind() == StoreException.Kind.READ_ONLY;
      return Reply.problem(
          isReadOnly ? ProblemCode.STORE_READ_ONLY : ProblemCode.STORE_UNAVAILABLE,
          String.valueOf(down.getMessage()));
    }
    if (failure instanceof ContentTooLargeException) {
      return Reply.problem(
          ProblemCode.TOO_LARGE,
          "body: too large (expected: at most " + context.maxRequestLength() + " bytes)");
    }
    if (failure instanceof ClosedStreamException || failure instanceof CancellationException) {
      log.debug("{} {}: closed by the client", context.method(), context.path(), failure);
      return Reply.problem(ProblemCode.MALFORMED, "body: not complete");
    }
    String id = context.id().shortText();
    log.error("{} {} failed, request {}", context.method(), context.path(), id, failure);
    return Reply.problem(ProblemCode.INTERNAL, "See the log of the gateway, request " + id);
  }

  /** Returns the methods of this address, as Allow lists them. */
  String allowed() {
    return operations.keySet().stream()
        .flatMap(one -> one == HttpMethod.GET ? Stream.of("GET", "HEAD") : Stream.of(one.name()))
        .collect(Collectors.joining(", "));
  }

  private Reply wrongMethod(HttpMethod method) {
    String allowed = allowed();
    return Reply.problem(
            ProblemCode.METHOD_NOT_ALLOWED,
            "method: " + method.name().toUpperCase(Locale.ROOT) + " (expected: " + allowed + ")")
        .with("allow", allowed);
  }

  private interface Step<T> {
    T run() throws Exception;
  }
}
