package io.lychgate.gateway.config.site;

import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.pattern.PathPattern;
import io.lychgate.gateway.config.policy.Policies;
import java.util.Comparator;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One route of a site: the requests that it matches, and its action.
 *
 * @param id unique in the configuration; label of logs and metrics
 * @param path compared with the normal form of the request's path, without its query
 * @param methods empty for every method
 * @param match conditions besides path and method
 * @param action its action
 * @param rewrite changes of the request's target before the action; null for none
 * @param isPublic true if hints and pushes may be sent before the upstream authorizes the request
 * @param earlyData true if safe requests may be served before the client has proved that they are not replayed (RFC 8470)
 * @param refusesReservedEscapes true if a request whose path has an encoded slash, backslash or NUL gets 400
 * @param requestHeaders edits of requests before the action
 * @param responseHeaders edits of final responses of the action
 * @param policies the policies that the route itself states
 */
public record RouteConfig(
    String id,
    PathPattern path,
    Set<String> methods,
    MatchConfig match,
    RouteAction action,
    @Nullable RewriteConfig rewrite,
    boolean isPublic,
    boolean earlyData,
    boolean refusesReservedEscapes,
    HeaderEditConfig requestHeaders,
    HeaderEditConfig responseHeaders,
    Policies policies) {
  /**
   * The order in which routes of a site are tried: specific paths first, and among equally specific ones those with more conditions.
   * Routes that are equal in both keep the order of the file.
   */
  public static final Comparator<RouteConfig> MOST_SPECIFIC_FIRST = Comparator.comparingInt(
          (RouteConfig route) -> route.path().specificity())
      .thenComparingInt(route -> route.match().size())
      .reversed();

  public RouteConfig {
    Require.text("id", id);
    methods = Set.copyOf(methods);
  }

  /** Returns a public route for every method. */
  public static RouteConfig of(String id, PathPattern path, RouteAction action) {
    return builder(id, path, action).build();
  }

  /** Returns a builder with the values of {@link #of}. */
  public static Builder builder(String id, PathPattern path, RouteAction action) {
    return new Builder(id, path, action);
  }

  /** Returns a builder with the values of this route. */
  public Builder toBuilder() {
    Builder builder = new Builder(id, path, action);
    builder.methods = methods;
    builder.match = match;
    builder.rewrite = rewrite;
    builder.isPublic = isPublic;
    builder.earlyData = earlyData;
    builder.refusesReservedEscapes = refusesReservedEscapes;
    builder.requestHeaders = requestHeaders;
    builder.responseHeaders = responseHeaders;
    builder.policies = policies;
    return builder;
  }

  /** Returns the same route with another id. */
  public RouteConfig named(String other) {
    return toBuilder().id(other).build();
  }

  /** Returns the same route with other policies. */
  public RouteConfig with(Policies other) {
    return toBuilder().policies(other).build();
  }

  /** Returns true if header fields of requests or responses are edited. */
  public boolean editsHeaders() {
    return !requestHeaders.isEmpty() || !responseHeaders.isEmpty();
  }

  /** Returns true if clients may open WebSockets. */
  public boolean takesWebSockets() {
    return action instanceof RouteAction.ProxyAction proxy && proxy.webSocket();
  }

  public boolean allows(String method) {
    return methods.isEmpty() || methods.contains(method);
  }

  /** Builds a route. Values that are not set have their defaults. */
  public static final class Builder {
    private final PathPattern path;
    private final RouteAction action;
    private String id;
    private Set<String> methods = Set.of();
    private MatchConfig match = MatchConfig.ANY;
    private @Nullable RewriteConfig rewrite;
    private boolean isPublic = true;
    private boolean earlyData;
    private boolean refusesReservedEscapes;
    private HeaderEditConfig requestHeaders = HeaderEditConfig.NONE;
    private HeaderEditConfig responseHeaders = HeaderEditConfig.NONE;
    private Policies policies = Policies.NONE;

    private Builder(String id, PathPattern path, RouteAction action) {
      this.id = id;
      this.path = path;
      this.action = action;
    }

    public Builder id(String value) {
      id = value;
      return this;
    }

    public Builder methods(Set<String> value) {
      methods = value;
      return this;
    }

    public Builder match(MatchConfig value) {
      match = value;
      return this;
    }

    public Builder rewrite(@Nullable RewriteConfig value) {
      rewrite = value;
      return this;
    }

    public Builder isPublic(boolean value) {
      isPublic = value;
      return this;
    }

    public Builder earlyData(boolean value) {
      earlyData = value;
      return this;
    }

    public Builder refusesReservedEscapes(boolean value) {
      refusesReservedEscapes = value;
      return this;
    }

    public Builder requestHeaders(HeaderEditConfig value) {
      requestHeaders = value;
      return this;
    }

    public Builder responseHeaders(HeaderEditConfig value) {
      responseHeaders = value;
      return this;
    }

    public Builder policies(Policies value) {
      policies = value;
      return this;
    }

    public RouteConfig build() {
      return new RouteConfig(
          id,
          path,
          methods,
          match,
          action,
          rewrite,
          isPublic,
          earlyData,
          refusesReservedEscapes,
          requestHeaders,
          responseHeaders,
          policies);
    }
  }
}
