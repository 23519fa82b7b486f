package io.lychgate.gateway.admin.history;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.history.History;
import io.lychgate.gateway.history.History.Question;
import io.lychgate.gateway.history.HistoryEvent;
import io.lychgate.gateway.history.HistoryEvents;
import io.lychgate.gateway.history.HistoryQuestionException;
import io.lychgate.gateway.history.Selection;
import io.lychgate.gateway.history.Series;
import io.lychgate.gateway.observe.census.Measure;
import io.lychgate.gateway.observe.census.Part;
import io.lychgate.gateway.observe.census.Scope;
import io.lychgate.gateway.observe.census.Spread;
import io.lychgate.gateway.store.NewestFirst;
import io.lychgate.gateway.store.NodeRow;
import io.lychgate.gateway.store.Page;
import io.lychgate.gateway.store.StoreException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Counters by period, and their sums over a range. */
public final class HistoryResource {
  private static final int MOST_MEASURES = 30;
  private static final int MOST_EVENTS = 200;
  private static final int MAX_NAME = 300;
  private static final List<String> DEFAULT_MEASURES =
      List.of("opened", "open", "h1_equivalent", "saved", "requests");

  private final History history;
  private final HistoryEvents events;

  public HistoryResource(History history, HistoryEvents events) {
    this.history = history;
    this.events = events;
  }

  /** The question of a call. */
  private record Asked(HistoryRange range, Selection selection, List<HistoryValue> values) {
    Question question() {
      Set<Measure> measures = EnumSet.of(Measure.OBSERVED_MILLIS);
      Set<Spread> spreads = EnumSet.noneOf(Spread.class);
      values.forEach(value -> {
        measures.addAll(value.measures());
        spreads.addAll(value.spreads());
      });
      return new Question(range.from(), range.to(), selection, measures, spreads);
    }
  }

  public Reply series(Call call) {
    Asked asked = asked(call);
    if (asked.selection().scope() != Scope.ALL && asked.selection().name() == null) {
      throw Call.invalid("name", "absent", "the name of a listener or site");
    }
    boolean compares = compares(call);
    try {
      Question question = asked.question();
      Series series = history.series(question);
      if (HistoryCsv.isWanted(call)) {
        return HistoryCsv.reply("history.csv", HistoryCsv.of(series, lines(asked, series)));
      }
      Series previous = compares ? history.previous(question, series) : null;
      return Reply.ok(body(call, asked, series, previous));
    } catch (HistoryQuestionException e) {
      throw HistoryProblems.of(e);
    }
  }

  public Reply totals(Call call) {
    Asked asked = asked(call);
    try {
      Series series = history.totals(asked.question());
      boolean isBySite = asked.selection().scope() == Scope.SITE;
      List<TotalsBody.Row> rows = totals(asked, series).stream()
          .filter(row -> !isBySite || call.sees(List.of(row.name())))
          .toList();
      return HistoryCsv.isWanted(call)
          ? HistoryCsv.reply("totals.csv", HistoryCsv.of(asked.values(), rows))
          : Reply.ok(new TotalsBody(series.from(), series.to(), rows));
    } catch (HistoryQuestionException e) {
      throw HistoryProblems.of(e);
    }
  }

  private HistoryBody body(Call call, Asked asked, Series series, @Nullable Series previous) {
    boolean isFromMemory = series.step().compareTo(Duration.ofMinutes(1)) < 0;
    // The events tell of the manifests and certificates of all sites.
    Page<HistoryEvent> newest = orNone(
        isFromMemory || !call.seesAllSites(),
        new Page<>(0, List.of()),
        () -> !call.seesAllSites()
            ? new Page<>(0, List.of())
            : events.list(
                asked.range().from(), asked.range().to(), Set.of(), NewestFirst.of(MOST_EVENTS)));
    List<EventBody> oldestFirst =
        new ArrayList<>(newest.items().stream().map(EventBody::of).toList());
    Collections.reverse(oldestFirst);
    return new HistoryBody(
        series.from(),
        series.to(),
        series.step().toSeconds(),
        HistoryBody.points(series),
        lines(asked, series),
        previous == null
            ? null
            : new HistoryBody.Range(
                previous.from(),
                previous.to(),
                HistoryBody.points(previous),
                lines(asked, previous)),
        oldestFirst,
        newest.total() - oldestFirst.size(),
        orNone(isFromMemory, List.of(), () -> nodes(call, series)),
        orNone(isFromMemory, Optional.<Instant>empty(), history::firstAt).orElse(null));
  }

