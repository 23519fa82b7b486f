-- States before and after a change, cut to a few KiB, without secrets.
ALTER TABLE audit ADD COLUMN state_before TEXT;
ALTER TABLE audit ADD COLUMN state_after TEXT;
CREATE INDEX audit_by_time ON audit (at);

-- The chain over the entries of audit. position: 1, 2, 3 … in the order of commits; hash: SHA-256 over the hash of the position before
-- and the canonical JSON of the entry. A separate table, so that an entry of an earlier version of the gateway can be linked later.
CREATE TABLE audit_chain (
  position BIGINT PRIMARY KEY,
  audit_id BIGINT NOT NULL UNIQUE,
  hash     TEXT   NOT NULL
);

-- The last position. Its row is locked by each transaction that adds an entry, so that all gateways of the store build one chain.
CREATE TABLE audit_head (
  id       INTEGER PRIMARY KEY CHECK (id = 1),
  position BIGINT NOT NULL,
  hash     TEXT   NOT NULL
);
INSERT INTO audit_head (id, position, hash)
VALUES (1, 0, '0000000000000000000000000000000000000000000000000000000000000000');

-- Positions up to which entries were removed by retention. entries: number of removed entries since the checkpoint before.
CREATE TABLE audit_checkpoint (
  position BIGINT PRIMARY KEY,
  hash     TEXT   NOT NULL,
  entries  BIGINT NOT NULL,
  at       BIGINT NOT NULL
);

CREATE TRIGGER audit_keeps_rows BEFORE UPDATE ON audit
BEGIN SELECT RAISE(ABORT, 'audit: entries are never changed'); END;
CREATE TRIGGER audit_keeps_entries BEFORE DELETE ON audit
WHEN NOT EXISTS (
  SELECT 1 FROM audit_chain c JOIN audit_checkpoint k ON c.position <= k.position WHERE c.audit_id = OLD.id)
BEGIN SELECT RAISE(ABORT, 'audit: entries are removed up to a checkpoint only'); END;
CREATE TRIGGER audit_chain_keeps_rows BEFORE UPDATE ON audit_chain
BEGIN SELECT RAISE(ABORT, 'audit_chain: links are never changed'); END;
CREATE TRIGGER audit_chain_keeps_links BEFORE DELETE ON audit_chain
WHEN NOT EXISTS (SELECT 1 FROM audit_checkpoint k WHERE OLD.position <= k.position)
BEGIN SELECT RAISE(ABORT, 'audit_chain: links are removed up to a checkpoint only'); END;
CREATE TRIGGER audit_checkpoint_keeps_rows BEFORE UPDATE ON audit_checkpoint
BEGIN SELECT RAISE(ABORT, 'audit_checkpoint: rows are never changed'); END;
CREATE TRIGGER audit_checkpoint_keeps_all BEFORE DELETE ON audit_checkpoint
BEGIN SELECT RAISE(ABORT, 'audit_checkpoint: rows are never removed'); END;

-- Responses to POSTs with an Idempotency-Key. state: running, done; body: null if it was too large or has a secret.
CREATE TABLE idempotency_key (
  account      TEXT   NOT NULL,
  name         TEXT   NOT NULL,
  request_hash TEXT   NOT NULL,
  state        TEXT   NOT NULL,
  status       BIGINT,
  head         TEXT,
  body         TEXT,
  created_at   BIGINT NOT NULL,
  PRIMARY KEY (account, name)
);
CREATE INDEX idempotency_key_by_time ON idempotency_key (created_at);

-- Things that a file outside of the store decides. kind: manifest; place: where an operator finds that file.
CREATE TABLE managed_thing (
  kind   TEXT   NOT NULL,
  name   TEXT   NOT NULL,
  place  TEXT   NOT NULL,
  author TEXT   NOT NULL,
  at     BIGINT NOT NULL,
  PRIMARY KEY (kind, name)
);
