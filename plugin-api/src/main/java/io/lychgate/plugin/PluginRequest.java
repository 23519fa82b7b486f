package io.lychgate.plugin;

import org.jspecify.annotations.Nullable;

/** A request as steps and filters see it. Immutable, for any thread. Tests of a plug-in implement it. */
public interface PluginRequest extends PluginRequestHead {
  /** Returns the client's address as text, without port. Trusted proxies before the gateway are skipped. */
  String clientAddress();

  /** Returns the authenticated sender; null if no policy before has authenticated one. */
  @Nullable
  PluginSender sender();

  /** Returns the version of HTTP: {@code http/1.1}, {@code h2} or {@code h3}. */
  String protocol();

  /** Returns the id of the request in logs; null on a route without the policy {@code requestId}. */
  @Nullable
  String requestId();

  /** Returns true if a body follows the head. */
  boolean hasBody();
}
