package io.lychgate.gateway.store;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A change of a user by an admin. A part that is null stays as it is. */
public record UserChange(
    @Nullable String name,
    @Nullable List<Grant> grants,
    @Nullable Boolean isDisabled) {

  public static UserChange disabled(boolean isDisabled) {
    return new UserChange(null, null, isDisabled);
  }
}
