package io.lychgate.gateway.plugin;

import static org.assertj.core.api.Assertions.assertThat;

import io.lychgate.gateway.plugin.GuardedCalls.Result;
import io.lychgate.gateway.testkit.Await;
import io.lychgate.gateway.testkit.LogLines;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls of plug-ins that take long, throw, or return nothing. */
final class CallWatchTest {
  private final CallWatch watch = new CallWatch();
  private final PluginAccount account = new PluginAccount("gate");
  private final GuardedCalls calls =
      new GuardedCalls(account, watch, CallWatchTest.class.getClassLoader());

  @AfterEach
  void close() {
    watch.close();
  }

  @Test
  void longCallIsReportedWhileItRuns() throws Exception {
    watch.start();
    CountDownLatch reported = new CountDownLatch(1);
    try (LogLines log = LogLines.of("plugins")) {
      CompletableFuture<Void> call = CompletableFuture.runAsync(
          () -> calls.call("decide", () -> {
            Await.latch(reported);
            return 1;
          }),
          task -> new Thread(task, "as-a-loop").start());
      Await.until(() -> assertThat(log.all()).hasSize(1));
      reported.countDown();
      call.get(10, TimeUnit.SECONDS);

      assertThat(log.all().get(0))
          .startsWith("plug-in gate: a call has held an event loop for ")
          .contains("\n  at ", Await.class.getName() + ".latch");
    }
    assertThat(account.slowCalls()).isEqualTo(1);
    assertThat(account.calls()).isEqualTo(1);
  }

  @Test
  void longCallCountsWithoutTheThread() {
    calls.call("decide", () -> {
      long until = System.nanoTime() + CallWatch.LONGEST_NANOS + 5_000_000;
      while (System.nanoTime() - until < 0) {
        Thread.onSpinWait();
      }
      return 1;
    });
    calls.call("decide", () -> 1);

    assertThat(account.slowCalls()).isEqualTo(1);
  }

  @Test
  void everyThrowableIsAFailureOfTheRequest() {
    Result<Integer> failed = calls.call("decide", () -> {
      throw new LinkageError("absent");
    });

    assertThat(failed.value()).isNull();
    assertThat(failed.failure()).satisfies(failure -> {
      assertThat(failure.kind().status()).isEqualTo(500);
      assertThat(failure.detail())
          .isEqualTo("plug-in gate: error: decide: java.lang.LinkageError: absent");
    });
    calls.call("decide", () -> {
      throw new OutOfMemoryError();
    });
    calls.call("decide", () -> {
      throw new Unspeakable();
    });
    assertThat(account.failures(PluginFailure.ERROR)).isEqualTo(1);
    assertThat(account.failures(PluginFailure.OUT_OF_MEMORY)).isEqualTo(1);
    assertThat(account.failures(PluginFailure.EXCEPTION)).isEqualTo(1);
    assertThat(account.lastFailure()).contains(Unspeakable.class.getName());
  }

  /** An exception whose text cannot be read. */
  private static final class Unspeakable extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new IllegalStateException();
    }
  }

  @Test
  void contextLoaderOfTheThreadIsThatOfThePlugIn() {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    ClassLoader own = new ClassLoader(before) {};
    GuardedCalls others = new GuardedCalls(account, watch, own);

    assertThat(others.call("decide", thread::getContextClassLoader).value()).isSameAs(own);
    assertThat(thread.getContextClassLoader()).isSameAs(before);
  }

  @Test
  void linesOfAPlugInAreBoundedAndOnOneLine() {
    try (LogLines log = LogLines.of("plugins")) {
      for (int i = 0; i < 100; i++) {
        account.log(System.Logger.Level.WARNING, "a\nb" + "x".repeat(5000));
      }
      assertThat(log.all()).hasSize(10).allMatch(line -> line.startsWith("plug-in gate: a?bxxx"));
      assertThat(log.all()).allMatch(line -> line.length() < 2100);
    }
  }
}
