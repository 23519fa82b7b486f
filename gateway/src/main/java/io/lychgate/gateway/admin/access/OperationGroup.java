package io.lychgate.gateway.admin.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A group of operations. A token names the groups that it may call. */
public enum OperationGroup {
  /** The own session and password: no token may call these. */
  ACCOUNT,
  /** Facts that each token may read: its own rights, and the table of permissions. */
  ANY,
  MANIFESTS,
  PROPOSALS,
  LEDGER,
  LIVE,
  TIMELINES,
  ROUTES,
  UPSTREAMS,
  CACHE,
  CERTIFICATES,
  HISTORY,
  EXPERIMENTS,
  TIMINGS,
  CONFIGURATION,
  LOG,
  SYSTEM,
  AUDIT,
  USERS,
  TOKENS,
  METRICS;

  /** The word for all groups. */
  public static final String ALL = "*";

  public String token() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns true if a token may name the group. */
  public boolean isGrantable() {
    return this != ACCOUNT && this != ANY;
  }

  /** Returns the group of a word that a token may name. */
  public static Optional<OperationGroup> grantable(String token) {
    return Arrays.stream(values())
        .filter(group -> group.isGrantable() && group.token().equals(token))
        .findFirst();
  }
}
