package io.lychgate.gateway.migration.draft;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The configuration that an import makes, while it grows. Each part knows the place that it comes from. Not thread-safe. */
public final class GatewayDraft {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private final Map<String, Part> listeners = new LinkedHashMap<>();
  private final Map<String, Part> upstreams = new LinkedHashMap<>();
  private final List<Site> sites = new ArrayList<>();
  private final ObjectNode general = NODES.objectNode();

  /** A mapping of the result. */
  public record Part(SourcePlace place, ObjectNode json) {}

  /** A site with its routes. */
  public static final class Site {
    private final SourcePlace place;
    private final Set<String> hosts;
    private final ObjectNode json = NODES.objectNode();
    private final List<Route> routes = new ArrayList<>();

    private Site(SourcePlace place, Set<String> hosts) {
      this.place = place;
      this.hosts = hosts;
    }

    public Set<String> hosts() {
      return hosts;
    }

    /** Returns the keys besides hosts and routes. */
    public ObjectNode json() {
      return json;
    }

    public List<Route> routes() {
      return routes;
    }

    SourcePlace place() {
      return place;
    }
  }

  /**
   * A route.
   *
   * @param isGuarded true if the source restricts who may send such requests, so that they must never become free
   */
  public record Route(SourcePlace place, ObjectNode json, boolean isGuarded) {}

  /** Returns the listener of an address, which is new or was added before. */
  public ObjectNode listener(String address, SourcePlace place) {
    return listeners
        .computeIfAbsent(address, key -> {
          ObjectNode json = NODES.objectNode();
          json.put("name", freeName(key));
          json.put("address", key);
          return new Part(place, json);
        })
        .json();
  }

  private String freeName(String address) {
    int colon = address.lastIndexOf(':');
    String port = address.substring(colon + 1);
    Set<String> taken = new HashSet<>();
    listeners.values().forEach(part -> taken.add(part.json().path("name").asString()));
    String name = "port-" + port;
    for (int n = 2; taken.contains(name); n++) {
      name = "port-" + port + "-" + n;
    }
    return name;
  }

  public Map<String, Part> listeners() {
    return listeners;
  }

  /** Returns the name of an upstream with exactly this content: the wanted one, or one with a number. */
  public String upstream(String wanted, ObjectNode json, SourcePlace place) {
    String clean = wanted.replaceAll("[^A-Za-z0-9._-]", "-").replaceAll("^[^A-Za-z0-9]+", "");
    String base = clean.isEmpty() ? "upstream" : clean.substring(0, Math.min(clean.length(), 50));
    String name = base;
    for (int n = 2; upstreams.containsKey(name); n++) {
      Part same = upstreams.get(name);
      if (same != null && same.json().equals(json)) {
        return name;
      }
      name = base + "-" + n;
    }
    upstreams.put(name, new Part(place, json));
    return name;
  }

  public Map<String, Part> upstreams() {
    return upstreams;
  }

  /** Adds a site for the hosts that no earlier one has. Returns null if there are none. */
  public @Nullable Site site(Set<String> wanted, SourcePlace place) {
    Set<String> free = new LinkedHashSet<>(wanted);
    sites.forEach(site -> free.removeAll(site.hosts));
    if (free.isEmpty()) {
      return null;
    }
    Site site = new Site(place, free);
    sites.add(site);
    return site;
  }

  public List<Site> sites() {
    return sites;
  }

  /** Returns the keys of the whole configuration. */
  public ObjectNode general() {
    return general;
  }

  /** Returns the whole configuration. */
  ObjectNode json() {
    ObjectNode root = NODES.objectNode();
    ArrayNode all = root.putArray("listeners");
    listeners.values().forEach(part -> all.add(part.json()));
    if (!upstreams.isEmpty()) {
      ObjectNode groups = root.putObject("upstreams");
      upstreams.forEach((name, part) -> groups.set(name, part.json()));
    }
    ArrayNode list = root.putArray("sites");
    for (Site site : sites) {
      ObjectNode json = list.addObject();
      ArrayNode hosts = json.putArray("hosts");
      site.hosts.forEach(hosts::add);
      site.json.properties().forEach(each -> json.set(each.getKey(), each.getValue()));
      ArrayNode routes = json.putArray("routes");
      site.routes.forEach(route -> routes.add(route.json()));
    }
    for (Map.Entry<String, JsonNode> each : general.properties()) {
      root.set(each.getKey(), each.getValue());
    }
    return root;
  }
}
