package io.lychgate.gateway.simulate;

import io.lychgate.gateway.store.ViewSample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** The times of one page view in milliseconds, by the columns of {@link ViewSample#TIMES}. */
final class ViewTimes {
  /** Medians of a page on the mobile web, as HTTP Archive has them, and the spread of visitors and of their views. */
  private static final double MEDIAN_LOAD = 1_200;

  private static final double SPREAD_OF_VISITORS = 0.35;
  private static final double SPREAD_OF_VIEWS = 0.25;

  private static final double NANOS = 1e6;
  private static final double TENTHS = 10;

  /** Times after the first byte, in the order in which they come. */
  private static final List<String> ORDER =
      List.of("ttfb", "first_paint", "fcp", "lcp", "dcl", "load");

  private final Map<String, Double> times = new LinkedHashMap<>();

  private ViewTimes() {}

  /**
   * Returns times as they were measured.
   *
   * @param dialled null if the connection was open
   * @param staticsNanos span of the resources; negative if there were none
   */
  static ViewTimes measured(
      Fetched page,
      long startNanos,
      Dialler.@Nullable Dialled dialled,
      long staticsNanos,
      long endNanos) {
    ViewTimes view = new ViewTimes();
    view.put("redirect", 0);
    view.put("dns", 0);
    view.put("connect", dialled == null ? 0 : dialled.connectNanos());
    view.put("tls", dialled == null ? 0 : dialled.tlsNanos());
    view.put("request", page.firstNanos() - page.startNanos());
    view.put("ttfb", page.firstNanos() - startNanos);
    view.put("response", page.endNanos() - page.firstNanos());
    if (page.interimNanos() > 0) {
      view.put("lead", page.firstNanos() - page.interimNanos());
    }
    if (staticsNanos >= 0) {
      view.put("statics", staticsNanos);
    }
    // A browser paints once the styles are there. Without a renderer, all of these times are the
    // end of the resources.
    view.put("dcl", endNanos - startNanos);
    view.put("first_paint", endNanos - startNanos);
    view.put("fcp", endNanos - startNanos);
    view.put("lcp", endNanos - startNanos);
    view.put("load", endNanos - startNanos);
    view.times.put("cls", 0.02);
    return view;
  }

  private void put(String column, long nanos) {
    times.put(column, Math.max(0, nanos / NANOS));
  }

  /**
   * Returns drawn times, which follow a log-normal distribution and depend on the visitor and on chance alone.
   *
   * @param visitor standard-normal number of the visitor
   */
  static ViewTimes drawn(double visitor, Random random) {
    ViewTimes view = new ViewTimes();
    double load = MEDIAN_LOAD
        * Math.exp(SPREAD_OF_VISITORS * visitor + SPREAD_OF_VIEWS * random.nextGaussian());
    view.times.put("dns", 0.01 * load);
    view.times.put("connect", 0.02 * load);
    view.times.put("tls", 0.03 * load);
    view.times.put("request", 0.08 * load);
    view.times.put("ttfb", 0.15 * load);
    view.times.put("response", 0.05 * load);
    view.times.put("statics", 0.6 * load);
    view.times.put("first_paint", 0.4 * load);
    view.times.put("fcp", 0.42 * load);
    view.times.put("lcp", 0.5 * load);
    view.times.put("dcl", 0.5 * load);
    view.times.put("load", load);
    view.times.put("cls", 0.02);
    return view;
  }

  /**
   * Plants the effects of a protocol and of arms. Times stay in the order in which browsers have them.
   *
   * @return the effects that this view has
   */
  List<Effect> plant(List<Effect> effects, String protocol, Collection<String> arms) {
    List<Effect> planted = new ArrayList<>();
    for (Effect effect : effects) {
      if (effect.isOn(protocol, arms) && times.containsKey(effect.metric())) {
        planted.add(effect);
        times.computeIfPresent(effect.metric(), (column, before) -> before * effect.factor());
        int place = ORDER.indexOf(effect.metric());
        double time = times.getOrDefault(effect.metric(), 0.0);
        for (int i = 0; place >= 0 && i < ORDER.size(); i++) {
          boolean isBefore = i < place;
          times.computeIfPresent(
              ORDER.get(i),
              (column, other) -> isBefore ? Math.min(other, time) : Math.max(other, time));
        }
      }
    }
    return planted;
  }

  /** Removes the time of a load that did not come. */
  void leave() {
    times.remove("load");
  }

  double get(String column) {
    return times.getOrDefault(column, Double.NaN);
  }

  /** Returns the JSON of the report. */
  String json() {
    StringBuilder text = new StringBuilder("{");
    times.forEach((column, time) -> text.append(text.length() > 1 ? "," : "")
        .append('"')
        .append(column)
        .append("\":")
        .append(
            column.equals("cls")
                ? String.format(Locale.ROOT, "%.4f", time)
                : String.valueOf(Math.round(time * TENTHS) / TENTHS)));
    return text.append('}').toString();
  }
}
