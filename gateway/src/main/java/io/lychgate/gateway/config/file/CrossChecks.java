package io.lychgate.gateway.config.file;

import io.lychgate.gateway.config.policy.OidcPolicy;
import io.lychgate.gateway.config.yaml.Position;
import io.lychgate.gateway.config.yaml.Suggestion;
import io.lychgate.gateway.config.yaml.YamlNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks across the whole file: duplicate names, unknown names, and routes that no request reaches. */
final class CrossChecks {
  private static final String NO_PLUGINS = "(expected: plugins.folder, the folder of their jars)";

  private final Section root;
  private final YamlNode accepted;
  private final YamlNode whole;

  /** @param root the values that the schema accepts, as {@code accepted} has them; {@code whole} has others, too */
  CrossChecks(Section root, YamlNode accepted, YamlNode whole) {
    this.root = root;
    this.accepted = accepted;
    this.whole = whole;
  }

  void run() {
    listenerNames();
    addresses();
    hosts();
    routeIds();
    stickyCookies();
    clientCertificates();
    loginPaths();
    plugins();
    orderedCertificates();
    DroppedFields.check(root);
    root.sections("listeners").forEach(this::upstreamOfPolicy);
    for (Section site : root.sections("sites")) {
      if (accepted == whole) {
        // A route whose methods are rejected would seem to take all.
        unreachableRoutes(site.sections("routes"));
      }
      upstreamOfPolicy(site);
      site.sections("routes").forEach(this::upstreamsOf);
    }
  }

  private void listenerNames() {
    Map<String, Section> seen = new HashMap<>();
    for (Section listener : root.sections("listeners")) {
      String name = listener.text("name", "");
      Section earlier = seen.putIfAbsent(name, listener);
      if (earlier != null) {
        listener.problem("name", name + " (expected: unique, " + first(earlier, listener) + ")");
      }
    }
  }

