package io.lychgate.gateway.timing;

import io.lychgate.gateway.message.ArmAssignment;
import java.util.List;

/**
 * One page view, as the gateway knew it when it sent the head of the page. The view id contains it, so that a report may reach any
 * gateway of the fleet.
 *
 * @param id a random text of {@link ViewSeal#ID_CHARACTERS}: the first characters of the view id
 * @param at ms since 1970
 * @param site name of the site
 * @param route id of the route
 * @param page path without query, cut to {@link ViewSeal#MAX_PAGE}
 * @param revision revision of the manifests
 * @param protocol {@code h1}, {@code h2} or {@code h3}
 * @param hasWaterfall true if the times of its resources are kept
 * @param length bytes of the body as stated in the head; -1 if the head states none
 */
record MeasuredView(
    String id,
    long at,
    String site,
    String route,
    String page,
    long revision,
    String protocol,
    int hints,
    int pushes,
    long length,
    boolean hasWaterfall,
    List<ArmAssignment> arms) {
  MeasuredView {
    arms = List.copyOf(arms);
  }
}
