package io.lychgate.gateway.story;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Intentional differences from H2O 2.2.5: a reason, the recorded requests that show it, and the behaviour of the gateway. {@code
 * docs/how-to/casper-h2o.md} documents them for operators.
 */
enum H2oDifference {
  EMPTY_SET_COOKIE(
      "H2O sends an empty set-cookie field when its set is empty; it means nothing, so there is none",
      "A09 A10 C45 C47 I10 J00 J06",
      0),
  STALE_SET_COOKIE(
      "H2O writes back a cookie from before it read another one, and the visitor loses what that said",
      "B25",
      1),
  COOKIE_OF_LATE_PUSHES(
      "H2O leaves the cookie to the push that is answered last, and to no response if that is cancelled; here the page has it",
      "K05",
      1),
  NO_INTERNAL_REDIRECT(
      "an upstream cannot send the gateway elsewhere (x-reproxy-url), so the path is the one asked for",
      "M01",
      1),
  ONE_MODE_FOR_ALL_SITES(
      "casper.mode is not a setting of a site: the recorded connection has a host without CASPER before one with it",
      "L03",
      0);

  private final String reason;
  private final String ids;
  private final int cookies;

  /**
   * @param ids ids separated by spaces
   * @param cookies Set-Cookie fields that the gateway sends instead
   */
  H2oDifference(String reason, String ids, int cookies) {
    this.reason = reason;
    this.ids = ids;
    this.cookies = cookies;
  }

  /** Returns the difference shown by the recorded request, or null if there is none. */
  static @Nullable H2oDifference of(String id) {
    for (H2oDifference difference : values()) {
      if (List.of(difference.ids.split(" ", -1)).contains(id)) {
        return difference;
      }
    }
    return null;
  }

  String reason() {
    return reason;
  }

  /** Pushes are always equal; only cookies differ. */
  void check(H2oStep step, List<String> pushed, List<String> setCookies) {
    assertThat(pushed).as(step + ": " + reason).isEqualTo(step.texts("pushed"));
    assertThat(setCookies).as(step + ": " + reason).hasSize(cookies);
  }
}
