package io.lychgate.gateway.admin.access;

import org.jspecify.annotations.Nullable;

/**
 * Whether a request that changes something can come from another site's page.
 *
 * <p>Two walls besides the SameSite cookie: browsers say where a request comes from, and a header that a foreign page
 * cannot set without a preflight, which we never grant.
 */
public final class CrossSiteCheck {

  /** The header that each change carries, with the value 1. */
  public static final String HEADER = "x-lychgate-csrf";

  private CrossSiteCheck() {}

  /** Null when the request may go on, or why not. */
  public static @Nullable String objection(@Nullable String secFetchSite, @Nullable String csrf) {
    if (secFetchSite != null
        && !secFetchSite.equals("same-origin")
        && !secFetchSite.equals("none")) {
      return "Sec-Fetch-Site: " + secFetchSite + " (expected: same-origin or none)";
    }
    return "1".equals(csrf)
        ? null
        : "X-Lychgate-CSRF: " + (csrf == null ? "absent" : csrf) + " (expected: 1)";
  }
}
