package io.lychgate.gateway.config;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** What a route does with a request. */
public sealed interface RouteAction {

  /**
   * Answers from files.
   *
   * @param root absolute directory
   * @param index file name for a path that ends in a slash
   * @param cacheControl value of the Cache-Control field; null leaves it to validators only
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
   * Asks an upstream.
   *
   * @param preserveHost true passes the client's authority on; false sends the server's own
   * @param webSocket whether clients may open WebSockets
   * @param hostRewrite a fixed authority; null for none, else it wins over {@code preserveHost}
   */
  record ProxyAction(
      String upstreamName, boolean preserveHost, @Nullable String hostRewrite, boolean webSocket)
      implements RouteAction {
    public ProxyAction {
      Require.text("upstreamName", upstreamName);
    }

    /** Passes the client's authority on. */
    public static ProxyAction of(String upstreamName) {
      return new ProxyAction(upstreamName, true, null, false);
    }
  }
}
