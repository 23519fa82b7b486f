package io.lychgate.gateway.plugin;

import io.lychgate.gateway.loop.Deadline;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import io.lychgate.gateway.message.Fields;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.plugin.GuardedCalls.BadResultException;
import io.lychgate.gateway.plugin.GuardedCalls.Result;
import io.lychgate.plugin.PluginField;
import io.lychgate.plugin.PluginSender;
import io.lychgate.plugin.PluginStep;
import io.lychgate.plugin.PluginVerdict;
import io.netty.util.AsciiString;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Lets the step of a plug-in decide on requests, now or later. */
final class StepOfPlugin implements RequestStep {
  /** Bytes of the body of a plug-in's own response. */
  static final int MAX_BODY = 1024 * 1024;

  private static final int MAX_SENDER = 256;

  private final PluginStep step;
  private final GuardedCalls calls;
  private final Duration timeout;
  private final IntFunction<DeadlineWheel> deadlines;

  /** @param deadlines returns the deadlines of a loop by its number */
  StepOfPlugin(
      PluginStep step, GuardedCalls calls, Duration timeout, IntFunction<DeadlineWheel> deadlines) {
    this.step = step;
    this.calls = calls;
    this.timeout = timeout;
    this.deadlines = deadlines;
  }

  @Override
  public String summary() {
    return "plug-in " + calls.account().name();
  }

  @Override
  public void decide(RequestContext context, Continuation continuation) {
    RequestSnapshot request = RequestSnapshot.of(context);
    Result<CompletableFuture<PluginVerdict>> called =
        calls.stage("decide", () -> step.decide(request));
    CompletableFuture<PluginVerdict> decision = called.value();
    if (decision == null) {
      continuation.then(failed(called.failure()));
    } else if (decision.isDone()) {
      continuation.then(verdict(context, decision));
    } else {
      new Waiting(context, continuation, decision).start();
    }
  }

  private static Verdict failed(@Nullable ExchangeFailure failure) {
    return new Verdict.Fail(
        failure == null ? new ExchangeFailure(Kind.INTERNAL, "plug-in: no failure") : failure);
  }

  /** A request that waits for its decision. Event loop only, but for {@link #start}'s callback. */
  private final class Waiting extends Deadline {
    private final RequestContext context;
    private final Continuation continuation;
    private final CompletableFuture<PluginVerdict> decision;
    private final DeadlineWheel wheel;
    private boolean isOver;

    Waiting(
        RequestContext context,
        Continuation continuation,
        CompletableFuture<PluginVerdict> decision) {
      this.context = context;
      this.continuation = continuation;
      this.decision = decision;
      this.wheel = deadlines.apply(context.loopNumber());
    }

    void start() {
      continuation.onCancel(this::cancelled);
      wheel.arm(this, timeout.toNanos());
      // Never at once, also on this loop: the plug-in may complete it within another of its calls.
      LoopTasks.whenDone(decision, context.loop(), this::decided);
    }

    private void decided() {
      if (over()) {
        continuation.then(verdict(context, decision));
      }
    }

    @Override
    protected void expired() {
      if (over()) {
        ExchangeFailure late = calls
            .account()
            .failed(
                PluginFailure.TIMEOUT, "decide: no verdict in " + timeout.toMillis() + " ms", null);
        cancel();
        continuation.then(new Verdict.Fail(late));
      }
    }

    /** The client has left. The continuation still expects its verdict. */
    private void cancelled() {
      if (over()) {
        cancel();
        continuation.then(Verdict.CONTINUE);
      }
    }

    private void cancel() {
      // Runs what the plug-in has registered on its future.
      calls.release("cancel", () -> decision.cancel(false));
    }

    /** Returns true at the first call. */
    private boolean over() {
      boolean isFirst = !isOver;
      isOver = true;
      wheel.disarm(this);
      return isFirst;
    }
  }

