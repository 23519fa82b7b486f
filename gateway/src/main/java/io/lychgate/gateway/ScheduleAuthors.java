package io.lychgate.gateway;

import io.lychgate.gateway.admin.access.ManifestHosts;
import io.lychgate.gateway.admin.access.Principal;
import io.lychgate.gateway.store.ApiToken;
import io.lychgate.gateway.store.Grant;
import io.lychgate.gateway.store.Role;
import io.lychgate.gateway.store.Store;
import io.lychgate.gateway.store.StoredPublication;
import io.lychgate.gateway.store.User;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rights of those who schedule a publication, at its time. A person who lost the right in between must not change what visitors get;
 * nor must the token of one that was deleted. A token that has expired since could do it when it was used.
 */
final class ScheduleAuthors {
  private final ManifestHosts manifests = new ManifestHosts();

  /** Returns the reason for which the author may not publish now; null if the author may. */
  @Nullable
  String objection(Store store, StoredPublication scheduled) {
    String author = scheduled.author();
    int slash = author.indexOf('/');
    String name = slash < 0 ? author : author.substring(0, slash);
    User user = store.users().find(name).orElse(null);
    if (user == null) {
      return "its author " + name + " is no longer a user (expected: a user who may publish)";
    }
    if (user.isDisabled()) {
      return "its author " + name + " is disabled (expected: a user who may publish)";
    }
    String tokenName = slash < 0 ? null : author.substring(slash + 1);
    ApiToken token =
        tokenName == null ? null : store.tokens().find(name, tokenName).orElse(null);
    if (tokenName != null && token == null) {
      return "the token " + author + ", which scheduled it, was deleted";
    }
    Set<String> hosts = manifests.of(scheduled.text()).orElse(Set.of(Grant.ALL));
    return new Principal(user, token).covers(Role.PUBLISHER, hosts)
        ? null
        : "its author " + author + " may no longer publish for these sites (expected: the role "
            + Role.PUBLISHER.token() + ")";
  }
}
