package io.lychgate.gateway.admin.history;

import io.lychgate.gateway.observe.census.Part;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Names of protocols in the admin API, beside the tags of {@link Part}. */
final class ProtocolNames {
  /** The sum over protocols, with what belongs to none. */
  static final String ALL = "all";

  private static final Map<String, String> BY_TAG = tags();

  private ProtocolNames() {}

  /** Returns the parts of each protocol by its name, and all of them first. */
  static Map<String, List<Part>> group(Collection<Part> parts) {
    Map<String, List<Part>> groups = new LinkedHashMap<>();
    groups.put(ALL, List.copyOf(parts));
    BY_TAG.forEach((tag, name) -> groups.put(
        name, parts.stream().filter(part -> part.protocol().equals(tag)).toList()));
    return groups;
  }

  private static Map<String, String> tags() {
    Map<String, String> tags = new LinkedHashMap<>();
    tags.put("h1", "http/1.1");
    tags.put("h2", "h2");
    tags.put("h3", "h3");
    return tags;
  }
}
