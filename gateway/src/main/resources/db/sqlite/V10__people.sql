-- version: grows with each change of the user. disabled: 1 for a user who may not log in; password_hash then begins with "!", which no
-- password matches. scoped: 1 for a user whose roles are only those in account_grant; role is then viewer.
ALTER TABLE account ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
ALTER TABLE account ADD COLUMN disabled BIGINT NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN scoped BIGINT NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN login_at BIGINT;

-- The roles of users for single sites. site: a host name, or *.suffix.
CREATE TABLE account_grant (
  account TEXT NOT NULL REFERENCES account (name) ON UPDATE CASCADE ON DELETE CASCADE,
  site    TEXT NOT NULL,
  role    TEXT NOT NULL,
  PRIMARY KEY (account, site)
);

-- network: the network of the client's address, /24 of IPv4 or /48 of IPv6. agent: its User-Agent.
ALTER TABLE session ADD COLUMN network TEXT;
ALTER TABLE session ADD COLUMN agent TEXT;

-- Browsers in which a user has logged in. id_hash: SHA-256 of the id in the cookie, which is stored nowhere.
CREATE TABLE known_device (
  id_hash TEXT PRIMARY KEY,
  account TEXT   NOT NULL REFERENCES account (name) ON UPDATE CASCADE ON DELETE CASCADE,
  seen_at BIGINT NOT NULL
);
CREATE INDEX known_device_of_account ON known_device (account, seen_at);

-- Tokens of the API. hash: SHA-256 of the token, which is stored nowhere. sites: host patterns with spaces between them, * for all;
-- operations: groups of operations with spaces between them, * for all.
CREATE TABLE api_token (
  id           TEXT PRIMARY KEY,
  hash         TEXT   NOT NULL UNIQUE,
  name         TEXT   NOT NULL,
  owner        TEXT   NOT NULL REFERENCES account (name) ON UPDATE CASCADE ON DELETE CASCADE,
  role         TEXT   NOT NULL,
  sites        TEXT   NOT NULL,
  operations   TEXT   NOT NULL,
  created_at   BIGINT NOT NULL,
  expires_at   BIGINT NOT NULL,
  used_at      BIGINT,
  used_network TEXT,
  UNIQUE (owner, name)
);

INSERT INTO change_counter (topic, last) VALUES ('account', 0);
