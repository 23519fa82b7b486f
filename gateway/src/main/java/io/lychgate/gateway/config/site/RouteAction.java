package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Require;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
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
   * @param upstreamName the upstream; with a split, that of the first side that is chosen by weight
   * @param preserveHost true sends the client's authority; false sends that of the server
   * @param webSocket true if clients may open WebSockets
   * @param hostRewrite a fixed authority, which overrides {@code preserveHost}; null for none
   * @param timeout time from the start of the request to the end of its response, over all attempts; null for none
   * @param split several upstreams in place of one; null for none
   * @param mirror copies of requests; null for none
   * @param grpcWeb true if requests of gRPC-Web are translated to gRPC
   * @param retries false if a request that was sent is not sent again
   */
  record ProxyAction(
      String upstreamName,
      boolean preserveHost,
      @Nullable String hostRewrite,
      boolean webSocket,
      @Nullable Duration timeout,
      @Nullable SplitConfig split,
      @Nullable MirrorConfig mirror,
      boolean grpcWeb,
      boolean retries)
      implements RouteAction {
    public ProxyAction {
      Require.text("upstreamName", upstreamName);
      if (timeout != null) {
        Require.positive("timeout", timeout);
      }
    }

    /** An action for one upstream. */
    public ProxyAction(
        String upstreamName,
        boolean preserveHost,
        @Nullable String hostRewrite,
        boolean webSocket) {
      this(upstreamName, preserveHost, hostRewrite, webSocket, null, null, null, false, true);
    }

    /** Returns an action that sends the client's authority, without WebSockets. */
    public static ProxyAction of(String upstreamName) {
      return new ProxyAction(upstreamName, true, null, false);
    }
  }

  /**
   * Sends clients to another place (RFC 9110 section 15.4).
   *
   * @param to a path, or a URL; may contain {@link #HOST} and {@link #PATH}
   * @param status 301, 302, 303, 307 or 308
   */
  record RedirectAction(String to, int status) implements RouteAction {
    /** The host of the request, without its port. */
    public static final String HOST = "{host}";

    /** Path and query of the request, in normal form. */
    public static final String PATH = "{path}";

    public static final int DEFAULT_STATUS = 307;

    public RedirectAction {
      Require.text("to", to);
    }

    /** Returns the reason why {@code to} cannot be used; empty if it can. */
    public static String problemOf(String to) {
      boolean isUrl = to.startsWith("https://") || to.startsWith("http://");
      if (!isUrl && (!to.startsWith("/") || to.startsWith("//"))) {
        return to + " (expected: a path, or a URL with https: or http:)";
      }
      if (!isUrl && (to.contains(PATH) || to.contains(HOST))) {
        // Behind a slash, a path such as //host would name another host.
        return to + " (expected: {host} and {path} in a URL only)";
      }
      if (isUrl && !hasHost(to.replace(HOST, "host").replace(PATH, "/path"))) {
        return to + " (expected: a URL with a host, without a user)";
      }
      String rest = to.replace(HOST, "").replace(PATH, "");
      return rest.contains("{") || rest.contains("}")
          ? to + " (expected: no placeholders but {host} and {path})"
          : "";
    }

    /** Without a host of its own, a URL would take the first segment of the path for it. */
    private static boolean hasHost(String url) {
      try {
        URI uri = new URI(url.replaceAll("[{}]", ""));
        return uri.getHost() != null && uri.getRawUserInfo() == null;
      } catch (URISyntaxException e) {
        return false;
      }
    }
  }

  /**
   * Sends the same response to every request.
   *
   * @param status 200-599
   * @param headers header fields, without Content-Length
   * @param body text; empty for none
   */
  record FixedAction(int status, Map<String, String> headers, String body) implements RouteAction {
    /** Characters of a body. Longer ones are files. */
    public static final int MAX_BODY_LENGTH = 64 * 1024;

    public FixedAction {
      Require.range("status", status, 200, 599);
      headers = Collections.unmodifiableMap(new LinkedHashMap<>(headers));
    }
  }
}
