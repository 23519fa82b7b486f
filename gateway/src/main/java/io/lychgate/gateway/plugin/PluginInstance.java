package io.lychgate.gateway.plugin;

import io.lychgate.plugin.FilterPlugin;
import io.lychgate.plugin.Plugin;
import io.lychgate.plugin.PluginConfig;
import io.lychgate.plugin.PluginConfigException;
import io.lychgate.plugin.PluginSelection;
import io.lychgate.plugin.SelectionPlugin;
import io.lychgate.plugin.StepPlugin;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * The object that a plug-in has created for one configuration. Uses with the same configuration share it, also over reloads.
 *
 * @param created a step, a filter or a selection policy
 * @param keepsPublic true for a step that admits everyone to the same pages
 * @param changesBodies true for a filter that may change bodies
 * @param selection its calls, if it is a selection policy
 */
record PluginInstance(
    Key key,
    AutoCloseable created,
    ContextOfPlugin context,
    GuardedCalls calls,
    boolean keepsPublic,
    boolean changesBodies,
    @Nullable SelectionOfPlugin selection) {
  /** Seconds that a plug-in may take to create an object: a reload waits for it. */
  private static final long CREATE_SECONDS = 10;

  /** The parts of a use by which it shares an object with others. Two jars are equal only if they are the same object. */
  record Key(PluginJar jar, String name, Map<String, Object> config) {}

  /**
   * Creates the object.
   *
   * @param place route or upstream that uses it, for messages
   */
  static PluginInstance create(Key key, String place, PluginAccount account, CallWatch watch)
      throws PluginLoadException {
    ContextOfPlugin context =
        new ContextOfPlugin(PluginConfig.of(key.config()), account, key.jar().loader());
    GuardedCalls calls = new GuardedCalls(account, watch, key.jar().loader());
    FutureTask<PluginInstance> task = new FutureTask<>(() -> create(key, context, calls));
    Thread thread = new Thread(task, "plug-in-" + key.name() + "-create");
    thread.setDaemon(true);
    thread.setContextClassLoader(key.jar().loader());
    thread.start();
    try {
      return task.get(CREATE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException failed) {
      context.close();
      throw problem(key, place, reason(failed.getCause()));
    } catch (TimeoutException late) {
      context.close();
      thread.interrupt();
      throw problem(key, place, "create() has not returned in " + CREATE_SECONDS + " s");
    } catch (InterruptedException e) {
      context.close();
      Thread.currentThread().interrupt();
      throw problem(key, place, "interrupted");
    }
  }

  private static PluginInstance create(Key key, ContextOfPlugin context, GuardedCalls calls) {
    Plugin plugin = Objects.requireNonNull(key.jar().plugins().get(key.name()), key.name());
    boolean keepsPublic = false;
    boolean changesBodies = false;
    AutoCloseable created;
    if (plugin instanceof StepPlugin step) {
      keepsPublic = step.keepsPublic();
      created = step.create(context);
    } else if (plugin instanceof FilterPlugin filter) {
      changesBodies = filter.changesBodies();
      created = filter.create(context);
    } else {
      created = ((SelectionPlugin) plugin).create(context);
    }
    if (created == null) {
      throw new IllegalStateException("create(): null");
    }
    return new PluginInstance(
        key,
        created,
        context,
        calls,
        keepsPublic,
        changesBodies,
        created instanceof PluginSelection selection
            ? new SelectionOfPlugin(selection, calls)
            : null);
  }

  private static String reason(@Nullable Throwable cause) {
    if (cause == null) {
      return "create() has failed";
    }
    return PluginAccount.bounded(
        cause instanceof PluginConfigException
            ? String.valueOf(cause.getMessage())
            : PluginAccount.textOf(cause));
  }

  private static PluginLoadException problem(Key key, String place, String reason) {
    return new PluginLoadException(
        place + ": plug-in " + key.name() + " (" + key.jar().fileName() + "): " + reason,
        new PluginLoadException.Use(key.name(), key.config().keySet()));
  }

  /** Lets the plug-in release what it holds. Not on an event loop, so nothing watches the call. */
  void close() {
    try {
      created.close();
    } catch (Throwable thrown) {
      var unused = calls.account().failed(PluginFailure.of(thrown), "close", thrown);
    }
    context.close();
  }
}
