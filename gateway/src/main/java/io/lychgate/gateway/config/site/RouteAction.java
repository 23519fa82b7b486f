package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.pattern.BoundedRegex;
import io.lychgate.gateway.config.pattern.CaptureTemplate;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
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
   * @param to a path, or a URL; may contain {@link #HOST}, {@link #PATH}, {@link #QUERY}, and {@code $1} to {@code $9}
   * @param status 301, 302, 303, 307 or 308
   * @param regex the expression of the route, whose groups {@code to} refers to; null for none
   */
  record RedirectAction(String to, int status, @Nullable BoundedRegex regex)
      implements RouteAction {
    /** The host of the request, without its port. */
    public static final String HOST = "{host}";

    /** Path and query of the request, in normal form. */
    public static final String PATH = "{path}";

    /** The query of the request, without its question mark. */
    public static final String QUERY = "{query}";

    public static final int DEFAULT_STATUS = 307;

    private static final Pattern REFERENCE = Pattern.compile("\\$[0-9$]");

    public RedirectAction {
      Require.text("to", to);
    }

    /** A redirect whose target refers to no groups. */
    public RedirectAction(String to, int status) {
      this(to, status, null);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof RedirectAction that && toString().equals(that.toString());
    }

    @Override
    public int hashCode() {
      return toString().hashCode();
    }

    /**
     * Returns the reason why {@code to} cannot be used; empty if it can.
     *
     * @param groups number of groups that it may refer to
     */
    public static String problemOf(String to, int groups) {
      boolean isUrl = to.startsWith("https://") || to.startsWith("http://");
      if (!isUrl && (!to.startsWith("/") || to.startsWith("//"))) {
        return to + " (expected: a path, or a URL with https: or http:)";
      }
      if (!isUrl && (to.contains(PATH) || to.contains(HOST))) {
        // Behind a slash, a path such as //host would name another host.
        return to + " (expected: {host} and {path} in a URL only)";
      }
      String problem = CaptureTemplate.of(to).problem(groups);
      if (!problem.isEmpty()) {
        return problem;
      }
      if (isUrl && REFERENCE.matcher(authority(to)).find()) {
        return to + " (expected: $1 to $9 behind the host and a slash)";
      }
      String rest = REFERENCE.matcher(to).replaceAll("").replace(QUERY, "");
      if (isUrl && !hasHost(rest.replace(HOST, "host").replace(PATH, "/path"))) {
        return to + " (expected: a URL with a host, without a user)";
      }
      rest = rest.replace(HOST, "").replace(PATH, "");
      return rest.contains("{") || rest.contains("}")
          ? to + " (expected: no placeholders but {host}, {path} and {query})"
          : "";
    }

    /** Returns what may name the host of a URL: everything before the slash of its path. */
    private static String authority(String url) {
      int from = url.indexOf("://") + "://".length();
      int slash = url.indexOf('/', from);
      return slash < 0 ? url : url.substring(0, slash);
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

    /** Returns true for an error without a body of its own. */
    public boolean isBareError() {
      return status >= 400 && body.isEmpty();
    }
  }
}
