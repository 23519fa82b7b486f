package io.lychgate.gateway.admin.signon;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.store.User;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Opens sessions for users whom another part has identified. */
@FunctionalInterface
public interface SessionOpening {

  /**
   * Returns the id of the new session, for the cookie.
   *
   * @param end latest end; null for that of the configuration
   */
  String open(Call call, User user, @Nullable Instant end);
}
