-- Codes of an app as second factor. sealed: the secret, encrypted; last_step: time step of the last accepted code, so that no code is
-- accepted twice; confirmed: 0 until the user has entered the first code.
CREATE TABLE second_factor_totp (
  account    TEXT PRIMARY KEY REFERENCES account (name) ON DELETE CASCADE ON UPDATE CASCADE,
  sealed     TEXT   NOT NULL,
  last_step  BIGINT NOT NULL,
  confirmed  BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);

-- Recovery codes. hash: SHA-256 of a code, which is stored nowhere. A used code is removed.
CREATE TABLE recovery_code (
  account TEXT NOT NULL REFERENCES account (name) ON DELETE CASCADE ON UPDATE CASCADE,
  hash    TEXT NOT NULL,
  PRIMARY KEY (account, hash)
);

-- Keys of WebAuthn as second factor. id: credential id; rp_id: the host for which the key was made; credential: AAGUID, id and public
-- key, in the form of WebAuthn; sign_count: the last one.
CREATE TABLE passkey (
  id          TEXT PRIMARY KEY,
  account     TEXT   NOT NULL REFERENCES account (name) ON DELETE CASCADE ON UPDATE CASCADE,
  name        TEXT   NOT NULL,
  rp_id       TEXT   NOT NULL,
  credential  TEXT   NOT NULL,
  sign_count  BIGINT NOT NULL,
  is_verified BIGINT NOT NULL,
  is_backed   BIGINT NOT NULL,
  created_at  BIGINT NOT NULL,
  used_at     BIGINT
);
CREATE INDEX passkey_of_account ON passkey (account);

-- A sign-in between password and second factor, or the registration of a key. id_hash: SHA-256 of the id in the cookie; mark: hash of
-- the password hash, so that a change of the password ends it.
CREATE TABLE sign_on_step (
  id_hash    TEXT PRIMARY KEY,
  account    TEXT   NOT NULL REFERENCES account (name) ON DELETE CASCADE ON UPDATE CASCADE,
  purpose    TEXT   NOT NULL,
  challenge  TEXT   NOT NULL,
  mark       TEXT   NOT NULL,
  tries      BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL
);
CREATE INDEX sign_on_step_of_account ON sign_on_step (account);

-- Persons of OpenID Providers and their accounts. made: 1 if the first sign-in made the account.
CREATE TABLE sign_on_identity (
  issuer     TEXT   NOT NULL,
  subject    TEXT   NOT NULL,
  account    TEXT   NOT NULL REFERENCES account (name) ON DELETE CASCADE ON UPDATE CASCADE,
  made       BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  used_at    BIGINT NOT NULL,
  PRIMARY KEY (issuer, subject)
);
CREATE INDEX sign_on_identity_of_account ON sign_on_identity (account);

-- Sessions that began at a provider. sealed: the ID token, encrypted, for the logout there.
CREATE TABLE sign_on_session (
  id_hash  TEXT PRIMARY KEY REFERENCES session (id_hash) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  sealed   TEXT NOT NULL
);
