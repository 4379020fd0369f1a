"""The tables of a run file in its first format; `symheap.store.migrations` leads from there to the current one."""

from __future__ import annotations

from typing import Final

APPLICATION: Final = 0x53794D48  # "SyMH": lets `file` and other tools recognise a run

FIRST: Final = """
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

COMPACT: Final = """
CREATE TABLE term (
  number INTEGER PRIMARY KEY,
  operator TEXT NOT NULL,
  sort TEXT NOT NULL,
  operands TEXT NOT NULL,
  payload TEXT
);
CREATE TABLE conjunct (
  number INTEGER PRIMARY KEY,
  before INTEGER NOT NULL,
  term INTEGER NOT NULL REFERENCES term,
  fact INTEGER NOT NULL
);
CREATE TABLE word (number INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE link (
  number INTEGER PRIMARY KEY,
  before INTEGER NOT NULL,
  word INTEGER NOT NULL REFERENCES word
);
CREATE TABLE path (
  subject INTEGER NOT NULL REFERENCES subject,
  number INTEGER NOT NULL,
  place TEXT,
  key TEXT,
  "end" TEXT NOT NULL,
  confirmed INTEGER NOT NULL,
  document TEXT,
  conditions TEXT,
  style TEXT,
  ending TEXT,
  text TEXT,
  input TEXT,
  final TEXT,
  test TEXT,
  way INTEGER REFERENCES link,
  decisions INTEGER REFERENCES link,
  condition INTEGER REFERENCES conjunct,
  result TEXT,
  model TEXT,
  PRIMARY KEY (subject, number)
) WITHOUT ROWID;
"""
"""Format 2: a row of `path` may hold a path in compact form, whose texts are derived on demand.

Chains end in 0.  `term` holds each term of the run once, after its operands.  `conjunct` holds path conditions as
chains that share their beginnings; `link` holds sequences of words in the same way, for decisions and places.
"""
