package io.lychgate.gateway.admin.http;

import io.lychgate.gateway.store.ManagedStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A file outside of the gateway decides a thing of the store. Only the tool that applies this file may change the thing. */
public final class ManagedBy {
  /** The tool names the place of its file in this header field. */
  private static final String FIELD = "x-lychgate-managed-by";

  private static final int MAX_PLACE = 300;

  private ManagedBy() {}

  /** Returns the place in the body of a request that sets it; null to end the mark. */
  public static @Nullable String placeIn(Call call) {
    Optional<String> given = call.body(body -> body.isNull("managedBy")
        ? Optional.empty()
        : Optional.ofNullable(body.optionalText("managedBy", MAX_PLACE)));
    String place = given.orElse(null);
    if (place != null && !place.matches("[!-~](?:[ -~]*[!-~])?")) {
      throw Call.invalid(
          "managedBy", place, "1-" + MAX_PLACE + " characters of ASCII, as for a header field");
    }
    return place;
  }

  /**
   * Refuses a change of a thing that a file decides, unless the request comes from the tool that applies that file.
   *
   * @param shown the thing for people
   */
  public static void require(Call call, ManagedStore.Kind kind, String name, String shown) {
    String place = call.store().managed().placeOf(kind, name);
    if (place != null && !place.equals(call.header(FIELD))) {
      call.store().audit().record(call.actor(), kind.token() + ".managed-by", name, true, place);
      throw new ProblemException(
          ProblemCode.MANAGED_BY_FILE,
          shown + " is managed by " + place
              + " (expected: a change of that file, or the header X-Lychgate-Managed-By with this value)");
    }
  }
}
