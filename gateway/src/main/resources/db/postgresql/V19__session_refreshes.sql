-- Refreshes of sessions of logins, so that of all gateways one spends a refresh token. token: hash of the session and its refresh token;
-- sealed: the new tokens, encrypted, null while a gateway refreshes; until: time of the database's clock at which the row ends.
CREATE TABLE session_refresh (
  token  TEXT   PRIMARY KEY,
  sealed TEXT,
  until  BIGINT NOT NULL
);
CREATE INDEX session_refresh_by_end ON session_refresh (until);
