package io.lychgate.gateway.config.policy;

import io.lychgate.gateway.config.check.Require;
import io.lychgate.gateway.config.pattern.AddressRange;
import java.util.List;

/**
 * {@code access}: the addresses of clients that a route admits. A client in {@code deny} is refused, even if it is in {@code allow}.
 * If {@code allow} is stated, a client outside of it is refused, too.
 *
 * @param allow empty if every client is admitted that {@code deny} does not refuse
 */
public record AccessPolicy(List<AddressRange> allow, List<AddressRange> deny) implements Policy {
  public static final String KEY = "access";

  /** Ranges of a list. A million bytes of YAML; a look-up takes 15 comparisons. */
  public static final int MAX_RANGES = 20_000;

  public AccessPolicy {
    allow = List.copyOf(allow);
    deny = List.copyOf(deny);
    if (allow.isEmpty() && deny.isEmpty()) {
      throw new IllegalArgumentException("access: neither allow nor deny (expected: one of them)");
    }
    Require.range("allow", allow.size(), 0, MAX_RANGES);
    Require.range("deny", deny.size(), 0, MAX_RANGES);
  }

  @Override
  public String key() {
    return KEY;
  }

  @Override
  public boolean restricts() {
    return true;
  }

  @Override
  public String summary() {
    String denied = deny.isEmpty() ? "" : "denies " + ranges(deny);
    String allowed = allow.isEmpty() ? "" : "admits only " + ranges(allow);
    return denied + (denied.isEmpty() || allowed.isEmpty() ? "" : ", ") + allowed;
  }

  private static String ranges(List<AddressRange> list) {
    return list.size() == 1 ? list.get(0).toString() : list.size() + " ranges of addresses";
  }
}
