package io.lychgate.gateway.plugin;

import io.lychgate.gateway.message.RequestHead;
import io.lychgate.gateway.plugin.GuardedCalls.BadResultException;
import io.lychgate.gateway.plugin.GuardedCalls.Result;
import io.lychgate.plugin.PluginSelection;
import io.lychgate.plugin.PluginServer;
import java.util.List;

/** Lets a plug-in choose servers. There is one for each selection policy that a plug-in has created. Any thread. */
public final class SelectionOfPlugin {
  /** The result of {@link #choose} if the plug-in has failed. */
  public static final int FAILED = -2;

  private final PluginSelection selection;
  private final GuardedCalls calls;

  SelectionOfPlugin(PluginSelection selection, GuardedCalls calls) {
    this.selection = selection;
    this.calls = calls;
  }

  /** Returns the index of a server, {@link PluginSelection#ANY}, or {@link #FAILED}. */
  public int choose(RequestHead request, long clientKey, List<PluginServer> servers) {
    RequestSnapshot.Head head = RequestSnapshot.Head.of(request);
    Result<Integer> result = calls.call("choose", () -> {
      int chosen = selection.choose(head, clientKey, servers);
      if (chosen < PluginSelection.ANY || chosen >= servers.size()) {
        throw new BadResultException("choose: " + chosen + " (expected: " + PluginSelection.ANY
            + " to " + (servers.size() - 1) + ")");
      }
      return chosen;
    });
    Integer chosen = result.value();
    return chosen == null ? FAILED : chosen;
  }
}
