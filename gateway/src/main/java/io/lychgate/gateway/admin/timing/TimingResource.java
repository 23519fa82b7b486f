package io.lychgate.gateway.admin.timing;

import io.lychgate.gateway.admin.history.HistoryRange;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Cursor;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.http.SiteRule;
import io.lychgate.gateway.message.ArmAssignment;
import io.lychgate.gateway.store.Page;
import io.lychgate.gateway.store.ViewSample;
import io.lychgate.gateway.store.ViewSamples;
import io.lychgate.gateway.timing.PageOutcome;
import io.lychgate.gateway.timing.ReportOutcome;
import io.lychgate.gateway.timing.ResourceOutcome;
import io.lychgate.gateway.timing.TimingCounts;
import io.lychgate.gateway.timing.TimingReports;
import io.lychgate.gateway.timing.TimingReports.Answer;
import io.lychgate.gateway.timing.TimingReports.By;
import io.lychgate.gateway.timing.TimingReports.Figures;
import io.lychgate.gateway.timing.TimingReports.Group;
import io.lychgate.gateway.timing.TimingReports.Question;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The timings of real visitors: their distributions, and single page views. */
public final class TimingResource {
  private static final String DEFAULT_METRIC = "lcp";
  private static final String OUTCOMES = "loaded, failed, truncated, abandoned or unreported";

  private final TimingReports reports;

  public TimingResource(TimingReports reports) {
    this.reports = reports;
  }

  public Reply get(Call call) {
    HistoryRange range = range(call);
    String metric = column(call.query("metric"));
    SiteRule.require(call, text(call, "site"));
    Answer answer = reports.ask(new Question(
        range.from(),
        range.to(),
        text(call, "site"),
        text(call, "page"),
        text(call, "protocol"),
        text(call, "cache"),
        text(call, "device"),
        by(call),
        metric));
    return Reply.ok(new Body(
        answer.from(),
        answer.to(),
        answer.stepSeconds(),
        ViewSample.metric(metric),
        answer.groups().stream().map(GroupBody::of).toList(),
        answer.others(),
        // The node counts the page views of all sites together.
        call.seesAllSites() ? pages(reports.counts()) : Map.of(),
        call.seesAllSites() ? received(reports.counts()) : Map.of(),
        call.seesAllSites() ? resources(reports.counts()) : Map.of()));
  }

  public Reply views(Call call) {
    HistoryRange range = range(call);
    SiteRule.require(call, text(call, "site"));
    int limit = call.limit();
    Page<ViewSample> page = call.store()
        .views()
        .list(
            new ViewSamples.Filter(
                range.from().toEpochMilli(),
                range.to().toEpochMilli(),
                text(call, "site"),
                text(call, "page"),
                text(call, "protocol"),
                outcome(call),
                text(call, "cache"),
                arm(call),
                isOn(call, "waterfall")),
            order(call),
            place(call),
            limit + 1,
            call.offset());
    Set<String> drawn = call.store()
        .waterfalls()
        .among(page.items().stream().map(ViewSample::id).toList());
    return Reply.ok(Cursor.cut(
            page,
            limit,
            view ->
                List.of(String.valueOf(view.time("load")), String.valueOf(view.at()), view.id()))
        .map(view -> ViewBody.of(view, drawn.contains(view.id()))));
  }

  public Reply view(Call call) {
    ViewSample view = viewOf(call);
    boolean hasWaterfall = !call.store().waterfalls().among(List.of(view.id())).isEmpty();
    return Reply.ok(ViewBody.of(view, hasWaterfall));
  }

  /** Returns the page view of the path, if the sender sees its site. */
  static ViewSample viewOf(Call call) {
    String id = call.path("id");
    // A view id of Server-Timing begins with the id of the view.
    String wanted = id.substring(0, Math.min(id.length(), TimingReports.ID_CHARACTERS));
    return call.store()
        .views()
        .find(wanted)
        .filter(view -> call.sees(List.of(view.site())))
        .orElseThrow(() -> call.absent(
            wanted, "view: " + wanted + " (expected: the id of a page view that is kept)"));
  }

  private HistoryRange range(Call call) {
    HistoryRange range = HistoryRange.of(call, reports.now());
    if (!range.from().isBefore(range.to())) {
      throw Call.invalid("from", range.from().toString(), "before `to`");
    }
    return range;
  }

  private static @Nullable String text(Call call, String name) {
    String value = call.query(name);
    return value.isEmpty() ? null : value;
  }

  private static By by(Call call) {
    String wanted = call.query("by");
    return wanted.isEmpty()
        ? By.ALL
        : Arrays.stream(By.values())
            .filter(each -> each.token().equals(wanted))
            .findFirst()
            .orElseThrow(() -> Call.invalid(
                "by",
                wanted,
                Arrays.stream(By.values()).map(By::token).collect(Collectors.joining(", "))));
  }

  private static String column(String metric) {
    String wanted = metric.isEmpty() ? DEFAULT_METRIC : metric;
    return ViewSample.TIMES.stream()
        .filter(each -> ViewSample.metric(each).equals(wanted))
        .findFirst()
        .orElseThrow(() -> Call.invalid(
            "metric",
            wanted,
            ViewSample.TIMES.stream().map(ViewSample::metric).collect(Collectors.joining(", "))));
  }

