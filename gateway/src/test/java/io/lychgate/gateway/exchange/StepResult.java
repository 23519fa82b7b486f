package io.lychgate.gateway.exchange;

import io.lychgate.gateway.message.Continuation;
import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.Verdict;
import io.lychgate.gateway.testkit.LoneRequest;
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

  private record Context(RequestHead request) implements LoneRequest {}
}
