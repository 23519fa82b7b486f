package io.lychgate.gateway.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The action of a route on a request. */
public sealed interface RouteAction {

  /**
   * Serves files.
   *
   * @param root absolute directory
   * @param index file name for a path that ends in a slash
   * @param cacheControl value of the Cache-Control field; null sends no such field, only validators
   */
  record StaticAction(Path root, String index, @Nullable String cacheControl)
      implements RouteAction {
    public static final String DEFAULT_INDEX = "index.html";

    public StaticAction {
      Require.text("index", index);
    }

    public static StaticAction of(Path root) {
      return new StaticAction(root, DEFAULT_INDEX, null);
    }
  }

  /**
   * Forwards the request to an upstream.
   *
   * @param preserveHost true sends the client's authority; false sends that of the server
   * @param webSocket true if clients may open WebSockets
   * @param hostRewrite a fixed authority, which overrides {@code preserveHost}; null for none
   */
  record ProxyAction(
      String upstreamName, boolean preserveHost, @Nullable String hostRewrite, boolean webSocket)
      implements RouteAction {
    public ProxyAction {
      Require.text("upstreamName", upstreamName);
    }

    /** Returns an action that sends the client's authority, without WebSockets. */
    public static ProxyAction of(String upstreamName) {
      return new ProxyAction(upstreamName, true, null, false);
    }
  }
}
