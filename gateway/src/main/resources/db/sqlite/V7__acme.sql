-- The task of one gateway for all: its holder (a node) until a time of the database's clock.
CREATE TABLE lease (
  name   TEXT PRIMARY KEY,
  holder TEXT   NOT NULL,
  until  BIGINT NOT NULL
);

-- Accounts at authorities of ACME. sealed: the private key, encrypted.
CREATE TABLE acme_account (
  directory  TEXT PRIMARY KEY,
  sealed     TEXT   NOT NULL,
  created_at BIGINT NOT NULL
);

-- Certificates that the gateways order. id: hash of the names; names: in order, with commas between them; chain: PEM, null until one is
-- issued; sealed: its private key, encrypted; renew_at: time of the next order; failures: orders that failed since the last success.
CREATE TABLE acme_certificate (
  directory TEXT   NOT NULL,
  id        TEXT   NOT NULL,
  names     TEXT   NOT NULL,
  chain     TEXT,
  sealed    TEXT,
  renew_at  BIGINT NOT NULL,
  failures  BIGINT NOT NULL,
  error     TEXT,
  failed_at BIGINT,
  PRIMARY KEY (directory, id)
);

-- Proofs for authorities that check an order now. kind: http-01, tls-alpn-01; proof: the key authorization.
CREATE TABLE acme_challenge (
  kind       TEXT   NOT NULL,
  name       TEXT   NOT NULL,
  token      TEXT   NOT NULL,
  proof      TEXT   NOT NULL,
  expires_at BIGINT NOT NULL,
  PRIMARY KEY (kind, name, token)
);

INSERT INTO change_counter (topic, last) VALUES ('acme', 0);
