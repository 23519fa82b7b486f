-- A migration of a later version that only adds things.
ALTER TABLE audit ADD COLUMN reviewer TEXT;
ALTER TABLE manifest ADD COLUMN reviewer TEXT NOT NULL DEFAULT 'none';
ALTER TABLE revision ADD COLUMN reviewer TEXT;
ALTER TABLE account ADD COLUMN reviewer TEXT;
CREATE TABLE reviewer (name TEXT PRIMARY KEY, manifest TEXT NOT NULL);
