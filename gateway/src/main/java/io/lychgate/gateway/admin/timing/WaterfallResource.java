package io.lychgate.gateway.admin.timing;

import io.lychgate.gateway.admin.http.Call;
import io.lychgate.gateway.admin.http.ProblemCode;
import io.lychgate.gateway.admin.http.ProblemException;
import io.lychgate.gateway.admin.http.Reply;
import io.lychgate.gateway.store.StoredWaterfall;
import io.lychgate.gateway.store.ViewSample;
import io.lychgate.gateway.timing.LaneText;
import io.lychgate.gateway.timing.Waterfall;

/** The waterfalls of single page views. */
public final class WaterfallResource {
  private final String version;

  /** @param version version of the gateway, which an archive names as its creator */
  public WaterfallResource(String version) {
    this.version = version;
  }

  /** A page view with its waterfall. */
  private record Found(ViewSample view, Waterfall waterfall) {}

  public Reply get(Call call) {
    Found found = find(call);
    return Reply.ok(WaterfallBody.of(found.view().id(), found.waterfall()));
  }

  public Reply har(Call call) {
    Found found = find(call);
    return Reply.ok(ViewHar.of(found.view(), found.waterfall(), version))
        .with(
            "content-disposition",
            "attachment; filename=\"lychgate-view-" + found.view().id() + ".har\"");
  }

  private static Found find(Call call) {
    ViewSample view = TimingResource.viewOf(call);
    StoredWaterfall stored = call.store()
        .waterfalls()
        .find(view.id())
        .orElseThrow(() -> new ProblemException(
            ProblemCode.NOT_FOUND,
            "waterfall: none of " + view.id() + " (expected: a page view with hasWaterfall)"));
    return new Found(
        view,
        Waterfall.of(view, LaneText.browser(stored.browser()), LaneText.gateway(stored.gateway())));
  }
}
