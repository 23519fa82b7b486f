package io.lychgate.gateway.history.report;

import io.lychgate.gateway.history.Block;
import io.lychgate.gateway.history.EventKind;
import io.lychgate.gateway.history.HistoryEvent;
import io.lychgate.gateway.history.report.Report.Confounder;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Finds other changes between the windows that may explain a difference. */
final class Confounders {
  /** Changes of less than this are not worth a sentence. */
  private static final double LEAST_CHANGE = 0.1;

  private static final double LEAST_MIX = 0.05;
  private static final double LEAST_NODES = 0.05;
  private static final double LEAST_NEWER_PROTOCOLS = 0.01;

  private static final int MOST_EVENTS = 10;

  private static final Set<EventKind> PROTOCOL_EVENTS =
      EnumSet.of(EventKind.PROTOCOLS, EventKind.ALT_SVC);
  private static final Duration SAME_CHANGE = Duration.ofMinutes(1);

  private static final Map<String, Measure> BROWSERS = browsers();

  private final ReportQuestion question;
  private final ReportPlan plan;
  private final Matching matching;
  private final Traffic before;
  private final Traffic after;
  private final List<Confounder> found = new ArrayList<>();

  private Confounders(
      ReportQuestion question, ReportPlan plan, Matching matching, Traffic before, Traffic after) {
    this.question = question;
    this.plan = plan;
    this.matching = matching;
    this.before = before;
    this.after = after;
  }

  static List<Confounder> of(
      ReportQuestion question,
      ReportPlan plan,
      Matching matching,
      Traffic before,
      Traffic after,
      List<HistoryEvent> events) {
    Confounders confounders = new Confounders(question, plan, matching, before, after);
    confounders.findProtocolsBefore();
    confounders.findEvents(events);
    confounders.findVolume();
    confounders.findMix(
        "sites", "site", sites(matching.before()), sites(matching.after()), "requests");
    confounders.findMix("browsers", "browser", browsers(before), browsers(after), "page views");
    confounders.findViewsPerRequest();
    confounders.findNodes();
    return List.copyOf(confounders.found);
  }

  /** Returns the words of a kind in the middle of a sentence. */
  static String phrase(String kind) {
    return switch (kind) {
      case "protocols-before" -> "newer protocols before the event";
      case "event" -> "other events";
      case "restart" -> "restarts";
      case "volume" -> "traffic volume";
      case "sites" -> "the mix of sites";
      case "browsers" -> "the mix of browsers";
      case "views-per-request" -> "page views per request";
      case "missing-nodes" -> "missing nodes";
      default -> "the number of nodes";
    };
  }

  private void findProtocolsBefore() {
    double all = before.sum(Measure.REQUESTS);
    double newer = all - requests(matching.before(), question.site(), "h1");
    double share = newer / all;
    if (share >= LEAST_NEWER_PROTOCOLS) {
      add(
          "protocols-before",
          "HTTP/2 and HTTP/3 had " + Words.share(share)
              + " of the requests before the event already, so the report shows only a part of their effect",
          share);
    }
  }

  static double requests(List<Block> blocks, String site, String protocol) {
    return sum(blocks, site, protocol, Measure.REQUESTS);
  }

  static double sum(List<Block> blocks, String site, String protocol, Measure measure) {
    double sum = 0;
    for (Block block : blocks) {
      for (var part : block.parts().entrySet()) {
        if (part.getKey().protocol().equals(protocol) && Traffic.isOf(part.getKey(), site)) {
          sum += part.getValue().get(measure);
        }
      }
    }
    return sum;
  }

  private void findEvents(List<HistoryEvent> events) {
    List<HistoryEvent> others = events.stream()
        .filter(this::isOther)
        .sorted(Comparator.comparing(HistoryEvent::at))
        .toList();
    long restarts = others.stream().filter(Confounders::isRestart).count();
    if (restarts > 0) {
      add(
          "restart",
          "A gateway started or stopped in the windows (" + Words.count(restarts, "event") + ")",
          null);
    }
    List<HistoryEvent> rest = others.stream().filter(event -> !isRestart(event)).toList();
    for (HistoryEvent event : rest.subList(0, Math.min(rest.size(), MOST_EVENTS))) {
      String side = event.at().isBefore(question.at()) ? "before" : "after";
      add(
          "event",
          "An event " + side + " the one in question, at "
              + Words.time(event.at(), question.zone()) + " (" + event.kind().token() + "): "
              + Words.line(event.text(), 200),
          null);
    }
    if (rest.size() > MOST_EVENTS) {
      Map<String, Integer> kinds = new TreeMap<>();
      rest.subList(MOST_EVENTS, rest.size())
          .forEach(event -> kinds.merge(event.kind().token(), 1, Integer::sum));
      add("event", "More events in the windows: " + kinds.toString().replaceAll("[{}]", ""), null);
    }
  }

  private boolean isOther(HistoryEvent event) {
    return !event.at().isBefore(plan.from()) && event.at().isBefore(plan.to()) && !isSame(event);
  }

  /** Each node of a fleet notes the same change, the reload that made it, and the offer of HTTP/3 that came with it. */
  private boolean isSame(HistoryEvent event) {
    HistoryEvent asked = question.event();
    if (asked == null) {
      return false;
    }
    boolean ofAUser = asked.kind() == EventKind.NOTE || asked.kind() == EventKind.DEPLOY;
    if (event.id().equals(asked.id()) || ofAUser) {
      return event.id().equals(asked.id());
    }
    boolean near = Duration.between(asked.at(), event.at()).abs().compareTo(SAME_CHANGE) <= 0;
    boolean alike = event.kind() == asked.kind() && event.subject().equals(asked.subject());
    return near && (alike || event.kind() == EventKind.RELOAD || areProtocols(asked, event));
  }

