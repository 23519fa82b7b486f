-- Page views of real visitors (timings). id: first 16 characters of the view id; at: when the page was sent; page: path without query;
-- revision: of the manifests; protocol: h1, h2 or h3, by the gateway; next_hop: by the browser; outcome: loaded, failed, truncated,
-- abandoned, unreported; cache_state: cold, revalidated, warm; used_early: hinted resources that the
-- browser has used; reported: parts of the report that have come (1: load, 2: end); failed:
-- resources of the page that failed; times in ms; bytes: of the body that the browser received.
CREATE TABLE view_sample (
  id          TEXT PRIMARY KEY,
  at          BIGINT   NOT NULL,
  node        TEXT     NOT NULL,
  site        TEXT     NOT NULL,
  route       TEXT     NOT NULL,
  page        TEXT     NOT NULL,
  revision    BIGINT   NOT NULL,
  protocol    TEXT     NOT NULL,
  next_hop    TEXT     NOT NULL,
  outcome     TEXT     NOT NULL,
  cache_state TEXT     NOT NULL,
  device      TEXT     NOT NULL,
  browser     TEXT     NOT NULL,
  network     TEXT     NOT NULL,
  hints       SMALLINT NOT NULL,
  pushes      SMALLINT NOT NULL,
  used_early  SMALLINT NOT NULL,
  failed      SMALLINT NOT NULL,
  reported    SMALLINT NOT NULL,
  ttfb        REAL,
  redirect    REAL,
  dns         REAL,
  connect     REAL,
  tls         REAL,
  request     REAL,
  response    REAL,
  first_paint REAL,
  fcp         REAL,
  lcp         REAL,
  inp         REAL,
  cls         REAL,
  dcl         REAL,
  load        REAL,
  statics     REAL,
  lead        REAL,
  bytes       BIGINT
);
CREATE INDEX view_sample_by_time ON view_sample (at);
CREATE INDEX view_sample_by_site ON view_sample (site, at);

-- The arms of experiments that the visitor of a page view was put into.
CREATE TABLE view_arm (
  view       TEXT   NOT NULL,
  experiment TEXT   NOT NULL,
  arm        TEXT   NOT NULL,
  unit       BIGINT NOT NULL,
  PRIMARY KEY (view, experiment)
);
CREATE INDEX view_arm_by_experiment ON view_arm (experiment, view);

-- Sums of page views. width: seconds of a period, 300 or 3600; writer: one run of one gateway; sketches: DDSketches of the metrics, in one value.
CREATE TABLE timing_rollup (
  width       BIGINT NOT NULL,
  start       BIGINT NOT NULL,
  writer      TEXT   NOT NULL,
  site        TEXT   NOT NULL,
  page        TEXT   NOT NULL,
  protocol    TEXT   NOT NULL,
  cache_state TEXT   NOT NULL,
  device      TEXT   NOT NULL,
  views       BIGINT NOT NULL,
  failed      BIGINT NOT NULL,
  truncated   BIGINT NOT NULL,
  abandoned   BIGINT NOT NULL,
  unreported  BIGINT NOT NULL,
  sketches    BLOB   NOT NULL,
  PRIMARY KEY (width, start, site, page, protocol, cache_state, device, writer)
);