  private static @Nullable String outcome(Call call) {
    String wanted = text(call, "outcome");
    if (wanted != null && !List.of(OUTCOMES.split(", | or ")).contains(wanted)) {
      throw Call.invalid("outcome", wanted, OUTCOMES);
    }
    return wanted;
  }

  /** Reads an arm as Server-Timing names it: the id of the experiment, a colon, and the name of the arm. */
  private static ViewSamples.@Nullable Arm arm(Call call) {
    String wanted = text(call, "arm");
    if (wanted == null) {
      return null;
    }
    int colon = wanted.indexOf(':');
    if (colon <= 0 || colon == wanted.length() - 1) {
      throw Call.invalid("arm", wanted, "EXPERIMENT:ARM");
    }
    return new ViewSamples.Arm(wanted.substring(0, colon), wanted.substring(colon + 1));
  }

  private static boolean isOn(Call call, String name) {
    String wanted = call.query(name);
    if (!wanted.isEmpty() && !wanted.equals("true") && !wanted.equals("false")) {
      throw Call.invalid(name, wanted, "true or false");
    }
    return wanted.equals("true");
  }

  private static ViewSamples.@Nullable Place place(Call call) {
    List<String> cursor = Cursor.of(call, 3);
    return cursor == null
        ? null
        : new ViewSamples.Place(
            Cursor.decimal(cursor.get(0)), Cursor.number(cursor.get(1)), cursor.get(2));
  }

  private static ViewSamples.Order order(Call call) {
    return switch (call.query("order")) {
      case "", "newest" -> ViewSamples.Order.NEWEST;
      case "slowest" -> ViewSamples.Order.SLOWEST;
      default -> throw Call.invalid("order", call.query("order"), "newest or slowest");
    };
  }

  private static Map<String, Long> pages(TimingCounts counts) {
    Map<String, Long> all = new LinkedHashMap<>();
    for (PageOutcome outcome : PageOutcome.values()) {
      all.put(outcome.token(), counts.get(outcome));
    }
    return all;
  }

  private static Map<String, Long> received(TimingCounts counts) {
    Map<String, Long> all = new LinkedHashMap<>();
    for (ReportOutcome outcome : ReportOutcome.values()) {
      all.put(outcome.token(), counts.get(outcome));
    }
    return all;
  }

  private static Map<String, Long> resources(TimingCounts counts) {
    Map<String, Long> all = new LinkedHashMap<>();
    for (ResourceOutcome outcome : ResourceOutcome.values()) {
      all.put(outcome.token(), counts.get(outcome));
    }
    return all;
  }

  private record Body(
      Instant from,
      Instant to,
      long stepSeconds,
      String metric,
      List<GroupBody> groups,
      int others,
      Map<String, Long> pages,
      Map<String, Long> reports,
      Map<String, Long> resources) {}

  private record PointBody(
      Instant at, long count, double mean, double p50, double p80, double p95) {}

  private record GroupBody(
      String key,
      long views,
      long failed,
      long truncated,
      long abandoned,
      long unreported,
      Map<String, Figures> metrics,
      List<PointBody> points) {
    static GroupBody of(Group group) {
      Map<String, Figures> metrics = new LinkedHashMap<>();
      group.metrics().forEach((column, figures) -> metrics.put(ViewSample.metric(column), figures));
      return new GroupBody(
          group.key(),
          group.views(),
          group.failed(),
          group.truncated(),
          group.abandoned(),
          group.unreported(),
          metrics,
          group.points().stream()
              .map(point -> new PointBody(
                  point.at(),
                  point.figures().count(),
                  point.figures().mean(),
                  point.figures().p50(),
                  point.figures().p80(),
                  point.figures().p95()))
              .toList());
    }
  }

  private record ArmBody(String experiment, String arm) {
    static ArmBody of(ArmAssignment arm) {
      return new ArmBody(arm.experiment(), arm.arm());
    }
  }

  private record ViewBody(
      String id,
      Instant at,
      String node,
      String site,
      String route,
      String page,
      long revision,
      String protocol,
      String nextHop,
      String outcome,
      String cacheState,
      String device,
      String browser,
      String network,
      int hints,
      int pushes,
      int usedEarly,
      int failedResources,
      boolean isFinal,
      boolean hasWaterfall,
      Map<String, Double> times,
      @Nullable Long bytes,
      List<ArmBody> arms) {
    static ViewBody of(ViewSample view, boolean hasWaterfall) {
      Map<String, Double> times = new LinkedHashMap<>();
      for (int i = 0; i < view.times().length; i++) {
        if (!Double.isNaN(view.times()[i])) {
          times.put(ViewSample.metric(ViewSample.TIMES.get(i)), view.times()[i]);
        }
      }
      return new ViewBody(
          view.id(),
          Instant.ofEpochMilli(view.at()),
          view.node(),
          view.site(),
          view.route(),
          view.page(),
          view.revision(),
          view.protocol(),
          view.nextHop(),
          view.outcome(),
          view.cacheState(),
          view.device(),
          view.browser(),
          view.network(),
          view.hints(),
          view.pushes(),
          view.usedEarly(),
          view.failed(),
          (view.reported() & ViewSample.END) != 0,
          hasWaterfall,
          times,
          view.bytes() < 0 ? null : (Long) view.bytes(),
          view.arms().stream().map(ArmBody::of).toList());
    }
  }
}
