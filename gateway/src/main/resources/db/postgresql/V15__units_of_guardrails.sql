-- Connections that HTTP/1.1 would have needed for the requests of an arm.
ALTER TABLE arm_rollup ADD COLUMN h1_equivalent BIGINT NOT NULL DEFAULT 0;

-- The counts of single client networks of an arm in one hour, by which guardrails judge. start: milliseconds, UTC, a multiple of an
-- hour; units: an even sample of the networks with their counts, as experiment/UnitCounts encodes it. Rows of more than a day are deleted.
CREATE TABLE arm_unit_count (
  experiment TEXT   NOT NULL,
  arm        TEXT   NOT NULL,
  start      BIGINT NOT NULL,
  node       TEXT   NOT NULL,
  units      BYTEA  NOT NULL DEFAULT '',
  PRIMARY KEY (experiment, arm, start, node)
);
