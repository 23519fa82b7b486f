package io.lychgate.gateway.plugin;

import io.lychgate.gateway.message.Identity;
import io.lychgate.plugin.PluginSender;
import org.jspecify.annotations.Nullable;

/** A sender that a plug-in has authenticated. Its name and scheme are checked; a statement that cannot be read is absent. */
record SenderOfPlugin(String name, String scheme, PluginSender sender) implements Identity {
  private static final int MAX_CLAIM = 4096;

  @Override
  public @Nullable String claim(String claim) {
    try {
      String text = sender.claim(claim);
      return text == null || text.length() > MAX_CLAIM ? null : text;
    } catch (RuntimeException | Error failed) {
      return null;
    }
  }
}
