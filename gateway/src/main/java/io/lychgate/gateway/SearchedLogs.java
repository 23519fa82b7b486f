package io.lychgate.gateway;

import io.lychgate.gateway.admin.seam.RequestLog;
import io.lychgate.gateway.config.observe.LogConfig;
import io.lychgate.gateway.config.observe.LogTarget;
import io.lychgate.gateway.observe.log.LogSearch;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The log files of the data path, for the admin plane. */
final class SearchedLogs implements RequestLog {
  /** About three gigabytes of plain text. A person waits for the result. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

  /** Lines. A request has one in each log; an id that a client repeats may have any number. */
  private static final int MAX_LINES = 100;

  private final DataPath dataPath;

  SearchedLogs(DataPath dataPath) {
    this.dataPath = dataPath;
  }

  @Override
  public Found find(String id) throws IOException {
    List<Line> lines = new ArrayList<>();
    List<String> searched = new ArrayList<>();
    long end = System.nanoTime() + PATIENCE.toNanos();
    LogSearch search = new LogSearch(
        id,
        () -> lines.size() >= MAX_LINES || System.nanoTime() - end >= 0,
        file -> searched.add(String.valueOf(file.getFileName())));
    boolean isComplete = true;
    for (LogConfig log : dataPath.snapshot().config().accessLog().logs()) {
      if (log.to() instanceof LogTarget.ToFile file) {
        isComplete &= search.in(
            file.path(),
            (path, line) ->
                lines.add(new Line(String.valueOf(path.getFileName()), LogSearch.values(line))),
            (path, problem) -> {});
      }
    }
    return new Found(lines, searched, isComplete);
  }
}
