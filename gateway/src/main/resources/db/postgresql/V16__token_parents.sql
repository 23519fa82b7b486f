-- parent: id of the token that made this one; made_in: public id of the session that made it. Null for tokens of earlier versions.
ALTER TABLE api_token ADD COLUMN parent TEXT;
ALTER TABLE api_token ADD COLUMN made_in TEXT;
CREATE INDEX api_token_by_parent ON api_token (parent);

-- The receiver of the audit trail, and the last position of audit_chain that it has. lost: entries that retention removed before.
-- holder, until: the process that sends, and until when by the clock of the database.
CREATE TABLE audit_forward (
  target   TEXT PRIMARY KEY,
  position BIGINT NOT NULL,
  lost     BIGINT NOT NULL,
  holder   TEXT   NOT NULL,
  until    BIGINT NOT NULL
);
