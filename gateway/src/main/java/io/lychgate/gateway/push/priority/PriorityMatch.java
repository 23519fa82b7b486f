package io.lychgate.gateway.push.priority;

import io.lychgate.gateway.config.pattern.PathPattern;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The responses to which a rule applies. All stated criteria must match, and of a list at least one value. Matching allocates
 * nothing, except for a path's regular expression.
 *
 * @param path null for every path
 * @param routes ids; empty for every route
 * @param types empty for every response, also one without a type
 * @param destinations values of Sec-Fetch-Dest; empty for every destination
 * @param size null for every length, also an unknown one
 * @param entry true if a manifest must name the resource as an asset, false if none may; null for either
 * @param tier the tier of that asset, 0 for any
 */
public record PriorityMatch(
    @Nullable PathPattern path,
    List<String> routes,
    List<TypePattern> types,
    List<String> destinations,
    @Nullable SizeRange size,
    @Nullable Boolean entry,
    int tier) {

  public PriorityMatch {
    routes = List.copyOf(routes);
    types = List.copyOf(types);
    destinations = List.copyOf(destinations);
  }

  /** Compares numbers first and walks along texts last. */
  Fit fit(PrioritySubject subject) {
    if ((entry != null && entry != subject.isEntry())
        || (tier != 0 && tier != subject.tier())
        || (path != null && path.isExact() && !subject.isAt(path))) {
      return Fit.NO;
    }
    Fit fit = Fit.YES;
    if (!routes.isEmpty()) {
      fit = and(fit, fitOfRoute(subject));
    }
    if (fit != Fit.NO && !destinations.isEmpty()) {
      fit = and(fit, fitOfDestination(subject));
    }
    if (fit != Fit.NO && !types.isEmpty()) {
      fit = and(fit, fitOfType(subject));
    }
    if (fit != Fit.NO && size != null) {
      long length = subject.length();
      fit = and(fit, length < 0 ? subject.unknown() : fit(size.contains(length)));
    }
    if (fit != Fit.NO && path != null && !path.isExact()) {
      fit = and(fit, fit(subject.isAt(path)));
    }
    return fit;
  }

  private Fit fitOfRoute(PrioritySubject subject) {
    String route = subject.route();
    if (route == null) {
      return subject.unknown();
    }
    for (int i = 0; i < routes.size(); i++) {
      if (routes.get(i).equals(route)) {
        return Fit.YES;
      }
    }
    return Fit.NO;
  }

  private Fit fitOfDestination(PrioritySubject subject) {
    CharSequence destination = subject.destination();
    if (destination == null) {
      return subject.unknown();
    }
    for (int i = 0; i < destinations.size(); i++) {
      if (destinations.get(i).contentEquals(destination)) {
        return Fit.YES;
      }
    }
    return Fit.NO;
  }

  private Fit fitOfType(PrioritySubject subject) {
    CharSequence type = subject.type();
    if (type == null) {
      return subject.unknown();
    }
    Fit fit = Fit.NO;
    for (int i = 0; i < types.size(); i++) {
      if (types.get(i).matches(type)) {
        return Fit.YES;
      }
      if (types.get(i).isOfKind(type)) {
        fit = subject.unknown();
      }
    }
    return fit;
  }

  private static Fit fit(boolean fits) {
    return fits ? Fit.YES : Fit.NO;
  }

  private static Fit and(Fit one, Fit other) {
    return other == Fit.YES ? one : other;
  }

  /** Returns a readable text; equal for equivalent criteria. */
  @Override
  public String toString() {
    List<String> parts = new ArrayList<>();
    if (path != null) {
      parts.add(path.toString());
    }
    add(parts, "route", routes);
    add(parts, "type", types.stream().map(TypePattern::toString).toList());
    add(parts, "destination", destinations);
    if (size != null) {
      parts.add("size " + size);
    }
    if (entry != null) {
      parts.add("entry " + entry);
    }
    if (tier != 0) {
      parts.add("tier " + tier);
    }
    return String.join(", ", parts);
  }

  private static void add(List<String> parts, String key, List<String> values) {
    if (!values.isEmpty()) {
      parts.add(key + " " + String.join(" or ", values));
    }
  }
}
