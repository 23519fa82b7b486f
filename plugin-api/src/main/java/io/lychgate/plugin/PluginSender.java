package io.lychgate.plugin;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The authenticated sender of a request. Its texts go to logs and upstreams, so they hold no credentials. */
public interface PluginSender {
  /** Returns its name: 1-256 visible characters. */
  String name();

  /** Returns the way of authentication as a token, such as {@code jwt}. */
  String scheme();

  /** Returns a statement about the sender, such as the issuer; null if there is none of this name. */
  @Nullable
  String claim(String name);

  /** Returns a sender with these statements. */
  static PluginSender of(String name, String scheme, Map<String, String> claims) {
    return new Named(name, scheme, claims);
  }

  /** A sender that is known by value. */
  record Named(String name, String scheme, Map<String, String> claims) implements PluginSender {
    public Named {
      claims = Map.copyOf(claims);
    }

    @Override
    public @Nullable String claim(String name) {
      return claims.get(name);
    }
  }
}
