package io.lychgate.gateway.admin.experiment;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.experiment.Design;
import io.lychgate.gateway.experiment.Experiment;
import io.lychgate.gateway.experiment.ExperimentDesk;
import io.lychgate.gateway.store.Role;
import java.util.Set;

/**
 * The experiments of a sender with roles for single sites: those of which each host of each site is among the sites of the sender. Others
 * are absent for the sender.
 */
public final class ExperimentAccess {
  private final ExperimentDesk desk;

  public ExperimentAccess(ExperimentDesk desk) {
    this.desk = desk;
  }

  public boolean isVisible(Call call, Experiment experiment) {
    return call.seesAllSites() || call.sees(hosts(experiment.design()));
  }

  /** Returns the experiment, if the sender sees it and has the role of the operation for its sites. */
  public Experiment find(Call call, String id) {
    Experiment found = desk.find(id)
        .filter(each -> isVisible(call, each))
        .orElseThrow(
            () -> call.absent(id, "experiment: " + id + " (expected: one of GET /experiments)"));
    if (call.permission().least() != Role.VIEWER) {
      require(call, found.design());
    }
    return found;
  }

  /** Requires that the sender sees the experiment of this id, for a read. */
  public void requireVisible(Call call, String id) {
    if (!call.seesAllSites()) {
      var unused = find(call, id);
    }
  }

  /** Requires that the sender has the role of the operation for the sites of a design. */
  public void require(Call call, Design design) {
    if (!call.seesAllSites() || call.permission().least() != Role.VIEWER) {
      call.requireSites(hosts(design), design.id());
    }
  }

  private Set<String> hosts(Design design) {
    return desk.hosts(design);
  }
}
