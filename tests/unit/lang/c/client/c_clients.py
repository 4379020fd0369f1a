"""Clients of small C libraries, for tests."""

from __future__ import annotations

from symheap.lang.c.client.exports import Library
from symheap.lang.c.client.most_general import Client, clients
from symheap.lang.c.client.pre import parse_preconditions
from symheap.lang.c.entry import COptions, library_of_text
from symheap.memory.check import check

NODE = "struct node { int value; struct node *next; };\n"
DOUBLE = "struct node { int value; struct node *prev, *next; };\n"
RING = "struct link { struct link *next, *prev; };\nstruct item { int value; struct link link; };\n"
MEMORY = "void *malloc(unsigned long size);\nvoid free(void *address);\n"


def library(source: str, entry: str | None = None) -> Library:
    return library_of_text(source, "library.c", COptions(entry=entry))


def clients_of(source: str, pre: str = "", entry: str | None = None) -> tuple[Client, ...]:
    """Return the clients of `source`, all of them well-formed programs."""
    result = clients(library(source, entry), parse_preconditions(pre, "library.pre"))
    for client in result:
        assert check(client.program) == []
    return result


def client_of(source: str, pre: str = "", entry: str | None = None) -> Client:
    (found,) = clients_of(source, pre, entry)
    return found
