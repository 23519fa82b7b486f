-- A migration of a later version that removes a table of this one.
DROP TABLE verdict;
