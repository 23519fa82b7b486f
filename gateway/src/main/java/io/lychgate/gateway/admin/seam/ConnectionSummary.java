package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.config.listener.Protocol;
import java.time.Instant;
import java.util.List;

/**
 * Numbers of open connections and of requests in flight.
 *
 * @param inFlight requests whose response is not complete
 * @param byProtocol one row for each protocol
 */
public record ConnectionSummary(Instant at, long open, long inFlight, List<Row> byProtocol) {

  public ConnectionSummary {
    byProtocol = List.copyOf(byProtocol);
  }

  /** The numbers of one protocol. */
  public record Row(Protocol protocol, long open, long inFlight) {}
}
