package io.lychgate.gateway.store;

/**
 * The browser in which a session was opened.
 *
 * @param network network of its address, for example {@code 192.0.2.0/24}; empty if unknown
 * @param agent its User-Agent, shortened; empty if unknown
 */
public record SessionOrigin(String network, String agent) {

  public static final SessionOrigin UNKNOWN = new SessionOrigin("", "");
}
