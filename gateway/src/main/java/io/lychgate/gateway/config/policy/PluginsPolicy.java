package io.lychgate.gateway.config.policy;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Steps and filters of plug-ins: {@code plugins}.
 *
 * @param uses in the order in which their steps run
 * @param isPublic true if the plug-ins themselves say that they admit everyone. It is known once they are loaded
 */
public record PluginsPolicy(List<PluginUse> uses, boolean isPublic) implements Policy {
  public static final String KEY = "plugins";

  /** Uses of one route: each may hold a piece of a body. */
  public static final int MAX_USES = 16;

  public PluginsPolicy {
    uses = List.copyOf(uses);
  }

  /** Returns the policy as the configuration states it: not public until a plug-in says so. */
  public static PluginsPolicy of(List<PluginUse> uses) {
    return new PluginsPolicy(uses, false);
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public String summary() {
    return uses.stream().map(PluginUse::name).collect(Collectors.joining(", "));
  }

  @Override
  public boolean authenticates() {
    return !isPublic;
  }
}