  private static boolean areProtocols(HistoryEvent asked, HistoryEvent event) {
    return PROTOCOL_EVENTS.contains(asked.kind())
        && PROTOCOL_EVENTS.contains(event.kind())
        && asked.subject().equals(event.subject());
  }

  private static boolean isRestart(HistoryEvent event) {
    return event.kind() == EventKind.START || event.kind() == EventKind.STOP;
  }

  private void findVolume() {
    double rateBefore = before.sum(Measure.REQUESTS) / before.blocks();
    double change = after.sum(Measure.REQUESTS) / after.blocks() / rateBefore - 1;
    if (Math.abs(change) >= LEAST_CHANGE) {
      add(
          "volume",
          "The number of requests per hour " + (change < 0 ? "fell" : "rose") + " by "
              + Words.share(change),
          change);
    }
  }

  /** Returns the requests of each site: of the parts that are sums over protocols, if there are any. */
  private static Map<String, Double> sites(List<Block> blocks) {
    Map<String, Double> sums = new TreeMap<>();
    Map<String, Double> byProtocol = new TreeMap<>();
    for (Block block : blocks) {
      for (var part : block.parts().entrySet()) {
        Part key = part.getKey();
        if (key.scope() == Scope.SITE) {
          (key.protocol().equals(Part.NO_PROTOCOL) ? sums : byProtocol)
              .merge(key.name(), (double) part.getValue().get(Measure.REQUESTS), Double::sum);
        }
      }
    }
    return sums.isEmpty() ? byProtocol : sums;
  }

  private static Map<String, Measure> browsers() {
    Map<String, Measure> browsers = new LinkedHashMap<>();
    browsers.put("Chromium", Measure.VIEWS_CHROMIUM);
    browsers.put("Firefox", Measure.VIEWS_FIREFOX);
    browsers.put("Safari", Measure.VIEWS_SAFARI);
    browsers.put("other clients", Measure.VIEWS_OTHER);
    return browsers;
  }

  private static Map<String, Double> browsers(Traffic traffic) {
    Map<String, Double> browsers = new TreeMap<>();
    BROWSERS.forEach((name, measure) -> browsers.put(name, traffic.sum(measure)));
    return browsers;
  }

  /** Compares shares: the size is the part of the traffic that another name has after the event. */
  private void findMix(
      String kind,
      String noun,
      Map<String, Double> amountsBefore,
      Map<String, Double> amountsAfter,
      String of) {
    if (kind.equals("sites") && !question.site().isEmpty()) {
      return;
    }
    double allBefore = total(amountsBefore);
    double allAfter = total(amountsAfter);
    if (allBefore == 0 || allAfter == 0) {
      return;
    }
    TreeSet<String> names = new TreeSet<>(amountsBefore.keySet());
    names.addAll(amountsAfter.keySet());
    double distance = 0;
    String most = "";
    double mostBefore = 0;
    double mostAfter = 0;
    for (String name : names) {
      double shareBefore = amountsBefore.getOrDefault(name, 0.0) / allBefore;
      double shareAfter = amountsAfter.getOrDefault(name, 0.0) / allAfter;
      distance += Math.abs(shareAfter - shareBefore) / 2;
      if (Math.abs(shareAfter - shareBefore) > Math.abs(mostAfter - mostBefore)) {
        most = name;
        mostBefore = shareBefore;
        mostAfter = shareAfter;
      }
    }
    if (distance >= LEAST_MIX) {
      add(
          kind,
          "The mix by " + noun + " changed for " + Words.share(distance) + " of the " + of
              + ", most for " + Words.line(most, 100) + ": from " + Words.share(mostBefore) + " to "
              + Words.share(mostAfter),
          distance);
    }
  }

  private static double total(Map<String, Double> amounts) {
    return amounts.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private void findViewsPerRequest() {
    double ratioBefore = before.sum(Measure.PAGE_VIEWS) / before.sum(Measure.REQUESTS);
    double change = after.sum(Measure.PAGE_VIEWS) / after.sum(Measure.REQUESTS) / ratioBefore - 1;
    if (Math.abs(change) >= LEAST_CHANGE && Double.isFinite(change)) {
      add(
          "views-per-request",
          "Page views per request " + (change < 0 ? "fell" : "rose") + " by " + Words.share(change)
              + ", so pages load other numbers of assets, or other clients came",
          change);
    }
  }

  private void findNodes() {
    double nodesBefore = nodes(matching.before());
    double nodesAfter = nodes(matching.after());
    double change = nodesAfter / nodesBefore - 1;
    if (Math.abs(change) >= LEAST_NODES) {
      add(
          "nodes",
          String.format(
              Locale.ROOT,
              "The mean number of nodes went from %.1f to %.1f",
              nodesBefore,
              nodesAfter),
          change);
    }
    int missing = matching.excluded().getOrDefault(Matching.Exclusion.MISSING_NODE, 0);
    if (missing > 0) {
      int all = matching.usableBefore() + matching.usableAfter() + missing;
      add(
          "missing-nodes",
          "A node was missing for a while, so " + Words.count(missing, "block") + " are left out",
          (double) missing / all);
    }
  }

  private static double nodes(List<Block> blocks) {
    return blocks.stream().mapToInt(block -> block.observed().size()).average().orElse(0);
  }

  private void add(String kind, String text, @Nullable Double size) {
    found.add(new Confounder(kind, text, size));
  }
}
