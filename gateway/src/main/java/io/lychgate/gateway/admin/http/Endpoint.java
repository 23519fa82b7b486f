package io.lychgate.gateway.admin.http;

import com.linecorp.armeria.common.AggregatedHttpRequest;
import com.linecorp.armeria.common.ContentTooLargeException;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.util.Exceptions;
import com.linecorp.armeria.common.util.TimeoutMode;
import com.linecorp.armeria.server.HttpService;
import com.linecorp.armeria.server.ServiceRequestContext;
import io.lychgate.gateway.admin.access.CrossSiteCheck;
import io.lychgate.gateway.admin.access.OperationGroup;
import io.lychgate.gateway.admin.access.Permission;
import io.lychgate.gateway.admin.access.Principal;
import io.lychgate.gateway.admin.access.Reach;
import io.lychgate.gateway.admin.seam.StoreSource;
import io.lychgate.gateway.store.ApiToken;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.StoreException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One address of the API with its operations.
 *
 * <p>Checks a call in this order: method, cross-site, session and role, body. It reads a large body only for permitted callers; flow
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

  /** Bytes of a body that is read although the request is refused: one without a text. */
  private static final int DRAINED_BYTES = 64 * 1024;

  private static final long DRAIN_MILLIS = 500;

  /** A lost store is tested each second, and used again a few seconds after it is back. */
  private static final Duration STORE_RETRY = Duration.ofSeconds(5);

  /** The operations of a user who must change the password first. */
  private static final Set<Permission> WITH_OLD_PASSWORD =
      EnumSet.of(Permission.WHO_AM_I, Permission.LOGOUT, Permission.CHANGE_PASSWORD);

  /** The operations of a user who must set up a second factor first. */
  private static final Set<Permission> WITHOUT_SECOND_FACTOR = EnumSet.of(
      Permission.WHO_AM_I,
      Permission.LOGOUT,
      Permission.CHANGE_PASSWORD,
      Permission.GET_SECOND_FACTORS,
      Permission.BEGIN_TOTP,
      Permission.CONFIRM_TOTP,
      Permission.BEGIN_KEY,
      Permission.ADD_KEY,
      Permission.NEW_RECOVERY_CODES);

  /**
   * The operations that change something outside of the store. A sender that the store cannot confirm now may have lost the rights on
   * another gateway, and may only read.
   */
  private static final Set<Permission> ONLY_CONFIRMED = EnumSet.of(
      Permission.PURGE_CACHE,
      Permission.WATCH_TIMELINE,
      Permission.DELETE_TIMELINE,
      Permission.MAKE_BACKUP);

  private final StoreSource store;
  private final Lanes lanes;
  private final Callers callers;
  private final RecentReplies recent;
  private final Map<HttpMethod, Operation> operations = new TreeMap<>();

  public Endpoint(StoreSource store, Lanes lanes, Callers callers, RecentReplies recent) {
    this.store = store;
    this.lanes = lanes;
    this.callers = callers;
    this.recent = recent;
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
    if (hasTokenInTarget(context)) {
      return refusal(
          request,
          ProblemCode.MALFORMED,
          "target: has a token, and targets are logged (expected: Authorization: Bearer); delete the token");
    }
    String objection = method == HttpMethod.GET ? null : crossSite(request.headers());
    if (objection != null) {
      return refused(request, operation, context, objection);
    }
    context.setMaxRequestLength((long) CUT_OFF * operation.maxBodyBytes());
    Executor lane = operation.lane() == Operation.Lane.LOGIN ? lanes.login() : lanes.work();
    Call bare = new Call(context, store, callers, operation.permission(), new byte[0]);
    CompletableFuture<String> caller = runOn(lane, () -> checked(bare, operation))
        .exceptionallyCompose(failure ->
            drained(request).thenCompose(any -> CompletableFuture.failedFuture(failure)));
    CompletableFuture<Reply> reply = operation.lane() == Operation.Lane.TEXT
        ? caller
            .thenCompose(name -> turn(context, name))
            .thenCompose(turn -> CompletableFuture.completedFuture(turn.threads())
                .thenCompose(threads -> reply(threads, bare, request, operation))
                .whenComplete((done, failure) -> turn.end()))
        : caller.thenCompose(name -> reply(lane, bare, request, operation));
    return HttpResponse.of(reply
        .exceptionally(failure -> failed(context, failure))
        .thenApply(done -> isCutShort(context, done) ? done.with("connection", "close") : done)
        .thenApply(done -> method == HttpMethod.GET ? done.ifWanted(request.headers()) : done)
        .thenApply(Reply::response));
  }

  /** Refuses a request that may come from another site. One with a valid session is a denied attempt, which the audit trail has. */
  private HttpResponse refused(
      HttpRequest request, Operation operation, ServiceRequestContext context, String objection) {
    Call call = new Call(context, store, callers, operation.permission(), new byte[0]);
    if (call.sessionId().isEmpty()) {
      return refusal(request, ProblemCode.CROSS_SITE, objection);
    }
    CompletableFuture<Boolean> noted = runOn(lanes.work(), () -> {
      call.session()
          .ifPresent(session -> callers
              .refusals()
              .record(
                  call.store(),
                  call.actor(session.user().name()),
                  operation.permission(),
                  "cross-site",
                  context.method() + " " + context.path(),
                  objection));
      return true;
    });
    return HttpResponse.of(noted
        .exceptionally(failure -> false)
        .thenApply(any -> refusal(request, ProblemCode.CROSS_SITE, objection)));
  }

  private static HttpResponse refusal(HttpRequest request, ProblemCode code, String detail) {
    return HttpResponse.of(
        drained(request).thenApply(any -> Reply.problem(code, detail).response()));
  }

  /**
   * Completes when a small body of a refused request has been read, or after a moment. Many clients lose a response that comes while they
   * still send the body.
   */
  private static CompletableFuture<Boolean> drained(HttpRequest request) {
    long length = request.headers().contentLength();
    if (length <= 0 || length > DRAINED_BYTES) {
      return CompletableFuture.completedFuture(true);
    }
    return request
        .aggregate()
        .handle((body, failure) -> failure == null)
        .completeOnTimeout(false, DRAIN_MILLIS, TimeUnit.MILLISECONDS);
  }

  private CompletableFuture<Reply> reply(
      Executor lane, Call checked, HttpRequest request, Operation operation) {
    return whole(checked.context(), request)
        .thenCompose(whole -> runOn(lane, () -> {
          byte[] body = body(whole, operation);
          Call call = new Call(checked.context(), store, callers, operation.permission(), body);
          if (!isRead(call.context().method()) && !operation.readsIfMatch()) {
            call.requireNoTag();
          }
          boolean isKept = operation.permission().least() != null
              && isRead(call.context().method())
              && call.store().isShared();
          return isKept ? read(call, checked, operation) : RepeatableRequest.run(call, operation);
        }));
  }

  private CompletableFuture<TextLane.Turn> turn(ServiceRequestContext context, String user) {
    context.clearRequestTimeout();
    return lanes.texts().turnOf(user, context.config().requestTimeoutMillis());
  }

  /** Completes with the whole body, for which a client has as much time as the work has after it. */
  private static CompletableFuture<AggregatedHttpRequest> whole(
      ServiceRequestContext context, HttpRequest request) {
    long limit = context.config().requestTimeoutMillis();
    context.clearRequestTimeout();
    return request
        .aggregate()
        .orTimeout(limit, TimeUnit.MILLISECONDS)
        .whenComplete(
            (whole, failure) -> context.setRequestTimeoutMillis(TimeoutMode.SET_FROM_NOW, limit))
        .exceptionallyCompose(failure ->
            CompletableFuture.failedFuture(lost(context, Exceptions.peel(failure), limit)));
  }

  /** Returns the problem of a body that did not arrive whole. Its cause is the client, whatever it is. */
  private static ProblemException lost(
      ServiceRequestContext context, Throwable failure, long limitMillis) {
    if (failure instanceof ContentTooLargeException) {
      return new ProblemException(
          ProblemCode.TOO_LARGE,
          "body: too large (expected: at most " + context.maxRequestLength() + " bytes)");
    }
    if (failure instanceof TimeoutException) {
      return new ProblemException(
          ProblemCode.REQUEST_TIMEOUT,
          "body: not complete (expected: all of it within " + limitMillis / 1000.0 + " s)");
    }
    log.debug("{} {}: no whole body", context.method(), context.path(), failure);
    return new ProblemException(ProblemCode.MALFORMED, "body: not complete");
  }

  /** Returns true if the rest of the body would be read as the next request (RFC 9110 15.5.9). */
  private static boolean isCutShort(ServiceRequestContext context, Reply reply) {
    return reply.head().status().equals(HttpStatus.REQUEST_TIMEOUT)
        && !context.sessionProtocol().isMultiplex();
  }

  /** Runs a read. One that needs the lost server returns the last response to the same read. */
  private Reply read(Call call, Call checked, Operation operation) throws Exception {
    Principal sender = checked.principal();
    String session = checked.senderSession();
    String target = representation(call);
    try {
      Reply reply = operation.work().run(call);
      recent.keep(sender, session, target, reply, call.store());
      return reply;
    } catch (StoreException e) {
      return recent.find(sender, session, target, call.store()).orElseThrow(() -> e);
    }
  }

  /** Returns the target with the field that may select another representation of it. */
  private static String representation(Call call) {
    String query = call.context().query();
    String accept = call.header("accept");
    return call.context().path()
        + (query == null ? "" : "?" + query)
        + (accept == null ? "" : "\n" + accept);
  }

  private static boolean isRead(HttpMethod method) {
    return method == HttpMethod.GET || method == HttpMethod.HEAD;
  }

  /** A page of another site cannot send a token: the field Authorization needs a preflight, which the gateway never grants. */
  private static @Nullable String crossSite(RequestHeaders head) {
    return Callers.bearer(head.getAll("authorization")) == null
        ? CrossSiteCheck.objection(head.get("sec-fetch-site"), head.get(CrossSiteCheck.HEADER))
        : null;
  }

  /** RFC 6750 5.3: tokens in targets are in logs and histories. */
  private static boolean hasTokenInTarget(ServiceRequestContext context) {
    String query = context.query();
    return ApiToken.isIn(context.path())
        || (query != null
            && (ApiToken.isIn(query) || context.queryParams().contains("access_token")));
  }

  /** Returns the name of the permitted user; empty for operations without sign-in. */
  private static String checked(Call call, Operation operation) {
    Permission permission = operation.permission();
    Role least = permission.least();
    if (least == null) {
      return "";
    }
    Principal principal = call.principal();
    if (principal.token() == null
        && principal.user().mustChangePassword()
        && !WITH_OLD_PASSWORD.contains(permission)) {
      throw call.refused(
          "password must be changed",
          new ProblemException(
              ProblemCode.PASSWORD_CHANGE_REQUIRED,
              "password: must be changed (expected: PUT /session/password first)"));
    }
    if (principal.token() == null
        && !WITHOUT_SECOND_FACTOR.contains(permission)
        && call.mustEnrol(principal.user())) {
      throw call.refused(
          "no second factor",
          new ProblemException(
              ProblemCode.SECOND_FACTOR_REQUIRED,
              "second factor: none (expected: one; POST /session/second-factors/totp or keys first)"));
    }
    if (!WITHOUT_SECOND_FACTOR.contains(permission)) {
      call.keepSender();
    }
    requirePermission(call, principal, permission, least);
    requireConfirmation(call, permission);
    requireStore(call, operation);
    return principal.user().name();
  }

  private static void requirePermission(
      Call call, Principal principal, Permission permission, Role least) {
    if (!principal.mayCall(permission.group())) {
      throw call.forbidden(
          null,
          "token: not for " + permission.group().token() + " (expected: "
              + (permission.group() == OperationGroup.ACCOUNT
                  ? "a session"
                  : "a token for these operations")
              + ")");
    }
    boolean isGlobal = permission.reach() == Reach.ALL_SITES;
    if (isGlobal ? principal.hasForAllSites(least) : principal.hasForAnySite(least)) {
      return;
    }
    boolean isForSomeSites = isGlobal && principal.role().includes(least);
    String where = isForSomeSites ? " for all sites" : "";
    throw call.forbidden(
        null,
        "role: " + principal.role().token() + (isForSomeSites ? " for some sites" : "")
            + " (expected: " + least.token() + where + ")");
  }

  private static void requireConfirmation(Call call, Permission permission) {
    String away = call.store().away();
    if (away != null && ONLY_CONFIRMED.contains(permission)) {
      throw ProblemException.readOnly(away, STORE_RETRY);
    }
  }

  /** Called before the body is read, because its content could not be stored. */
  private static void requireStore(Call call, Operation operation) {
    boolean changes = !isRead(call.context().method()) && operation.changesStore();
    String readOnly = changes ? call.readOnly() : null;
    if (readOnly != null) {
      throw ProblemException.readOnly(readOnly, STORE_RETRY);
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
              String.valueOf(down.getMessage()))
          .with("retry-after", String.valueOf(STORE_RETRY.toSeconds()));
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
