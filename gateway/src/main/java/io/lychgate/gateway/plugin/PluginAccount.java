package io.lychgate.gateway.plugin;

import io.lychgate.gateway.message.ExchangeFailure;
import io.lychgate.gateway.message.ExchangeFailure.Kind;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The counters and the log of the plug-ins of one name, over all reloads. The log is bounded. Any thread. */
public final class PluginAccount {
  /** Lines in {@link #PERIOD_NANOS}, those of the plug-in itself included. */
  private static final int MAX_LINES = 10;

  private static final long PERIOD_NANOS = 10_000_000_000L;

  /** Characters of a line that a plug-in writes. */
  private static final int MAX_TEXT = 2000;

  /** Frames of a stack in the log. */
  private static final int MAX_FRAMES = 20;

  private static final Logger LOG = LoggerFactory.getLogger("plugins");

  private final String name;
  private final LongAdder calls = new LongAdder();
  private final LongAdder slowCalls = new LongAdder();
  private final Map<PluginFailure, LongAdder> failures = new EnumMap<>(PluginFailure.class);
  private volatile String lastFailure = "";
  private long periodNanos; // Guarded by this.
  private int lines; // Guarded by this.
  private int unlogged; // Guarded by this.

  PluginAccount(String name) {
    this.name = name;
    for (PluginFailure failure : PluginFailure.values()) {
      failures.put(failure, new LongAdder());
    }
  }

  public String name() {
    return name;
  }

  public long calls() {
    return calls.sum();
  }

  /** Returns the calls that held an event loop for more than {@link CallWatch#LONGEST_NANOS}. */
  public long slowCalls() {
    return slowCalls.sum();
  }

  public long failures(PluginFailure failure) {
    LongAdder number = failures.get(failure);
    return number == null ? 0 : number.sum();
  }

  public long failures() {
    return failures.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** Returns the last failure in some words; empty if there was none. */
  public String lastFailure() {
    return lastFailure;
  }

  void called() {
    calls.increment();
  }

  /**
   * Counts and logs a failure.
   *
   * @param what the result that is not allowed, or the moment of the failure
   * @param thrown null if nothing was thrown
   * @return the failure of the request
   */
  ExchangeFailure failed(PluginFailure failure, String what, @Nullable Throwable thrown) {
    LongAdder number = failures.get(failure);
    if (number != null) {
      number.increment();
    }
    String text =
        failure.token() + ": " + bounded(thrown == null ? what : what + ": " + textOf(thrown));
    lastFailure = text;
    if (mayLog(System.nanoTime())) {
      LOG.warn("plug-in {}: {}{}", name, text, thrown == null ? "" : framesOf(thrown));
    }
    return new ExchangeFailure(Kind.INTERNAL, "plug-in " + name + ": " + text);
  }

  /** The text of a throwable is made by its class, so it may throw, too. */
  static String textOf(Throwable thrown) {
    try {
      return String.valueOf(thrown);
    } catch (Throwable again) {
      return thrown.getClass().getName();
    }
  }

  private static String framesOf(Throwable thrown) {
    try {
      return frames(thrown.getStackTrace());
    } catch (Throwable again) {
      return "";
    }
  }

  void held(long nanos, StackTraceElement[] stack) {
    slowCalls.increment();
    if (mayLog(System.nanoTime())) {
      LOG.warn(
          "plug-in {}: a call has held an event loop for {} ms; all its connections wait. Move slow work to PluginContext.executor(){}",
          name,
          nanos / 1_000_000,
          frames(stack));
    }
  }

  void log(System.Logger.Level level, String text) {
    if (!mayLog(System.nanoTime())) {
      return;
    }
    String line = bounded(text);
    switch (level) {
      case ERROR -> LOG.error("plug-in {}: {}", name, line);
      case WARNING -> LOG.warn("plug-in {}: {}", name, line);
      case INFO, ALL -> LOG.info("plug-in {}: {}", name, line);
      default -> LOG.debug("plug-in {}: {}", name, line);
    }
  }

  /** Cuts a text, and replaces what could begin a line of its own. */
  static String bounded(String text) {
    String cut = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text;
    return cut.replaceAll("\\p{Cntrl}", "?");
  }

  private static String frames(StackTraceElement[] stack) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < Math.min(stack.length, MAX_FRAMES); i++) {
      text.append("\n  at ").append(stack[i]);
    }
    return text.toString();
  }

  private synchronized boolean mayLog(long nowNanos) {
    if (lines == 0 || nowNanos - periodNanos >= PERIOD_NANOS) {
      if (unlogged > 0) {
        LOG.warn("plug-in {}: {} more lines were dropped", name, unlogged);
      }
      periodNanos = nowNanos;
      lines = 0;
      unlogged = 0;
    }
    if (lines >= MAX_LINES) {
      unlogged++;
      return false;
    }
    lines++;
    return true;
  }
}
