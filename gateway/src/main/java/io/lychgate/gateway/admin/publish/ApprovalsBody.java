package io.lychgate.gateway.admin.publish;

import io.lychgate.gateway.store.Approval;
import io.lychgate.gateway.store.Approvals;
import java.util.List;

/**
 * The approvals of a draft as the API shows them.
 *
 * @param required true if the draft cannot be published without one
 */
public record ApprovalsBody(
    boolean required, String hash, List<String> authors, List<Approval> approvals) {
  public static ApprovalsBody of(boolean isRequired, Approvals approvals) {
    return new ApprovalsBody(isRequired, approvals.hash(), approvals.authors(), approvals.given());
  }
}
