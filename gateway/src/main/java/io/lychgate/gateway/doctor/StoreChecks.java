package io.lychgate.gateway.doctor;

import io.lychgate.gateway.config.StoreConfig;
import io.lychgate.gateway.config.check.Secret;
import io.lychgate.gateway.store.StoreIntegrity;
import io.lychgate.gateway.store.StoreUrl;
import java.util.ArrayList;
import java.util.List;

/** Checks the content of a store without changing it: pages of SQLite, the audit trail, and the texts of revisions. */
final class StoreChecks {
  private static final int SHOWN = 3;

  private StoreChecks() {}

  static List<Finding> of(StoreConfig config) {
    Secret password = config.password();
    StoreUrl url = StoreUrl.parse(config.url(), config.directory())
        .withLogin(config.user(), password == null ? null : password.reveal());
    List<Finding> findings = new ArrayList<>();
    for (StoreIntegrity.Result each : StoreIntegrity.check(url)) {
      if (each.isSkipped()) {
        findings.add(Finding.skip(each.step(), each.found()));
      } else if (each.faults().isEmpty()) {
        findings.add(Finding.ok(each.step(), each.found()));
      } else {
        int more = each.faults().size() - SHOWN;
        findings.add(Finding.fail(
            each.step(),
            String.join(
                    "; ", each.faults().subList(0, Math.min(SHOWN, each.faults().size())))
                + (more > 0 ? "; and " + more + " more" : ""),
            "compare with a backup: lychgate restore --check FILE; docs/how-to/audit.md"));
      }
    }
    return findings;
  }
}
