package io.lychgate.gateway.admin.seam;

/** A dry run of the push decision for a described request. */
public interface PlanPreview {

  /**
   * Returns the plan. An invalid request, for example with a malformed URL, gives a plan without candidates and a note with the
   * reason.
   */
  Plan plan(PlanRequest request);
}
