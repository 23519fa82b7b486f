package io.lychgate.plugin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The head of a final response, which a filter edits. Valid during the call only. */
public interface PluginResponse {
  /** Returns the status code. */
  int status();

  /** Returns the present header fields with names in lower case. */
  List<PluginField> fields();

  /** Returns the value of the first field with this name, in any case; null if there is none. */
  @Nullable
  String field(String name);

  /**
   * Replaces all fields with this name by one.
   *
   * @throws IllegalArgumentException for a name or value that is not allowed, or a field that the gateway sets itself
   */
  void set(String name, String value);

  /**
   * Adds a field.
   *
   * @throws IllegalArgumentException for a name or value that is not allowed, or a field that the gateway sets itself
   */
  void add(String name, String value);

  /**
   * Removes all fields with this name.
   *
   * @throws IllegalArgumentException for a field that the gateway sets itself
   */
  void remove(String name);
}
