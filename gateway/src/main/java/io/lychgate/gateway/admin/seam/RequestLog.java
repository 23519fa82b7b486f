package io.lychgate.gateway.admin.seam;

import java.io.IOException;
import java.util.List;
import java.util.Map;

/** The log files of this node. */
public interface RequestLog {
  /**
   * Searches for the lines of one request. Takes some seconds at most; may run on any thread that may block.
   *
   * @param id id of the request or of its trace
   */
  Found find(String id) throws IOException;

  /**
   * The lines of one request.
   *
   * @param searched names of the files that were searched, at least in part
   * @param complete false if the search ended early: at its time or at the number of lines
   */
  record Found(List<Line> lines, List<String> searched, boolean complete) {}

  /**
   * One line.
   *
   * @param values the values by their names, in the order of the line
   */
  record Line(String file, Map<String, String> values) {}
}
