"""The tables of a run file."""

from __future__ import annotations

from typing import Final

APPLICATION: Final = 0x53794D48  # "SyMH": what `file` and others may tell a run by
FORMAT: Final = 1

TABLES: Final = """
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE source (file TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE subject (
  number INTEGER PRIMARY KEY,
  target TEXT NOT NULL,
  kind TEXT NOT NULL,
  document TEXT,
  progress TEXT NOT NULL DEFAULT '{}',
  text TEXT NOT NULL DEFAULT ''
);
CREATE TABLE path (
  subject INTEGER NOT NULL REFERENCES subject,
  number INTEGER NOT NULL,
  place TEXT NOT NULL,
  key TEXT NOT NULL,
  "end" TEXT NOT NULL,
  confirmed INTEGER NOT NULL,
  document TEXT NOT NULL,
  conditions TEXT NOT NULL,
  style TEXT NOT NULL,
  ending TEXT NOT NULL,
  text TEXT NOT NULL,
  input TEXT,
  final TEXT,
  test TEXT,
  PRIMARY KEY (subject, number)
) WITHOUT ROWID;
CREATE TABLE item (
  subject INTEGER NOT NULL REFERENCES subject,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (subject, kind, key)
) WITHOUT ROWID;
CREATE VIEW finding AS
  SELECT subject.number AS subject, subject.target AS target, each.value AS document
  FROM subject, json_each(subject.document, '$.findings') AS each;
"""
