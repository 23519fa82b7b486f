package io.lychgate.gateway.admin.http;

import io.lychgate.gateway.store.Role;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rule of operations that take a site as a parameter, or report on all sites without it. */
public final class SiteRule {
  private SiteRule() {}

  /**
   * Requires that the sender has the role of the operation for the site; for all sites if it is null.
   *
   * @param site the first host of a site
   */
  public static void require(Call call, @Nullable String site) {
    Role least = call.permission().least();
    if (least != null && call.principal().hasForAllSites(least)) {
      return;
    }
    if (site == null) {
      throw call.forbidden(
          null,
          "site: absent (expected: one of the sender's sites, as the role is for some sites only)");
    }
    call.requireSites(List.of(site), site);
  }
}
