package io.lychgate.gateway.route;

import io.lychgate.gateway.config.pattern.HostPattern;
import io.lychgate.gateway.config.site.SiteConfig;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The result of routing one request, and the reason why each site and route was or was not chosen.
 *
 * @param match the result itself, by {@link Router#match}
 * @param sites all sites, in file order
 * @param routes the routes of the site that has the host, in the order in which they are tried; empty without such a site
 */
public record RouteExplanation(
    RouteMatch match, List<SiteCandidate> sites, List<RouteCandidate> routes) {

  public RouteExplanation {
    sites = List.copyOf(sites);
    routes = List.copyOf(routes);
  }

  /**
   * One site.
   *
   * @param host its best pattern that matches the host of the request; null if none does
   */
  public record SiteCandidate(
      SiteConfig site, SiteReason reason, @Nullable HostPattern host) {}

  /**
   * One route of the site that has the host.
   *
   * @param condition the first condition that does not hold; null if none fails, or if none was tested
   */
  public record RouteCandidate(
      Route route, RouteReason reason, @Nullable String condition) {
    /** Returns the reason in one sentence. */
    public String sentence() {
      return condition == null
          ? reason.sentence()
          : reason.sentence() + " The condition: " + condition + ".";
    }
  }

  /** The reason why a site does or does not serve a request. */
  public enum SiteReason {
    SERVES("serves", "Its host pattern is the most specific one that matches."),
    OTHER_HOST("other-host", "None of its host patterns matches."),
    LESS_SPECIFIC(
        "less-specific", "Its host pattern matches, but that of another site is more specific."),
    LATER("later", "Its host pattern matches, but an equal one is written earlier in the file.");

    private final String token;
    private final String sentence;

    SiteReason(String token, String sentence) {
      this.token = token;
      this.sentence = sentence;
    }

    public String token() {
      return token;
    }

    public String sentence() {
      return sentence;
    }
  }

  /** The reason why a route does or does not serve a request. */
  public enum RouteReason {
    SERVES("serves", "It is the first route that matches."),
    OTHER_PATH("other-path", "Its pattern does not match the path."),
    OTHER_METHOD("other-method", "It matches the path, but does not allow the method."),
    OTHER_CONDITION(
        "other-condition", "It matches the path and the method, but a condition does not hold."),
    CONDITION_TOO_COSTLY(
        "condition-too-costly",
        "The request is too large to be tested, and so no route serves it."),
    NOT_TRIED("not-tried", "It matches, but the request was refused before."),
    FEWER_CONDITIONS(
        "fewer-conditions",
        "It matches, but an equally specific route with more conditions does, too."),
    LESS_SPECIFIC(
        "less-specific", "It matches, but the pattern of another route is more specific."),
    LATER("later", "It matches, but an equally specific route is written earlier in the file."),
    PATH_TOO_LONG(
        "path-too-long",
        "The path is too long for the regular expressions of the site, so no route is tried.");

    private final String token;
    private final String sentence;

    RouteReason(String token, String sentence) {
      this.token = token;
      this.sentence = sentence;
    }

    public String token() {
      return token;
    }

    public String sentence() {
      return sentence;
    }
  }
}
