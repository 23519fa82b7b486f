package io.lychgate.gateway.admin.seam;

import java.util.List;

/** The plug-ins of this node. */
public interface PluginList {
  /** Returns the loaded plug-ins, in the order of their jars. */
  View view();

  /** @param folder empty if the configuration names none */
  record View(String folder, List<PluginView> items) {}

  /**
   * One plug-in. Counters are those since the start of the process, also of earlier jars with the same plug-in.
   *
   * @param kind {@code step}, {@code filter} or {@code selection}
   * @param version empty if its jar states none
   * @param jar file name
   * @param routes ids of the routes that use it
   * @param upstreams names of the upstreams that use it
   * @param calls calls on event loops
   * @param slowCalls calls that held an event loop for too long
   * @param failures requests that it has failed
   * @param lastFailure empty if there was none
   */
  record PluginView(
      String name,
      String kind,
      String version,
      String jar,
      List<String> routes,
      List<String> upstreams,
      long calls,
      long slowCalls,
      long failures,
      String lastFailure) {}
}
