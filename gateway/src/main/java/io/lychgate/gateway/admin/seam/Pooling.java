package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.observe.ConnectionView;
import java.util.List;

/** Finds the connections of clients that could be one. */
public interface Pooling {

  /** Returns the report on these connections. */
  Report report(List<ConnectionView> live);

  /**
   * The connections of HTTP/2 and HTTP/3 at one moment.
   *
   * @param clients addresses with at least one connection
   * @param items the largest saving first
   */
  record Report(long clients, long connections, List<Group> items) {
    public Report {
      items = List.copyOf(items);
    }
  }

  /**
   * Hosts between which clients hold a connection each.
   *
   * @param hosts in alphabetical order
   * @param reason a stable token
   * @param clients addresses that hold such connections
   * @param connections the connections that they hold
   * @param savable the connections that they would not need
   */
  record Group(
      String listener,
      List<String> hosts,
      String reason,
      long clients,
      long connections,
      long savable) {
    public Group {
      hosts = List.copyOf(hosts);
    }
  }
}
