package io.lychgate.gateway.admin.system;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.admin.seam.SystemReport;

/** Versions, checks of the machine, and sizes of the store. */
public final class SystemResource {
  private final SystemReport report;

  public SystemResource(SystemReport report) {
    this.report = report;
  }

  public Reply get(Call call) {
    return Reply.ok(report.view());
  }
}
