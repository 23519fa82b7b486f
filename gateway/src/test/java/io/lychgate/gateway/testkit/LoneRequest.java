package io.lychgate.gateway.testkit;

import io.lychgate.gateway.message.RequestContext;
import io.lychgate.gateway.message.ServedBy;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.ImmediateEventExecutor;

/** A request without an exchange, a body and a connection, for tests of one step. */
public interface LoneRequest extends RequestContext {
  @Override
  default boolean hasBody() {
    return false;
  }

  @Override
  default boolean isEarly() {
    return false;
  }

  @Override
  default boolean isTunnel() {
    return false;
  }

  @Override
  default String client() {
    return "127.0.0.1";
  }

  @Override
  default long clientHash() {
    return 0;
  }

  @Override
  default boolean hasMoreInput() {
    return false;
  }

  @Override
  default EventExecutor loop() {
    return ImmediateEventExecutor.INSTANCE;
  }

  @Override
  default int loopNumber() {
    return 0;
  }

  @Override
  default void prepareToForward() {}

  @Override
  default long nanosSoFar() {
    return 0;
  }

  @Override
  default void removeBodyLength() {}

  @Override
  default void servedBy(ServedBy server) {}
}
