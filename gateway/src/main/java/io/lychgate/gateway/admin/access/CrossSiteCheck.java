package io.lychgate.gateway.admin.access;

import org.jspecify.annotations.Nullable;

/**
 * Detects requests for changes that may come from another site's page.
 *
 * <p>It makes two checks besides the SameSite cookie. Browsers state the origin of a request in Sec-Fetch-Site. A page of another
 * site cannot set the header without a preflight, which the gateway never grants.
 */
public final class CrossSiteCheck {

  /** The header that each change carries, with the value 1. */
  public static final String HEADER = "x-lychgate-csrf";

  private CrossSiteCheck() {}

  /** Returns null if the request is accepted, else the reason for its refusal. */
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
