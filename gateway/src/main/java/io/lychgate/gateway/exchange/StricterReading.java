package io.lychgate.gateway.exchange;

import io.lychgate.gateway.condition.ConditionInput;
import io.lychgate.gateway.route.Route;
import io.lychgate.gateway.route.RouteMatch;
import io.lychgate.gateway.route.Router;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds the route around which a request would get, because a server may read its path differently. */
final class StricterReading {
  private StricterReading() {}

  /**
   * Returns another route of a reading of the path, which does not admit everyone that the route of the request admits; null if there is
   * none. If the readings, or the conditions of one, cost too much to be known, this is the route of the request.
   *
   * @param path in normal form, without query
   * @param listener name of the listener at which the request arrives
   * @param found the route of the request
   */
  static @Nullable Route of(
      Router router,
      String host,
      String method,
      CharSequence path,
      ConditionInput input,
      String listener,
      Route found) {
    if (!PathReadings.areIn(path) || !router.restricts(host)) {
      return null;
    }
    Set<String> readings = PathReadings.of(path);
    if (readings == null) {
      return found;
    }
    for (String reading : readings) {
      RouteMatch match = router.match(host, method, reading, input);
      if (match instanceof RouteMatch.ConditionsTooCostly) {
        return found;
      }
      if (match instanceof RouteMatch.Found other
          && !other.route().id().equals(found.id())
          && other.route().isStricterThan(found, listener)) {
        return other.route();
      }
    }
    return null;
  }
}
