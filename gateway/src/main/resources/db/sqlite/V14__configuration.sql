-- The configuration of all gateways of the store that have `config: { from: store }`. version: grows with each change of the draft and
-- with each publication; draft: the text as written; revision: the one in force.
CREATE TABLE configuration (
  id           INTEGER PRIMARY KEY CHECK (id = 1),
  version      BIGINT NOT NULL,
  draft        TEXT   NOT NULL,
  draft_author TEXT   NOT NULL,
  draft_at     BIGINT NOT NULL,
  revision     BIGINT NOT NULL
);

-- The last revisions. kind: publish or rollback.
CREATE TABLE configuration_revision (
  number         BIGINT PRIMARY KEY,
  kind           TEXT   NOT NULL,
  author         TEXT   NOT NULL,
  comment        TEXT   NOT NULL,
  created_at     BIGINT NOT NULL,
  rolled_back_to BIGINT,
  body           TEXT   NOT NULL
);

-- What each node runs. complaint: why it does not run the revision in force.
CREATE TABLE configuration_node (
  node      TEXT PRIMARY KEY,
  revision  BIGINT NOT NULL,
  complaint TEXT,
  at        BIGINT NOT NULL
);

INSERT INTO change_counter (topic, last) VALUES ('configuration', 0);
