package io.lychgate.gateway.auth;

import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.observe.LoopObserver;
import io.lychgate.gateway.observe.count.PolicyOutcome;
import java.util.function.IntFunction;

/** Counts the decisions of one policy on the requests of one route. */
public final class Decisions {
  private final IntFunction<LoopObserver> observers;
  private final int number;

  /**
   * @param observers returns the observer of a loop by its number
   * @param number a number from {@link io.lychgate.gateway.observe.Observatory#decisions(String, String)}
   */
  public Decisions(IntFunction<LoopObserver> observers, int number) {
    this.observers = observers;
    this.number = number;
  }

  public void count(RequestContext context, PolicyOutcome outcome) {
    observers.apply(context.loopNumber()).decided(number, outcome);
  }
}
