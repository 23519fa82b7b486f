package io.lychgate.gateway.config;

import java.util.Set;

/**
 * One route of a site: which requests, and what happens to them.
 *
 * @param id unique in the configuration; label of logs and metrics
 * @param path compared with the normal form of the request's path, without its query
 * @param methods empty means every method
 * @param isPublic hints and pushes may leave before the upstream decides who may see the page
 * @param earlyData safe requests may be served before the client has proved that they are not replayed (RFC 8470)
 * @param refusesReservedEscapes requests whose path has an encoded slash, backslash or NUL get 400
 */
public record RouteConfig(
    String id,
    PathPattern path,
    Set<String> methods,
    RouteAction action,
    boolean isPublic,
    boolean earlyData,
    boolean refusesReservedEscapes) {
  public RouteConfig {
    Require.text("id", id);
    methods = Set.copyOf(methods);
  }

  /** Keeps reserved escapes. */
  public RouteConfig(
      String id,
      PathPattern path,
      Set<String> methods,
      RouteAction action,
      boolean isPublic,
      boolean earlyData) {
    this(id, path, methods, action, isPublic, earlyData, false);
  }

  /** A public route for every method. */
  public static RouteConfig of(String id, PathPattern path, RouteAction action) {
    return new RouteConfig(id, path, Set.of(), action, true, false);
  }

  /** The same under another id. */
  public RouteConfig named(String other) {
    return new RouteConfig(
        other, path, methods, action, isPublic, earlyData, refusesReservedEscapes);
  }

  public boolean allows(String method) {
    return methods.isEmpty() || methods.contains(method);
  }
}
