-- What the gateways of this store share and nobody else may know. period: 0 for what lasts, else the one that it is for.
CREATE TABLE secret (
  name       TEXT   NOT NULL,
  period     BIGINT NOT NULL,
  value      TEXT   NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (name, period)
);
