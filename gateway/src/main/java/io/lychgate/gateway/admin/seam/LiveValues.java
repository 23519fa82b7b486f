package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.observe.ConnectionView;
import io.lychgate.gateway.observe.count.BeaconOutcome;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Current values of the data path. */
public interface LiveValues {

  /** Collects every live connection once, in no order. */
  CompletableFuture<List<ConnectionView>> connections();

  /** Must be cheap: called every two seconds while a dashboard is open. */
  ConnectionSummary summary();

  /** Must be cheap: called every two seconds while a dashboard is open. */
  SavingsReport savings();

  /** Returns the number of page beacons with this outcome so far. */
  long beacons(BeaconOutcome outcome);
}
