package io.lychgate.gateway.admin.seam;

import io.lychgate.gateway.observe.BeaconOutcome;
import io.lychgate.gateway.observe.ConnectionView;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What the data path does now. */
public interface LiveValues {

  /** Every live connection once, in no order. */
  CompletableFuture<List<ConnectionView>> connections();

  /** Must be cheap: called every two seconds while a dashboard is open. */
  ConnectionSummary summary();

  /** Must be cheap: called every two seconds while a dashboard is open. */
  SavingsReport savings();

  /** Beacons of pages so far that came out like this. */
  long beacons(BeaconOutcome outcome);
}
