-- The gateways of this store. instance: the process; revision: the one that it runs; complaint: why it does not run all of it.
-- Times of this table are of the database's clock.
CREATE TABLE node (
  id         TEXT PRIMARY KEY,
  instance   TEXT   NOT NULL,
  name       TEXT   NOT NULL,
  version    TEXT   NOT NULL,
  revision   BIGINT NOT NULL,
  complaint  TEXT,
  started_at BIGINT NOT NULL,
  seen_at    BIGINT NOT NULL
);

-- Counts the changes of tables that gateways keep in memory.
CREATE TABLE change_counter (topic TEXT PRIMARY KEY, last BIGINT NOT NULL);
INSERT INTO change_counter (topic, last) VALUES ('verdict', 0);

-- The gateway that makes the first user. instance: its process; done: 1 when the user is there. claimed_at is of the database's clock.
CREATE TABLE first_user (
  id         INTEGER PRIMARY KEY CHECK (id = 1),
  instance   TEXT   NOT NULL,
  node       TEXT   NOT NULL,
  claimed_at BIGINT NOT NULL,
  done       BIGINT NOT NULL
);
