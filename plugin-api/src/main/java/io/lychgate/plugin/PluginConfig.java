package io.lychgate.plugin;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The {@code config} of one use of a plug-in: keys with texts, numbers, flags, lists and further sections. Each method throws a {@link
 * PluginConfigException} that names the key if the value has another type.
 */
public final class PluginConfig {
  private final String path;
  private final Map<String, Object> values;

  private PluginConfig(String path, Map<String, Object> values) {
    this.path = path;
    this.values = values;
  }

  /**
   * Returns a configuration with these values.
   *
   * @param values have the types String, Number, Boolean, List and Map
   */
  public static PluginConfig of(Map<String, ?> values) {
    return new PluginConfig("config", new LinkedHashMap<>(values));
  }

  /** Rejects keys that are not among these, so that a misspelled key is found. */
  public void allowOnly(String... keys) {
    Set<String> unknown = new TreeSet<>(values.keySet());
    Arrays.asList(keys).forEach(unknown::remove);
    if (!unknown.isEmpty()) {
      String first = unknown.iterator().next();
      throw problem(first, "unknown (expected: one of " + String.join(", ", keys) + ")");
    }
  }

  public boolean has(String key) {
    return values.get(key) != null;
  }

  /** Returns the text under a key that must be there. */
  public String text(String key) {
    Object value = values.get(key);
    if (value instanceof String text) {
      return text;
    }
    throw problem(key, got(value) + " (expected: a text)");
  }

  public String text(String key, String otherwise) {
    return has(key) ? text(key) : otherwise;
  }

  /** Returns an integer. */
  public long number(String key, long otherwise, long min, long max) {
    Object value = values.get(key);
    if (value == null) {
      return otherwise;
    }
    boolean isWhole = value instanceof Long || value instanceof Integer;
    if (isWhole && ((Number) value).longValue() >= min && ((Number) value).longValue() <= max) {
      return ((Number) value).longValue();
    }
    throw problem(key, got(value) + " (expected: an integer of " + min + "-" + max + ")");
  }

  public boolean flag(String key, boolean otherwise) {
    Object value = values.get(key);
    if (value == null) {
      return otherwise;
    }
    if (value instanceof Boolean flag) {
      return flag;
    }
    throw problem(key, got(value) + " (expected: true or false)");
  }

  /** Returns a list of texts; an absent one is empty. */
  public List<String> texts(String key) {
    Object value = values.get(key);
    if (value == null) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    if (value instanceof List<?> items) {
      for (Object item : items) {
        if (!(item instanceof String text)) {
          throw problem(key, got(item) + " (expected: a list of texts)");
        }
        texts.add(text);
      }
      return List.copyOf(texts);
    }
    throw problem(key, got(value) + " (expected: a list of texts)");
  }

  /** Returns the section under a key; an absent one is empty. */
  public PluginConfig section(String key) {
    Object value = values.get(key);
    Map<String, Object> section = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, each) -> section.put(String.valueOf(name), each));
    } else if (value != null) {
      throw problem(key, got(value) + " (expected: a section)");
    }
    return new PluginConfig(path + "." + key, section);
  }

  /** Returns all values as they are, for a plug-in with a reader of its own. */
  public Map<String, Object> values() {
    return Map.copyOf(values);
  }

  /** Returns a problem with a value of this section, for checks that the plug-in makes itself. */
  public PluginConfigException problem(String key, String message) {
    return new PluginConfigException(path + "." + key, message);
  }

  private static String got(@Nullable Object value) {
    return value == null ? "none" : value.toString();
  }
}
