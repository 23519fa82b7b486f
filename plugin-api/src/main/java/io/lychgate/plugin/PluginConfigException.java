package io.lychgate.plugin;

/** An invalid configuration of a plug-in. The message names the key, and has the form {@code key: got (expected: …)}. */
public final class PluginConfigException extends RuntimeException {
  private static final long serialVersionUID = 1;

  public PluginConfigException(String key, String message) {
    super(key + ": " + message);
  }
}
