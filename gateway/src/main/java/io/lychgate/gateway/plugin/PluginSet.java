package io.lychgate.gateway.plugin;

import io.lychgate.gateway.config.policy.PluginUse;
import io.lychgate.gateway.config.policy.PluginsPolicy;
import io.lychgate.gateway.config.policy.Policies;
import io.lychgate.gateway.loop.DeadlineWheel;
import io.lychgate.gateway.message.RequestStep;
import io.lychgate.gateway.message.ResponseFilter;
import io.lychgate.plugin.PluginFilter;
import io.lychgate.plugin.PluginStep;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The plug-ins of one configuration. Exchanges pin it, so that its class loaders stay open until the last exchange of its snapshots has
 * ended. Any thread.
 */
public final class PluginSet {
  /** The set of a configuration without a folder of plug-ins. */
  public static final PluginSet NONE = new PluginSet(
      List.of(),
      Map.of(),
      loop -> {
        throw new IllegalStateException("loop " + loop + ": no plug-ins");
      },
      set -> {});

  private final List<PluginJar> jars;
  private final Map<PluginInstance.Key, PluginInstance> instances;
  private final IntFunction<DeadlineWheel> deadlines;
  private final WhenFree whenFree;

  /** Exchanges that use the set, and one for the gateway until it is retired. */
  private final AtomicInteger pins = new AtomicInteger(1);

  /** Called when nothing uses a set any more. */
  @FunctionalInterface
  interface WhenFree {
    void release(PluginSet set);
  }

  PluginSet(
      List<PluginJar> jars,
      Map<PluginInstance.Key, PluginInstance> instances,
      IntFunction<DeadlineWheel> deadlines,
      WhenFree whenFree) {
    this.jars = jars;
    this.instances = instances;
    this.deadlines = deadlines;
    this.whenFree = whenFree;
  }

  List<PluginJar> jars() {
    return jars;
  }

  Map<PluginInstance.Key, PluginInstance> instances() {
    return instances;
  }

  /** Returns true if a configuration uses no plug-in, so that nothing needs to be pinned. */
  public boolean isUnused() {
    return instances.isEmpty();
  }

  /** Keeps the set usable until {@link #unpin}. */
  public void pin() {
    pins.incrementAndGet();
  }

  public void unpin() {
    if (pins.decrementAndGet() == 0) {
      whenFree.release(this);
    }
  }

  /** Reports that no further exchange begins with the set. */
  public void retire() {
    unpin();
  }

  /** Returns the policies with the statement of the plug-ins themselves on what is public. */
  public Policies resolved(Policies policies) {
    PluginsPolicy policy = policies.get(PluginsPolicy.class);
    if (policy == null) {
      return policies;
    }
    boolean isPublic = policy.uses().stream()
        .map(this::instance)
        .allMatch(each -> !(each.created() instanceof PluginStep) || each.keepsPublic());
    return isPublic ? policies.replacing(new PluginsPolicy(policy.uses(), true)) : policies;
  }

  /** Returns the steps of a route, in the order of the configuration. */
  public List<RequestStep> steps(Policies policies) {
    List<RequestStep> steps = new ArrayList<>();
    for (PluginUse use : uses(policies)) {
      PluginInstance instance = instance(use);
      if (instance.created() instanceof PluginStep step) {
        steps.add(new StepOfPlugin(step, instance.calls(), use.timeout(), deadlines));
      }
    }
    return steps;
  }

  /** Returns the filters of a route, in the order of the configuration: the first one is next to the responder. */
  public List<ResponseFilter> filters(Policies policies) {
    List<ResponseFilter> filters = new ArrayList<>();
    for (PluginUse use : uses(policies)) {
      PluginInstance instance = instance(use);
      if (instance.created() instanceof PluginFilter filter) {
        filters.add(new FilterOfPlugin(
            filter, instance.calls(), instance.changesBodies(), use.timeout(), deadlines));
      }
    }
    return filters;
  }

  private static List<PluginUse> uses(Policies policies) {
    PluginsPolicy policy = policies.get(PluginsPolicy.class);
    return policy == null ? List.of() : policy.uses();
  }

  /** Returns the selection policy of a use. Equal uses have the same one, also in later sets. */
  public SelectionOfPlugin selection(PluginUse use) {
    return Objects.requireNonNull(instance(use).selection(), use.name());
  }

  private PluginInstance instance(PluginUse use) {
    PluginInstance found = find(use);
    if (found == null) {
      throw new IllegalStateException("plug-in " + use.name() + ": not loaded");
    }
    return found;
  }

  private @Nullable PluginInstance find(PluginUse use) {
    for (PluginJar jar : jars) {
      if (jar.plugins().containsKey(use.name())) {
        return instances.get(new PluginInstance.Key(jar, use.name(), use.config()));
      }
    }
    return null;
  }

  /** Returns the loaded plug-ins, in the order of the jars. */
  public List<PluginSummary> plugins() {
    List<PluginSummary> all = new ArrayList<>();
    for (PluginJar jar : jars) {
      jar.plugins()
          .forEach((name, plugin) -> all.add(new PluginSummary(
              name, PluginSummary.kindOf(plugin), jar.version(), jar.fileName())));
    }
    return all;
  }
}
