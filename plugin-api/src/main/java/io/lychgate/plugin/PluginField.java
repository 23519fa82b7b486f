package io.lychgate.plugin;

import java.util.Objects;

/**
 * One header field.
 *
 * @param name the gateway writes it in lower case
 * @param value without control characters
 */
public record PluginField(String name, String value) {
  public PluginField {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(value, "value");
  }
}
