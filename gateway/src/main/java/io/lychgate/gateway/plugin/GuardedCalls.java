package io.lychgate.gateway.plugin;

import io.lychgate.gateway.message.ExchangeFailure;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The calls of one plug-in on event loops. Everything that it throws becomes a failure of the request. That includes an OutOfMemoryError:
 * the request is one of those that need memory, and the state of the exchange stays whole. The count says that it was memory.
 */
final class GuardedCalls {
  private final PluginAccount account;
  private final CallWatch watch;
  private final ClassLoader loader;

  /** @param loader libraries of the plug-in find their own classes by it, as the context of the thread */
  GuardedCalls(PluginAccount account, CallWatch watch, ClassLoader loader) {
    this.account = account;
    this.watch = watch;
    this.loader = loader;
  }

  /**
   * The result of a call.
   *
   * @param value null if the call has failed, and for a call that may return null
   * @param failure null if the call has returned
   */
  record Result<T>(@Nullable T value, @Nullable ExchangeFailure failure) {}

  PluginAccount account() {
    return account;
  }

  /** Calls the plug-in. Null is one of its results. */
  <T> Result<T> call(String what, Callable<? extends @Nullable T> code) {
    account.called();
    CallWatch.Slot slot = watch.slot();
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    slot.begin(account);
    try {
      return new Result<>(code.call(), null);
    } catch (BadResultException bad) {
      return new Result<>(
          null, account.failed(PluginFailure.BAD_RESULT, String.valueOf(bad.getMessage()), null));
    } catch (Throwable thrown) {
      return new Result<>(null, account.failed(PluginFailure.of(thrown), what, thrown));
    } finally {
      slot.end(account);
      thread.setContextClassLoader(before);
    }
  }

  /** Calls the plug-in for a stage. A null stage is a failure. */
  <T> Result<CompletableFuture<T>> stage(
      String what, Callable<? extends @Nullable CompletionStage<T>> code) {
    Result<CompletableFuture<T>> result = call(what, () -> {
      CompletionStage<T> stage = code.call();
      return stage == null ? null : stage.toCompletableFuture();
    });
    return result.value == null && result.failure == null
        ? new Result<>(null, account.failed(PluginFailure.NO_RESULT, what + ": null", null))
        : result;
  }

  /**
   * Reads the result of a stage that is done, and maps it. A null result, and one that the mapping rejects, are failures. The mapping may
   * call methods of the plug-in.
   */
  <T, R> Result<R> read(String what, CompletableFuture<T> done, Function<T, R> mapping) {
    T value;
    try {
      value = done.getNow(null);
    } catch (CompletionException failed) {
      Throwable cause = failed.getCause() == null ? failed : failed.getCause();
      return new Result<>(null, account.failed(PluginFailure.of(cause), what, cause));
    } catch (CancellationException cancelled) {
      return new Result<>(null, account.failed(PluginFailure.EXCEPTION, what, cancelled));
    }
    if (value == null) {
      return new Result<>(null, account.failed(PluginFailure.NO_RESULT, what + ": null", null));
    }
    T present = value;
    return call(what, () -> mapping.apply(present));
  }

  /** Calls the plug-in where its result is of no use any more. A failure is counted. */
  void release(String what, Release code) {
    call(what, () -> {
      code.run();
      return null;
    });
  }

  /** A call without a result. */
  @FunctionalInterface
  interface Release {
    void run() throws Exception;
  }

  /** A result of the plug-in that is not allowed. */
  static final class BadResultException extends IllegalArgumentException {
    private static final long serialVersionUID = 1;

    BadResultException(String message) {
      super(message);
    }
  }
}
