package io.lychgate.gateway.admin.history;

import io.lychgate.gateway.history.Series.Point;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Spread;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A value of a period that a client asks for by name: a counter, or what follows from counters.
 *
 * @param isByProtocol false for what belongs to no protocol, such as the CPU time of the loops
 */
record HistoryValue(
    String name,
    Set<Measure> measures,
    Set<Spread> spreads,
    boolean isByProtocol,
    Set<Scope> scopes,
    Formula formula) {
  private static final double NANOS = 1e9;
  private static final double MICROS_OF_MILLI = 1e3;
  private static final double MILLIS_OF_SECOND = 1e3;

  /** Counted for the whole gateway only. */
  private static final Set<Measure> OF_WHOLE = EnumSet.of(
      Measure.OBSERVED_MILLIS,
      Measure.CPU_NANOS,
      Measure.UPSTREAM_OPENED,
      Measure.UPSTREAM_REQUESTS);

  /** Counted before the protocol is known. */
  private static final Set<Measure> WITHOUT_PROTOCOL = EnumSet.of(
      Measure.ACCEPTED,
      Measure.FAILED_LEFT,
      Measure.FAILED_TLS,
      Measure.FAILED_TIMEOUT,
      Measure.FAILED_REFUSED);

  /** Measured while the site is not known, or in one read with requests for several sites. */
  private static final Set<Measure> NOT_OF_SITES =
      EnumSet.of(Measure.HANDSHAKE_NANOS, Measure.SAMPLED_NANOS, Measure.SAMPLED_REQUESTS);

  private static final Set<Scope> EVERYWHERE = EnumSet.allOf(Scope.class);
  private static final Set<Scope> OF_CONNECTIONS = EnumSet.of(Scope.ALL, Scope.LISTENER);
  private static final Map<String, HistoryValue> BY_NAME = all();

  /** Returns the value of parts in one period that is no gap; null if it does not follow from the counters. */
  private interface Formula {
    @Nullable
    Double of(Point point, Collection<Part> parts);
  }

  /** Returns the value with this name; null if there is none. */
  static @Nullable HistoryValue of(String name) {
    return BY_NAME.get(name);
  }

  /** Returns the value of these parts; null in a gap, where the scope does not count it, and if nothing follows. */
  @Nullable
  Double at(Point point, Scope scope, Collection<Part> parts) {
    return point.isGap() || !scopes.contains(scope) ? null : formula.of(point, parts);
  }

  private static Map<String, HistoryValue> all() {
    Map<String, HistoryValue> all = new LinkedHashMap<>();
    Arrays.stream(Measure.values()).map(HistoryValue::counter).forEach(value -> put(all, value));
    put(all, level("open", Measure.OPEN_MILLIS));
    put(all, level("inFlight", Measure.IN_FLIGHT_MILLIS));
    put(
        all,
        of(
            "saved",
            EVERYWHERE,
            Set.of(Measure.H1_EQUIVALENT, Measure.OPENED),
            (point, parts) ->
                sum(point, parts, Measure.H1_EQUIVALENT) - sum(point, parts, Measure.OPENED)));
    put(
        all,
        new HistoryValue(
            "cpuSeconds",
            Set.of(Measure.CPU_NANOS),
            Set.of(),
            false,
            EnumSet.of(Scope.ALL),
            (point, parts) -> sum(point, parts, Measure.CPU_NANOS) / NANOS));
    put(
        all,
        of(
            "requestsPerConnection",
            EVERYWHERE,
            Set.of(Measure.REQUESTS, Measure.OPENED),
            (point, parts) -> {
              double opened = sum(point, parts, Measure.OPENED);
              return opened == 0 ? null : sum(point, parts, Measure.REQUESTS) / opened;
            }));
    put(all, quantile("p50", Spread.FIRST_BYTE, 0.50, MICROS_OF_MILLI));
    put(all, quantile("p95", Spread.FIRST_BYTE, 0.95, MICROS_OF_MILLI));
    put(all, quantile("p99", Spread.FIRST_BYTE, 0.99, MICROS_OF_MILLI));
    put(all, quantile("ageP50", Spread.CONNECTION_AGE, 0.50, MILLIS_OF_SECOND));
    put(all, quantile("ageP95", Spread.CONNECTION_AGE, 0.95, MILLIS_OF_SECOND));
    put(all, quantile("connectionRequestsP50", Spread.CONNECTION_REQUESTS, 0.50, 1));
    put(all, quantile("connectionRequestsP95", Spread.CONNECTION_REQUESTS, 0.95, 1));
    return all;
  }

  private static void put(Map<String, HistoryValue> all, HistoryValue value) {
    all.put(value.name(), value);
  }

  private static HistoryValue counter(Measure measure) {
    return new HistoryValue(
        measure.column(),
        Set.of(measure),
        Set.of(),
        !OF_WHOLE.contains(measure) && !WITHOUT_PROTOCOL.contains(measure),
        scopesOf(measure),
        (point, parts) -> sum(point, parts, measure));
  }

  private static Set<Scope> scopesOf(Measure measure) {
    if (OF_WHOLE.contains(measure)) {
      return EnumSet.of(Scope.ALL);
    }
    return WITHOUT_PROTOCOL.contains(measure) || NOT_OF_SITES.contains(measure)
        ? OF_CONNECTIONS
        : EVERYWHERE;
  }

  /** Returns the mean of a level over the time in which the fleet counted, summed over all nodes. */
  private static HistoryValue level(String name, Measure millis) {
    return of(
        name,
        EVERYWHERE,
        Set.of(millis, Measure.OBSERVED_MILLIS),
        (point, parts) -> sum(point, parts, millis) / point.countedMillis());
  }

  /** @param unit values of the distribution in one unit of the result */
  private static HistoryValue quantile(String name, Spread spread, double quantile, double unit) {
    return new HistoryValue(name, Set.of(), Set.of(spread), true, EVERYWHERE, (point, parts) -> {
      Long value = point.quantile(parts, spread, quantile);
      return value == null ? null : value / unit;
    });
  }

  private static HistoryValue of(
      String name, Set<Scope> scopes, Set<Measure> measures, Formula formula) {
    return new HistoryValue(name, measures, Set.of(), true, scopes, formula);
  }

  private static double sum(Point point, Collection<Part> parts, Measure measure) {
    double sum = 0;
    for (Part part : parts) {
      Long count = point.count(part, measure);
      sum += count == null ? 0 : count;
    }
    return sum;
  }
}
