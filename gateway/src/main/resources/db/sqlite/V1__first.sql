-- Times are milliseconds since 1970-01-01T00:00:00Z.
CREATE TABLE revision_counter (id INTEGER PRIMARY KEY CHECK (id = 1), last BIGINT NOT NULL);
INSERT INTO revision_counter (id, last) VALUES (1, 0);

-- Rows are never changed and never removed.
CREATE TABLE revision (
  number         BIGINT PRIMARY KEY,
  manifest       TEXT   NOT NULL,
  kind           TEXT   NOT NULL,
  author         TEXT   NOT NULL,
  comment        TEXT   NOT NULL,
  created_at     BIGINT NOT NULL,
  rolled_back_to BIGINT,
  body           TEXT
);
CREATE INDEX revision_of_manifest ON revision (manifest, number);

-- revision: the one in force; NULL before the first publish and after retirement.
CREATE TABLE manifest (
  name         TEXT PRIMARY KEY,
  version      BIGINT NOT NULL,
  draft        TEXT   NOT NULL,
  draft_author TEXT   NOT NULL,
  draft_at     BIGINT NOT NULL,
  revision     BIGINT REFERENCES revision (number),
  retired      BIGINT NOT NULL DEFAULT 0
);

CREATE TABLE account (
  name          TEXT PRIMARY KEY,
  role          TEXT   NOT NULL,
  password_hash TEXT   NOT NULL,
  must_change   BIGINT NOT NULL,
  created_at    BIGINT NOT NULL
);

-- id_hash: SHA-256 of the id in the cookie, which is stored nowhere.
CREATE TABLE session (
  id_hash    TEXT PRIMARY KEY,
  account    TEXT   NOT NULL REFERENCES account (name) ON DELETE CASCADE,
  created_at BIGINT NOT NULL,
  seen_at    BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX session_of_account ON session (account);

CREATE TABLE audit (
  id      INTEGER PRIMARY KEY AUTOINCREMENT,
  at      BIGINT NOT NULL,
  actor   TEXT   NOT NULL,
  address TEXT,
  action  TEXT   NOT NULL,
  subject TEXT,
  outcome TEXT   NOT NULL,
  detail  TEXT
);
