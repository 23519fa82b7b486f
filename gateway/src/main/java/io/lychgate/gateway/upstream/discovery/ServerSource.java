package io.lychgate.gateway.upstream.discovery;

import java.util.List;

/** One source of servers besides the configuration. */
interface ServerSource extends AutoCloseable {
  /** Begins to look. The first result may come before this method returns. */
  void start(Report report);

  SourceStatus status();

  /** Returns true once a look-up has ended, whatever its result. */
  boolean hasResult();

  /** Ends the search. A report in progress may still end. */
  @Override
  void close();

  /** The receiver of the results. Any thread. */
  interface Report {
    /** Reports all servers of the source, after a change. Never called with an empty list. */
    void found(List<Endpoint> servers);

    /** A look-up has ended. Called after {@link #found}. */
    void looked();
  }
}
