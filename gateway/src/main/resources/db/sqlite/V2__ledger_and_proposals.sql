-- What the ledger or a person decided of one manifest entry. state: demoted, exempt.
CREATE TABLE verdict (
  manifest TEXT   NOT NULL,
  pattern  TEXT   NOT NULL,
  url      TEXT   NOT NULL,
  state    TEXT   NOT NULL,
  views    BIGINT NOT NULL,
  wasted   BIGINT NOT NULL,
  author   TEXT   NOT NULL,
  at       BIGINT NOT NULL,
  PRIMARY KEY (manifest, pattern, url)
);

-- What the learner proposes. kind: add, rename. state: open, accepted, dismissed. body: JSON.
CREATE TABLE proposal (
  id         TEXT PRIMARY KEY,
  manifest   TEXT   NOT NULL,
  kind       TEXT   NOT NULL,
  state      TEXT   NOT NULL,
  body       TEXT   NOT NULL,
  created_at BIGINT NOT NULL,
  changed_at BIGINT NOT NULL,
  author     TEXT   NOT NULL
);
