package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.ServedBy;
import io.lychgate.gateway.message.Verdict;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs a step without an exchange. */
final class StepResult implements Continuation {
  private final List<Verdict> verdicts = new ArrayList<>();

  /** Returns the failure that a step decides on at once; null if the request continues. */
  static @Nullable ExchangeFailure failureOf(RequestStep step, RequestHead head) {
    StepResult result = new StepResult();
    step.decide(new Context(head), result);
    return result.verdicts.get(0) instanceof Verdict.Fail fail ? fail.failure() : null;
  }

  @Override
  public void then(Verdict verdict) {
    verdicts.add(verdict);
  }

  @Override
  public void onCancel(Runnable stop) {}

  private record Context(RequestHead request) implements RequestContext {
    @Override
    public boolean hasBody() {
      return false;
    }

    @Override
    public boolean isEarly() {
      return false;
    }

    @Override
    public String client() {
      return "127.0.0.1";
    }

    @Override
    public EventExecutor loop() {
      return ImmediateEventExecutor.INSTANCE;
    }

    @Override
    public boolean isTunnel() {
      return false;
    }

    @Override
    public long clientHash() {
      return 0;
    }

    @Override
    public boolean hasMoreInput() {
      return false;
    }

    @Override
    public int loopNumber() {
      return 0;
    }

    @Override
    public void prepareToForward() {}

    @Override
    public long nanosSoFar() {
      return 0;
    }

    @Override
    public void removeBodyLength() {}

    @Override
    public void servedBy(ServedBy server) {}
  }
}
