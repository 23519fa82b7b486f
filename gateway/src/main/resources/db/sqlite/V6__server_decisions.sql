-- Decisions of operators on servers of upstreams. kind: drain, eject. version: grows with each decision on any server.
CREATE TABLE server_decision (
  upstream TEXT   NOT NULL,
  server   TEXT   NOT NULL,
  kind     TEXT   NOT NULL,
  reason   TEXT   NOT NULL,
  author   TEXT   NOT NULL,
  at       BIGINT NOT NULL,
  version  BIGINT NOT NULL,
  PRIMARY KEY (upstream, server)
);

INSERT INTO change_counter (topic, last) VALUES ('server-decision', 0);
