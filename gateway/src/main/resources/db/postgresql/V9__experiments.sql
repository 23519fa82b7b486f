-- Experiments. design: JSON, fixed after the start; life: JSON, the phase and what has happened; version: grows with each change of any
-- experiment.
CREATE TABLE experiment (
  id         TEXT PRIMARY KEY,
  design     TEXT   NOT NULL,
  life       TEXT   NOT NULL,
  author     TEXT   NOT NULL,
  created_at BIGINT NOT NULL,
  version    BIGINT NOT NULL
);

-- The changes of each experiment, with their authors. action: create, edit, start, pause, resume, stop, stop-arm, decide, release.
CREATE TABLE experiment_change (
  experiment TEXT   NOT NULL,
  version    BIGINT NOT NULL,
  at         BIGINT NOT NULL,
  author     TEXT   NOT NULL,
  action     TEXT   NOT NULL,
  detail     TEXT   NOT NULL,
  PRIMARY KEY (experiment, version)
);

-- Counters of one arm in five minutes. start: milliseconds, UTC, a multiple of five minutes; node: the id of the node that counted;
-- units: distinct units that the node has seen until the end of the period; first_byte: a distribution of microseconds, as in rollup.
CREATE TABLE arm_rollup (
  experiment     TEXT   NOT NULL,
  arm            TEXT   NOT NULL,
  start          BIGINT NOT NULL,
  node           TEXT   NOT NULL,
  assigned_units BIGINT NOT NULL DEFAULT 0,
  views          BIGINT NOT NULL DEFAULT 0,
  connections    BIGINT NOT NULL DEFAULT 0,
  handshakes     BIGINT NOT NULL DEFAULT 0,
  cpu_nanos      BIGINT NOT NULL DEFAULT 0,
  requests       BIGINT NOT NULL DEFAULT 0,
  errors_5xx     BIGINT NOT NULL DEFAULT 0,
  bytes          BIGINT NOT NULL DEFAULT 0,
  wasted         BIGINT NOT NULL DEFAULT 0,
  failed         BIGINT NOT NULL DEFAULT 0,
  truncated      BIGINT NOT NULL DEFAULT 0,
  aborted        BIGINT NOT NULL DEFAULT 0,
  got_h1         BIGINT NOT NULL DEFAULT 0,
  got_h2         BIGINT NOT NULL DEFAULT 0,
  got_h3         BIGINT NOT NULL DEFAULT 0,
  first_byte     BYTEA  NOT NULL DEFAULT '',
  PRIMARY KEY (experiment, arm, start, node)
);

-- The distinct units of an arm that a node has seen: a sample, as experiment/UnitSample encodes it.
CREATE TABLE arm_units (
  experiment TEXT   NOT NULL,
  arm        TEXT   NOT NULL,
  node       TEXT   NOT NULL,
  units      BYTEA  NOT NULL DEFAULT '',
  PRIMARY KEY (experiment, arm, node)
);

INSERT INTO change_counter (topic, last) VALUES ('experiment', 0);
