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

  /** Counted for sites, too. A site is known with the first request. */
  private static final Set<Measure> OF_SITES = EnumSet.of(
      Measure.OPENED,
      Measure.H1_EQUIVALENT,
      Measure.REQUESTS,
      Measure.PAGE_VIEWS,
      Measure.CLIENT_ERRORS,
      Measure.SERVER_ERRORS,
      Measure.ABORTED,
      Measure.BYTES_IN,
      Measure.BYTES_OUT,
      Measure.VIEWS_CHROMIUM,
      Measure.VIEWS_FIREFOX,
      Measure.VIEWS_SAFARI,
      Measure.VIEWS_OTHER);

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
    put(all, firstByte("p50", 0.50));
    put(all, firstByte("p95", 0.95));
    put(all, firstByte("p99", 0.99));
    return all;
  }

  private static void put(Map<String, HistoryValue> all, HistoryValue value) {
    all.put(value.name(), value);
  }

  private static HistoryValue counter(Measure measure) {
    boolean isOfWhole = OF_WHOLE.contains(measure);
    Set<Scope> scopes = isOfWhole
        ? EnumSet.of(Scope.ALL)
        : OF_SITES.contains(measure) ? EVERYWHERE : OF_CONNECTIONS;
    return new HistoryValue(
        measure.column(),
        Set.of(measure),
        Set.of(),
        !isOfWhole && !WITHOUT_PROTOCOL.contains(measure),
        scopes,
        (point, parts) -> sum(point, parts, measure));
  }

  /** Returns the mean of a level over the time in which the fleet counted, summed over all nodes. */
  private static HistoryValue level(String name, Measure millis) {
    return of(
        name,
        OF_CONNECTIONS,
        Set.of(millis, Measure.OBSERVED_MILLIS),
        (point, parts) -> sum(point, parts, millis) / point.countedMillis());
  }

  private static HistoryValue firstByte(String name, double quantile) {
    return new HistoryValue(
        name, Set.of(), Set.of(Spread.FIRST_BYTE), true, EVERYWHERE, (point, parts) -> {
          Long micros = point.quantile(parts, Spread.FIRST_BYTE, quantile);
          return micros == null ? null : micros / MICROS_OF_MILLI;
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
