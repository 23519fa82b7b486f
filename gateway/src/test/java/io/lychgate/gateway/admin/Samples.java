package io.lychgate.gateway.admin;

import io.lychgate.gateway.message.ArmAssignment;
import io.lychgate.gateway.store.StoredWaterfall;
import io.lychgate.gateway.store.ViewSample;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Things of a site for tests of the admin API. */
final class Samples {
  /** An experiment on the site of {@link FakeSetting}, which {@link FakeAnalyses} has analysed. */
  static final Map<String, Object> DESIGN = design("h2-for-all", "www.example.com");

  /** The body of a proposal of the learner. */
  static final String PROPOSAL = """
      { "manifest": "learned", "host": "www.example.com", "sample": "/", "match": "/", "isRegex": false,
        "url": "/a.css", "replaces": "", "as": "style", "crossorigin": false, "tier": 1, "confidence": 0.93,
        "views": 50, "hits": 50, "reason": "followed 50 of 50 page views" }
      """;

  /** The body of a report that is stored. */
  static final String REPORT = """
      { "author": "", "createdAt": "2026-11-02T00:00:00Z", "title": "report", "excluded": [], "figures": [], "confounders": [],
        "question": { "at": "2026-11-01T00:00:00Z", "zone": "UTC", "days": 1 }, "basis": "quick", "conclusion": "none" }
      """;

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

  static ViewSample view(String id, String site, ArmAssignment... arms) {
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
        List.of(arms));
  }

  /** Returns the waterfall of a page, a style sheet that the browser loaded, and an image that it did not report. */
  static StoredWaterfall waterfall(String id, String site) {
    return new StoredWaterfall(id, System.currentTimeMillis(), site, """
        {"lost":2,"rows":[{"path":"/site.css","start":170,"request":171,"response":190,"end":195,
          "size":11,"initiator":"link","protocol":"h2","cache":"network"}]}""", """
        {"lost":1,"rows":[
          {"path":"/a","page":true,"pushed":false,"connection":"1","status":200,"received":0,
            "decided":0.2,"early":0.3,"upstream":30,"head":60,"end":61,"bytes":900,"hints":1,
            "pushes":0,"whole":true},
          {"path":"/site.css","page":false,"pushed":false,"connection":"1","status":200,
            "received":162,"decided":162.2,"early":null,"upstream":null,"head":170,"end":171,
            "bytes":1000,"hints":0,"pushes":0,"whole":true},
          {"path":"/late.png","page":false,"pushed":false,"connection":"1","status":0,
            "received":300,"decided":301,"early":null,"upstream":null,"head":null,"end":302,
            "bytes":0,"hints":0,"pushes":0,"whole":false}]}""");
  }
}
