-- Times of the resources of sampled page views (timings, waterfalls). id: that of view_sample, which may come later or, for a page
-- without a report, after an hour; browser, gateway: JSON of the two lanes, each from the gateway that has it.
CREATE TABLE view_waterfall (
  id      TEXT   PRIMARY KEY,
  at      BIGINT NOT NULL,
  site    TEXT   NOT NULL,
  browser TEXT,
  gateway TEXT
);
CREATE INDEX view_waterfall_by_site ON view_waterfall (site, at);
