package io.lychgate.gateway.admin.experiment;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Json;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.experiment.Experiment;
import io.lychgate.gateway.experiment.ExperimentViews;
import io.lychgate.gateway.experiment.analysis.AnalysisPlan;
import io.lychgate.gateway.experiment.analysis.ObservationCsv;
import io.lychgate.gateway.store.ArmRow;
import io.lychgate.gateway.store.ArmStore;
import io.lychgate.gateway.store.ExperimentChange;
import io.lychgate.gateway.store.ManagedStore;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The data of an experiment as files: CSV (RFC 4180), JSON, and a notebook of Jupyter (nbformat 4.5) that has the data in it. {@code
 * what=counts} are the counters of the gateway by arm, node and five minutes, {@code what=views} the page views that the analysis reads.
 */
final class ExperimentExport {
  private static final String CSV = "text/csv; charset=utf-8; header=present";
  private static final String NOTEBOOK = "application/x-ipynb+json";

  /** Page views of one file. The response is in memory. */
  private static final int MOST_VIEWS = 50_000;

  private ExperimentExport() {}

  static Reply reply(Call call, Experiment experiment, List<ExperimentChange> changes) {
    String format = choice(call, "format", "json", "csv", "ipynb");
    boolean isViews = choice(call, "what", "counts", "views").equals("views");
    int offset = call.offset();
    ArmStore store = call.store().arms();
    Instant now = call.store().clock().instant();
    String name = experiment.id() + (isViews ? "-views" : "-counts");
    if (format.equals("ipynb")) {
      return attached(
          NOTEBOOK,
          experiment.id() + ".ipynb",
          Json.text(notebook(
              experiment, now, text(counts(store, experiment)), viewsText(call, experiment, 0))));
    }
    if (format.equals("csv")) {
      return attached(
          CSV,
          name + ".csv",
          isViews ? viewsText(call, experiment, offset) : text(counts(store, experiment)));
    }
    List<List<String>> rows = isViews ? views(call, experiment, offset) : counts(store, experiment);
    Map<String, Object> all = new LinkedHashMap<>();
    String place = call.store().managed().placeOf(ManagedStore.Kind.EXPERIMENT, experiment.id());
    all.put("experiment", ExperimentBody.of(experiment, List.of(), now, place));
    all.put("changes", changes);
    all.put("columns", rows.get(0));
    all.put("rows", rows.subList(1, rows.size()));
    return attached("application/json", name + ".json", Json.text(all));
  }

  private static String choice(Call call, String name, String... values) {
    String given = call.query(name);
    if (given.isEmpty()) {
      return values[0];
    }
    if (!List.of(values).contains(given)) {
      throw Call.invalid(name, given, String.join(", ", values));
    }
    return given;
  }

  private static Reply attached(String type, String file, String text) {
    return Reply.content(type, text.getBytes(StandardCharsets.UTF_8))
        .with("content-disposition", "attachment; filename=\"" + file + "\"");
  }

  private static List<List<String>> counts(ArmStore store, Experiment experiment) {
    List<List<String>> rows = new ArrayList<>();
    List<String> head = new ArrayList<>(List.of("start", "node", "arm", "assigned_units"));
    head.addAll(ArmStore.COLUMNS);
    rows.add(head);
    store.forEach(experiment.id(), 0, row -> rows.add(counts(row)));
    return rows;
  }

  private static List<String> counts(ArmRow row) {
    List<String> cells = new ArrayList<>();
    cells.add(Instant.ofEpochMilli(row.start()).toString());
    cells.add(row.node());
    cells.add(row.arm());
    cells.add(String.valueOf(row.units()));
    for (long count : row.counts()) {
      cells.add(String.valueOf(count));
    }
    return cells;
  }

  private static List<List<String>> views(Call call, Experiment experiment, int offset) {
    List<List<String>> rows = new ArrayList<>();
    AnalysisPlan plan = ExperimentViews.plan(experiment, call.store().clock().instant());
    rows.add(ObservationCsv.columns());
    ExperimentViews.forEach(
        call.store().views(),
        experiment,
        plan,
        offset,
        MOST_VIEWS,
        view -> rows.add(ObservationCsv.fields(view, plan.from())));
    return rows;
  }

  /** Writes row by row: the fields of all rows take several times the memory of the text. */
  private static String viewsText(Call call, Experiment experiment, int offset) {
    StringWriter out = new StringWriter();
    AnalysisPlan plan = ExperimentViews.plan(experiment, call.store().clock().instant());
    try (ObservationCsv csv = new ObservationCsv(out, plan.from())) {
      ExperimentViews.forEach(call.store().views(), experiment, plan, offset, MOST_VIEWS, csv::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  private static String text(List<List<String>> rows) {
    StringWriter out = new StringWriter();
    try (CsvWriter csv = CsvWriter.builder().build(out)) {
      rows.forEach(csv::writeRecord);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  /** Returns a notebook that begins with the question, then reads the data and shows a first table of each kind. */
  private static Map<String, Object> notebook(
      Experiment experiment, Instant now, String counts, String views) {
    String title = experiment.design().title();
    List<Object> cells = List.of(
        cell(
            "about",
            "markdown",
            "# " + title + "\n\n" + experiment.design().hypothesis() + "\n\nExperiment `"
                + experiment.id() + "`, exported at " + now
                + ". Compare the arms as they were assigned. "
                + "A unit (a network or a visitor) may have several rows: a test must count units, not rows, and the visitors of one cluster as one."),
        cell(
            "data",
            "code",
            "import io\nimport pandas as pd\n\ncounts = pd.read_csv(io.StringIO("
                + Json.text(counts)
                + "), parse_dates=['start'])\nviews = pd.read_csv(io.StringIO(" + Json.text(views)
                + "), dtype={'unit': str, 'cluster': str}, parse_dates=['at'])\n# The analysis compares the views after the start. Those before it are the pre-period of the same units.\nduring = views[views.period == 'during']"),
        cell(
            "counts",
            "code",
            "total = counts.groupby('arm').sum(numeric_only=True)\ntotal['connections_per_1000'] = 1000 * total.connections / total.views\ntotal['cpu_seconds_per_1000'] = total.cpu_nanos / 1e6 / total.views\ntotal['h1_equivalent_per_1000'] = 1000 * total.h1_equivalent / total.views\ntotal"),
        cell(
            "views",
            "code",
            "during.groupby(['arm', 'outcome']).size().unstack(fill_value=0) if len(during) else 'no sampled page views'"),
        cell(
            "units",
            "code",
            "during.groupby(['arm', 'unit'])['"
                + experiment.design().headline().token()
                + "'].mean().groupby('arm').describe() if len(during) else None"));
    Map<String, Object> kernel = Map.of("name", "python3", "display_name", "Python 3");
    Map<String, Object> notebook = new LinkedHashMap<>();
    notebook.put("nbformat", 4);
    notebook.put("nbformat_minor", 5);
    notebook.put("metadata", Map.of("kernelspec", kernel));
    notebook.put("cells", cells);
    return notebook;
  }

  private static Map<String, Object> cell(String id, String kind, String source) {
    Map<String, Object> cell = new LinkedHashMap<>();
    cell.put("id", id);
    cell.put("cell_type", kind);
    cell.put("metadata", Map.of());
    if (kind.equals("code")) {
      cell.put("execution_count", null);
      cell.put("outputs", List.of());
    }
    cell.put("source", source);
    return cell;
  }
}
