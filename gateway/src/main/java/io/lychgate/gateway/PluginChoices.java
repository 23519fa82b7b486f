package io.lychgate.gateway;

import io.lychgate.gateway.config.policy.PluginUse;
import io.lychgate.gateway.config.site.UpstreamConfig;
import io.lychgate.gateway.plugin.PluginSet;
import io.lychgate.gateway.plugin.SelectionOfPlugin;
import io.lychgate.gateway.upstream.balance.BalancedRequest;
import io.lychgate.gateway.upstream.balance.ServerChoice;
import io.lychgate.plugin.PluginServer;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Joins the selection policies of plug-ins with the upstreams, which do not know each other. */
final class PluginChoices {
  private PluginChoices() {}

  /** Returns the choice of each upstream whose policy is a plug-in. */
  static Function<UpstreamConfig, @Nullable ServerChoice> of(PluginSet plugins) {
    return upstream -> {
      PluginUse use = upstream.balance().plugin();
      return use == null ? null : new ByPlugin(plugins.selection(use));
    };
  }

  /** Two choices are equal if the plug-in has created one policy for both, so that a reload changes nothing. */
  private record ByPlugin(SelectionOfPlugin selection) implements ServerChoice {
    @Override
    public int choose(BalancedRequest request, List<Candidate> servers) {
      List<PluginServer> views = servers.stream()
          .map(server -> new PluginServer(
              server.id(),
              server.weight(),
              server.priority(),
              server.zone(),
              server.inFlight(),
              server.latencyNanos()))
          .toList();
      return selection.choose(request.request(), request.client(), views);
    }
  }
}
