package io.lychgate.gateway.admin.seam;

/** The push decision, run for a described request, without sending anything. */
public interface PlanPreview {

  /** A request that makes no sense, such as a malformed URL, gives a plan without candidates and a note that says so. */
  Plan plan(PlanRequest request);
}
