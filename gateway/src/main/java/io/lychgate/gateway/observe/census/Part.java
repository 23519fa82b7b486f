package io.lychgate.gateway.observe.census;

/**
 * A part of the gateway that is counted apart.
 *
 * @param name name of the listener or site; empty for the whole
 * @param protocol tag of the protocol ({@code h1}, {@code h2}, {@code h3}), or {@link #NO_PROTOCOL} for what belongs to none: CPU
 *     time of loops, connections to servers, connections that failed before their protocol was known
 */
public record Part(Scope scope, String name, String protocol) {
  public static final String NO_PROTOCOL = "-";

  public static Part whole(String protocol) {
    return new Part(Scope.ALL, "", protocol);
  }
}
