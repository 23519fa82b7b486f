package io.lychgate.gateway.admin;

import io.lychgate.gateway.store.ViewSample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Things of a site for tests of the admin API. */
final class Samples {
  /** An experiment on the site of {@link FakeSetting}, which {@link FakeAnalyses} has analysed. */
  static final Map<String, Object> DESIGN = design("h2-for-all", "www.example.com");

  private Samples() {}

  static Map<String, Object> design(String id, String... sites) {
    return Map.of(
        "id",
        id,
        "title",
        "A/A",
        "sites",
        List.of(sites),
        "factor",
        "none",
        "unit",
        "network",
        "share",
        12.5);
  }

  /** Returns a page view of now, with the id {@code v1}. */
  static ViewSample view(String site) {
    return view("v1", site);
  }

  static ViewSample view(String id, String site) {
    double[] times = new double[ViewSample.TIMES.size()];
    Arrays.fill(times, 80);
    return new ViewSample(
        id,
        System.currentTimeMillis() - 1000,
        "n",
        site,
        "r",
        "/a",
        1,
        "h2",
        "h2",
        "loaded",
        "warm",
        "desktop",
        "firefox",
        "4g",
        1,
        0,
        1,
        0,
        ViewSample.LOAD,
        times,
        99,
        List.of());
  }
}
