package io.lychgate.gateway.admin.experiment;

import de.siegmar.fastcsv.writer.CsvWriter;
import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Json;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.http.StreamedFiles;
import io.lychgate.gateway.experiment.Experiment;
import io.lychgate.gateway.experiment.ExperimentViews;
import io.lychgate.gateway.experiment.analysis.AnalysisPlan;
import io.lychgate.gateway.experiment.analysis.ObservationCsv;
import io.lychgate.gateway.store.ArmRow;
import io.lychgate.gateway.store.ArmStore;
import io.lychgate.gateway.store.ExperimentChange;
import io.lychgate.gateway.store.ManagedStore;
import io.lychgate.gateway.store.Store;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/**
 * The data of an experiment as files: CSV (RFC 4180), JSON, and a notebook of Jupyter (nbformat 4.5) that has the data in it. {@code
 * what=counts} are the counters of the gateway by arm, node and five minutes, {@code what=views} the page views that the analysis reads.
 */
final class ExperimentExport {
  private static final String CSV = "text/csv; charset=utf-8; header=present";
  private static final String NOTEBOOK = "application/x-ipynb+json";

  /** Page views of one file: some 500 MB in the folder for temporary files. */
  private static final int MOST_VIEWS = 2_000_000;

  /** Page views of a notebook, which is in memory. */
  private static final int MOST_IN_NOTEBOOK = 50_000;

  /** Rows between two looks at the client. */
  private static final int ROWS_OF_LOOK = 1_000;

  /** Exports read all views of an experiment, so few run at once. */
  private static final int AT_ONCE = 2;

  private final StreamedFiles files = new StreamedFiles(new Semaphore(AT_ONCE));

  Reply reply(Call call, Experiment experiment, List<ExperimentChange> changes) {
    String format = choice(call, "format", "json", "csv", "ipynb");
    boolean isViews = choice(call, "what", "counts", "views").equals("views");
    Instant now = call.store().clock().instant();
    int offset = call.offset();
    if (format.equals("ipynb")) {
      return notebook(call.store(), experiment, now);
    }
    String place = call.store().managed().placeOf(ManagedStore.Kind.EXPERIMENT, experiment.id());
    Rows rows = isViews
        ? views(call.store(), experiment, now, offset, MOST_VIEWS)
        : counts(call.store().arms(), experiment);
    boolean isCsv = format.equals("csv");
    files.take();
    return files.reply(
        call,
        isCsv ? CSV : "application/json",
        experiment.id() + (isViews ? "-views." : "-counts.") + format,
        out -> {
          // No cursor of the store is open while the client reads: one may read for hours.
          try (SpooledText text = new SpooledText()) {
            Rows watched = new WatchedRows(rows, out);
            if (isCsv) {
              writeCsv(watched, text.writer());
            } else {
              writeJson(
                  ExperimentBody.of(experiment, List.of(), now, place),
                  changes,
                  watched,
                  text.writer());
            }
            text.copyTo(out);
          }
        });
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

  /** Rows of texts, of any number. */
  private interface Rows {
    List<String> columns();

    void forEach(Consumer<List<String>> row);
  }

  /** Rows that end with an exception soon after the client has left, so that the cursor of the store ends, too. */
  private record WatchedRows(Rows rows, Writer client) implements Rows {
    @Override
    public List<String> columns() {
      return rows.columns();
    }

    @Override
    public void forEach(Consumer<List<String>> consumer) {
      rows.forEach(new Consumer<>() {
        private int count;

        @Override
        public void accept(List<String> row) {
          if (++count % ROWS_OF_LOOK == 0) {
            look();
          }
          consumer.accept(row);
        }
      });
    }

    private void look() {
      try {
        client.flush();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static Rows counts(ArmStore store, Experiment experiment) {
    return new Rows() {
      @Override
      public List<String> columns() {
        List<String> columns = new ArrayList<>(List.of("start", "node", "arm", "assigned_units"));
        columns.addAll(ArmStore.COLUMNS);
        return columns;
      }

      @Override
      public void forEach(Consumer<List<String>> consumer) {
        store.forEach(experiment.id(), 0, row -> consumer.accept(counts(row)));
      }
    };
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

  private static Rows views(Store store, Experiment experiment, Instant now, int offset, int most) {
    AnalysisPlan plan = ExperimentViews.plan(experiment, now);
    return new Rows() {
      @Override
      public List<String> columns() {
        return ObservationCsv.columns();
      }

      @Override
      public void forEach(Consumer<List<String>> consumer) {
        ExperimentViews.forEach(
            store.views(),
            experiment,
            plan,
            offset,
            most,
            view -> consumer.accept(ObservationCsv.fields(view, plan.from())));
      }
    };
  }

  private static void writeCsv(Rows rows, Writer to) throws IOException {
    try (CsvWriter csv = CsvWriter.builder().build(to)) {
      csv.writeRecord(rows.columns());
      rows.forEach(csv::writeRecord);
    }
  }

  /** Writes row by row what the schema {@code ExperimentExport} describes. */
  private static void writeJson(
      ExperimentBody experiment, List<ExperimentChange> changes, Rows rows, Writer to)
      throws IOException {
    to.append("{\"experiment\":").append(Json.text(experiment));
    to.append(",\"changes\":").append(Json.text(changes));
    to.append(",\"columns\":").append(Json.text(rows.columns()));
    to.append(",\"rows\":[");
    rows.forEach(new Consumer<>() {
      private String before = "";

      @Override
      public void accept(List<String> row) {
        try {
          to.append(before).append(Json.text(row));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
        before = ",";
      }
    });
    to.append("]}");
  }

  private static String csv(Rows rows) {
    StringWriter out = new StringWriter();
    try {
      writeCsv(rows, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toString();
  }

  private static Reply notebook(Store store, Experiment experiment, Instant now) {
    String text = Json.text(notebook(
        experiment,
        now,
        csv(counts(store.arms(), experiment)),
        csv(views(store, experiment, now, 0, MOST_IN_NOTEBOOK))));
    return Reply.content(NOTEBOOK, text.getBytes(StandardCharsets.UTF_8))
        .with("content-disposition", "attachment; filename=\"" + experiment.id() + ".ipynb\"");
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
