package io.lychgate.plugin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The head of a request. Immutable, for any thread. Tests of a plug-in implement it. */
public interface PluginRequestHead {
  /** Returns the method, such as {@code GET}. */
  String method();

  /** Returns {@code https} or {@code http}. */
  String scheme();

  /** Returns the host with its port, as the client sent it. */
  String authority();

  /** Returns the path in normal form, without the query. */
  String path();

  /** Returns the query without the question mark; null if there is none. */
  @Nullable
  String query();

  /** Returns all header fields with names in lower case, in the order of the request. Host is not among them. */
  List<PluginField> fields();

  /** Returns the value of the first field with this name, in any case; null if there is none. */
  default @Nullable String field(String name) {
    for (PluginField field : fields()) {
      if (field.name().equalsIgnoreCase(name)) {
        return field.value();
      }
    }
    return null;
  }

  /** Returns the values of all fields with this name, in any case. */
  default List<String> values(String name) {
    return fields().stream()
        .filter(field -> field.name().equalsIgnoreCase(name))
        .map(PluginField::value)
        .toList();
  }
}