  /** Memory answers without the store: what only the store knows is then left out. */
  private static <T> T orNone(boolean isFromMemory, T none, Supplier<T> read) {
    try {
      return read.get();
    } catch (StoreException e) {
      if (isFromMemory) {
        return none;
      }
      throw e;
    }
  }

  private List<HistoryBody.Node> nodes(Call call, Series series) {
    if (!series.from().isBefore(series.to())) {
      return List.of();
    }
    Map<String, String> names = call.store().nodes().look().nodes().stream()
        .map(NodeRow::report)
        .collect(Collectors.toMap(node -> node.id(), node -> node.name()));
    return history.nodes(series.from(), series.to()).stream()
        .map(id -> new HistoryBody.Node(id, names.getOrDefault(id, id)))
        .toList();
  }

  private static List<HistoryBody.Line> lines(Asked asked, Series series) {
    Scope scope = asked.selection().scope();
    Map<String, List<Part>> byProtocol = ProtocolNames.group(series.parts());
    List<HistoryBody.Line> lines = new ArrayList<>();
    for (HistoryValue value : asked.values()) {
      byProtocol.forEach((protocol, parts) -> {
        if (protocol.equals(ProtocolNames.ALL) || value.isByProtocol()) {
          List<@Nullable Double> values = new ArrayList<>(series.points().size());
          for (Series.Point point : series.points()) {
            values.add(value.at(point, scope, parts));
          }
          lines.add(new HistoryBody.Line(protocol, value.name(), values));
        }
      });
    }
    return lines;
  }

  private static List<TotalsBody.Row> totals(Asked asked, Series series) {
    Scope scope = asked.selection().scope();
    Series.Point total = series.points().get(0);
    Map<String, List<Part>> byName = series.parts().stream()
        .collect(Collectors.groupingBy(Part::name, LinkedHashMap::new, Collectors.toList()));
    List<TotalsBody.Row> rows = new ArrayList<>();
    byName.forEach((name, ofName) -> ProtocolNames.group(ofName).forEach((protocol, parts) -> {
      boolean isAll = protocol.equals(ProtocolNames.ALL);
      if (isAll || parts.stream().anyMatch(part -> total.parts().containsKey(part))) {
        Map<String, @Nullable Double> values = new LinkedHashMap<>();
        asked
            .values()
            .forEach(value -> values.put(
                value.name(),
                isAll || value.isByProtocol() ? value.at(total, scope, parts) : null));
        rows.add(new TotalsBody.Row(name, protocol, values));
      }
    }));
    return rows;
  }

  private static boolean compares(Call call) {
    String compare = call.query("compare");
    if (!compare.isEmpty() && !compare.equals("previous")) {
      throw Call.invalid("compare", compare, "previous");
    }
    return !compare.isEmpty();
  }

  private Asked asked(Call call) {
    String wanted = call.query("scope");
    Scope scope = wanted.isEmpty()
        ? Scope.ALL
        : Arrays.stream(Scope.values())
            .filter(each -> each.token().equals(wanted))
            .findFirst()
            .orElseThrow(() -> Call.invalid("scope", wanted, "all, listener or site"));
    String name = call.query("name");
    if (name.length() > MAX_NAME) {
      throw Call.invalid("name", name.length() + " characters", "at most " + MAX_NAME);
    }
    if (scope == Scope.ALL && !name.isEmpty()) {
      throw Call.invalid("name", name, "absent, except with the scope listener or site");
    }
    if (scope == Scope.SITE && !name.isEmpty()) {
      call.requireSites(List.of(name), name);
    }
    String node = call.query("node");
    Selection selection = new Selection(
        scope,
        scope == Scope.ALL ? "" : name.isEmpty() ? null : name,
        node.isEmpty() ? null : node);
    return new Asked(HistoryRange.of(call, history.now()), selection, values(call));
  }

  private static List<HistoryValue> values(Call call) {
    List<String> names = call.queries("measure");
    if (names.size() > MOST_MEASURES) {
      throw Call.invalid("measure", names.size() + " times", "at most " + MOST_MEASURES);
    }
    return (names.isEmpty() ? DEFAULT_MEASURES : names.stream().distinct().toList())
        .stream()
            .map(name -> {
              HistoryValue value = HistoryValue.of(name);
              if (value == null) {
                throw Call.invalid(
                    "measure",
                    name,
                    "a counter of docs/reference/savings.md or a value of /history");
              }
              return Objects.requireNonNull(value);
            })
            .toList();
  }

  /** Body of the totals. */
  record TotalsBody(Instant from, Instant to, List<Row> rows) {
    record Row(String name, String protocol, Map<String, @Nullable Double> values) {}
  }
}