  private void addresses() {
    List<Section> bound = new ArrayList<>(root.sections("listeners"));
    Section admin = root.section("admin");
    if (admin.has("address") && admin.flag("enabled", true)) {
      bound.add(admin);
    }
    for (int i = 0; i < bound.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (collide(bound.get(i).text("address", ""), bound.get(j).text("address", ""))) {
          String got = bound.get(i).text("address", "");
          bound
              .get(i)
              .problem(
                  "address", got + " (expected: free, " + first(bound.get(j), bound.get(i)) + ")");
          break;
        }
      }
    }
  }

  private static boolean collide(String a, String b) {
    return HostPort.parse(a)
        .flatMap(left -> HostPort.parse(b).map(left::collidesWith))
        .orElse(false);
  }

  private void hosts() {
    Map<String, Section> seen = new HashMap<>();
    for (Section site : root.sections("sites")) {
      List<String> hosts = site.texts("hosts");
      for (int i = 0; i < hosts.size(); i++) {
        Section earlier = seen.putIfAbsent(hosts.get(i).toLowerCase(Locale.ROOT), site);
        if (earlier != null) {
          site.problem(
              "hosts", i, hosts.get(i) + " (expected: in one site, " + first(earlier, site) + ")");
        }
      }
    }
  }

  private void routeIds() {
    Map<String, Section> seen = new HashMap<>();
    for (Section site : root.sections("sites")) {
      for (Section route : site.sections("routes")) {
        String id = route.text("id");
        Section earlier = id == null ? null : seen.putIfAbsent(id, route);
        if (earlier != null) {
          route.problem("id", id + " (expected: unique, " + first(earlier, route) + ")");
        }
      }
    }
  }

  /** Upstreams with one cookie would replace each other's values, so that no client stayed on its server. */
  private void stickyCookies() {
    Map<String, Section> seen = new HashMap<>();
    Section upstreams = root.section("upstreams");
    for (String name : upstreams.names()) {
      Section sticky = upstreams.section(name).section("balance").section("sticky");
      String cookie = sticky.text("cookie");
      Section earlier = cookie == null ? null : seen.putIfAbsent(cookie, sticky);
      if (earlier != null) {
        sticky.problem("cookie", cookie + " (expected: unique, " + first(earlier, sticky) + ")");
      }
    }
  }

  /** Without a listener that asks for certificates, such a policy would refuse every request. */
  private void clientCertificates() {
    boolean areAskedFor = root.sections("listeners").stream()
        .anyMatch(
            listener -> listener.section("tls").text("clientAuth", "none").startsWith("requ"));
    if (areAskedFor) {
      return;
    }
    List<Section> owners = new ArrayList<>(root.sections("listeners"));
    for (Section site : root.sections("sites")) {
      owners.add(site);
      owners.addAll(site.sections("routes"));
    }
    for (Section owner : owners) {
      Section policies = owner.section("policies");
      if (policies.has("clientCertificate")) {
        policies.problem(
            "clientCertificate", "(expected: a listener with tls.clientAuth, request or require)");
      }
    }
  }

  /** The path of a callback chooses the policy that reads it, so two providers or clients need two of each path. */
  private void loginPaths() {
    for (Section site : root.sections("sites")) {
      Map<String, Section> seen = new HashMap<>();
      root.sections("listeners").forEach(listener -> loginPaths(listener, seen));
      loginPaths(site, seen);
      site.sections("routes").forEach(route -> loginPaths(route, seen));
    }
  }

  private static void loginPaths(Section owner, Map<String, Section> seen) {
    if (!owner.section("policies").has(OidcPolicy.KEY)) {
      return;
    }
    Section oidc = owner.section("policies").section(OidcPolicy.KEY);
    OidcPolicy.Paths usual = OidcPolicy.Paths.DEFAULT;
    Map<String, String> paths = Map.of(
        "redirectPath", usual.redirect(),
        "loginPath", usual.login(),
        "logoutPath", usual.logout());
    paths.forEach((key, otherwise) -> {
      String path = oidc.text(key, otherwise);
      Section earlier = seen.putIfAbsent(path, oidc);
      if (earlier != null && !isSameClient(earlier, oidc)) {
        oidc.problem(
            key,
            path + " (expected: a path of its own for each issuer, client, secret, redirectPath,"
                + " userInfo and algorithms of a site, "
                + first(earlier, oidc) + ")");
      }
    });
  }

  private static boolean isSameClient(Section a, Section b) {
    String usual = OidcPolicy.Paths.DEFAULT.redirect();
    return a.text("issuer", "").equals(b.text("issuer", ""))
        && a.text("clientId", "").equals(b.text("clientId", ""))
        && a.text("redirectPath", usual).equals(b.text("redirectPath", usual))
        // The route that serves the paths decides on these for all sessions.
        && a.text("clientSecret", "").equals(b.text("clientSecret", ""))
        && a.flag("userInfo", false) == b.flag("userInfo", false)
        && a.texts("algorithms").equals(b.texts("algorithms"));
  }

  /** A use of a plug-in needs the folder of its jar. */
  private void plugins() {
    if (root.section("plugins").has("folder")) {
      return;
    }
    List<Section> users = new ArrayList<>();
    root.sections("listeners").forEach(each -> users.add(each.section("policies")));
    for (Section site : root.sections("sites")) {
      users.add(site.section("policies"));
      site.sections("routes").forEach(each -> users.add(each.section("policies")));
    }
    for (Section policies : users) {
      if (policies.has("plugins")) {
        policies.problem("plugins", NO_PLUGINS);
      }
    }
    Section upstreams = root.section("upstreams");
    for (String name : upstreams.names()) {
      Section balance = upstreams.section(name).section("balance");
      if (balance.has("plugin")) {
        balance.problem("plugin", NO_PLUGINS);
      }
    }
  }

  private void orderedCertificates() {
    if (!root.has("acme")) {
      for (Section listener : root.sections("listeners")) {
        if (listener.section("tls").flag("acme", false)) {
          listener
              .section("tls")
              .problem("acme", "true (expected: the section acme of the file, with an authority)");
        }
      }
    }
  }

  /**
   * The first of equal patterns wins. A later one gets only the methods that the earlier ones do not have. Routes with conditions are
   * tried before, and leave requests to others.
   */
  private static void unreachableRoutes(List<Section> routes) {
    Map<String, Set<String>> taken = new HashMap<>();
    for (Section route : routes) {
      Section match = route.section("match");
      if (MatchReader.CONDITIONS.stream().anyMatch(match::has)) {
        continue;
      }
      String key = MatchReader.PATHS.stream().filter(match::has).findFirst().orElse("path");
      List<String> methods = match.texts("methods");
      Set<String> earlier = taken.computeIfAbsent(key + match.text(key, ""), k -> new HashSet<>());
      boolean all = earlier.contains("*");
      if (all || (!methods.isEmpty() && earlier.containsAll(methods))) {
        match.problem(
            key,
            match.text(key, "")
                + " (expected: not taken by an earlier route, nothing reaches this one)");
      }
      earlier.addAll(methods.isEmpty() ? List.of("*") : methods);
    }
  }

  private void upstreamsOf(Section route) {
    Section proxy = route.section("proxy");
    knownUpstream(proxy);
    proxy.sections("split").forEach(this::knownUpstream);
    knownUpstream(proxy.section("mirror"));
    upstreamOfPolicy(route);
  }

  private void upstreamOfPolicy(Section owner) {
    Section forwardAuth = owner.section("policies").section("forwardAuth");
    knownUpstream(forwardAuth);
    ClearText.ofDecisions(
        forwardAuth, root.section("upstreams").section(forwardAuth.text("upstream", "")));
  }

  private void knownUpstream(Section named) {
    Optional<YamlNode> group = whole.field("upstreams");
    boolean isKnown = group.isEmpty() || group.get().json().isObject();
    Set<String> known = group.map(YamlNode::fields).orElse(Map.of()).keySet();
    String name = named.text("upstream");
    if (name != null && isKnown && !known.contains(name)) {
      named.problem("upstream", name + " is no upstream " + Suggestion.orExpected(name, known));
    }
  }

  /** @param later the second one, which the problem is about */
  private static String first(Section earlier, Section later) {
    Position at = earlier.position();
    return at.file().equals(later.position().file())
        ? "the first is on line " + at.line()
        : "the first is at " + earlier.context().sources().named(at);
  }
}
