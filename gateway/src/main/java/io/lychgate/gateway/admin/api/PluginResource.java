package io.lychgate.gateway.admin.api;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.seam.PluginList;

/** The plug-ins of this node. */
public final class PluginResource {
  private final PluginList plugins;

  public PluginResource(PluginList plugins) {
    this.plugins = plugins;
  }

  public Reply list(Call call) {
    return Reply.ok(plugins.view());
  }
}
