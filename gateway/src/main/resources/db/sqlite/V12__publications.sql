-- Persons who changed the draft of a manifest since it was last put in force. None of them may approve it.
CREATE TABLE draft_author (
  manifest TEXT NOT NULL,
  author   TEXT NOT NULL,
  PRIMARY KEY (manifest, author)
);

-- Approvals of drafts. hash: SHA-256 of the approved text. A change of the draft removes its approvals.
CREATE TABLE approval (
  manifest TEXT   NOT NULL,
  hash     TEXT   NOT NULL,
  approver TEXT   NOT NULL,
  comment  TEXT   NOT NULL,
  at       BIGINT NOT NULL,
  PRIMARY KEY (manifest, hash, approver)
);

-- Publications: at once, at a time, or to some nodes first. state: scheduled, canary, done, undone, cancelled, failed. body: the text, pinned
-- when the publication was made; base: the revision in force then; revision: its own number, null while it is scheduled; due_at: the time of
-- a scheduled one, or the end of a canary; nodes: ids of the nodes that run a canary, with commas between them; rules: JSON, how a canary is
-- judged; reason: why it ended, or why it waits. Times are of the clock of the store.
CREATE TABLE publication (
  id         TEXT PRIMARY KEY,
  manifest   TEXT   NOT NULL,
  state      TEXT   NOT NULL,
  hash       TEXT   NOT NULL,
  body       TEXT   NOT NULL,
  base       BIGINT,
  revision   BIGINT,
  author     TEXT   NOT NULL,
  comment    TEXT   NOT NULL,
  created_at BIGINT NOT NULL,
  due_at     BIGINT,
  nodes      TEXT   NOT NULL,
  rules      TEXT   NOT NULL,
  reason     TEXT   NOT NULL,
  changed_by TEXT   NOT NULL,
  changed_at BIGINT NOT NULL
);
CREATE INDEX publication_by_time ON publication (created_at, id);
CREATE UNIQUE INDEX publication_running ON publication (manifest) WHERE state IN ('scheduled', 'canary');

-- The counts of one process since it runs the revision of a canary. first_byte: a distribution, see rollup. at: by the clock of the database.
CREATE TABLE canary_count (
  publication   TEXT   NOT NULL,
  instance      TEXT   NOT NULL,
  node          TEXT   NOT NULL,
  requests      BIGINT NOT NULL,
  server_errors BIGINT NOT NULL,
  first_byte    BLOB   NOT NULL,
  views         BIGINT NOT NULL,
  wasted        BIGINT NOT NULL,
  at            BIGINT NOT NULL,
  PRIMARY KEY (publication, instance)
);

-- Page views of one hour at one process, for dry runs. views: all of them; sampled: those in body; body: GZIP of JSON lines.
CREATE TABLE recorded_hour (
  instance TEXT   NOT NULL,
  hour     BIGINT NOT NULL,
  views    BIGINT NOT NULL,
  sampled  BIGINT NOT NULL,
  body     BLOB   NOT NULL,
  PRIMARY KEY (instance, hour)
);

INSERT INTO change_counter (topic, last) VALUES ('publication', 0);