  private Verdict verdict(RequestContext context, CompletableFuture<PluginVerdict> decision) {
    Result<Verdict> read = calls.read("decide", decision, value -> verdict(context, value));
    Verdict verdict = read.value();
    return verdict == null ? failed(read.failure()) : verdict;
  }

  /** Checks the whole verdict before it changes anything. */
  private Verdict verdict(RequestContext context, PluginVerdict verdict) {
    if (verdict instanceof PluginVerdict.Respond respond) {
      return respond(respond);
    }
    if (verdict instanceof PluginVerdict.Refuse refuse) {
      return new Verdict.Fail(
          new ExchangeFailure(
              kind(refuse.refusal()),
              "plug-in " + calls.account().name() + ": " + PluginAccount.bounded(refuse.reason())),
          fields(refuse.fields()));
    }
    proceed(context, (PluginVerdict.Proceed) verdict);
    return Verdict.CONTINUE;
  }

  private static void proceed(RequestContext context, PluginVerdict.Proceed verdict) {
    HeadCheck.count(verdict.set().size() + verdict.removed().size());
    Fields set = fields(verdict.set());
    List<AsciiString> removed = new ArrayList<>();
    verdict.removed().forEach(name -> removed.add(HeadCheck.name(name)));
    PluginSender sender = verdict.sender();
    SenderOfPlugin identity = sender == null ? null : identity(sender);
    Fields fields = context.request().fields();
    removed.forEach(fields::remove);
    for (int i = 0; i < set.size(); i++) {
      fields.remove(set.name(i));
    }
    for (int i = 0; i < set.size(); i++) {
      fields.add(set.name(i), set.value(i));
    }
    if (identity != null) {
      context.identified(identity);
    }
  }

  private static SenderOfPlugin identity(PluginSender sender) {
    String name = sender.name();
    String scheme = sender.scheme();
    if (name.isEmpty()
        || name.length() > MAX_SENDER
        || name.chars().anyMatch(Character::isISOControl)) {
      throw new BadResultException(
          "sender: its name (expected: 1-" + MAX_SENDER + " characters without controls)");
    }
    if (!scheme.matches("[a-z][a-z0-9-]{0,31}")) {
      throw new BadResultException("sender: its scheme (expected: a token such as jwt)");
    }
    return new SenderOfPlugin(name, scheme, sender);
  }

  private static Verdict respond(PluginVerdict.Respond respond) {
    int status = respond.status();
    ByteBuffer body = respond.body();
    if (status < 200 || status > 599) {
      throw new BadResultException("status " + status + " (expected: 200-599)");
    }
    boolean isBodiless = status == 204 || status == 304;
    if (body.remaining() > (isBodiless ? 0 : MAX_BODY)) {
      throw new BadResultException("body: " + body.remaining() + " bytes (expected: at most "
          + (isBodiless ? 0 : MAX_BODY) + ")");
    }
    byte[] bytes = new byte[body.remaining()];
    body.get(bytes);
    return new Verdict.Respond(new ResponseOfPlugin(status, fields(respond.fields()), bytes));
  }

  private static Fields fields(List<PluginField> fields) {
    HeadCheck.count(fields.size());
    Fields checked = new Fields(fields.size());
    for (PluginField field : fields) {
      checked.add(HeadCheck.name(field.name()), HeadCheck.value(field.name(), field.value()));
    }
    return checked;
  }

  private static Kind kind(PluginVerdict.Refusal refusal) {
    return switch (refusal) {
      case BAD_REQUEST -> Kind.BAD_REQUEST;
      case UNAUTHORIZED -> Kind.UNAUTHORIZED;
      case FORBIDDEN -> Kind.FORBIDDEN;
      case NOT_FOUND -> Kind.NO_ROUTE;
      case TOO_MANY_REQUESTS -> Kind.TOO_MANY_REQUESTS;
      case UNAVAILABLE -> Kind.OVERLOADED;
    };
  }
}
