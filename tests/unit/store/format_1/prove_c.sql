PRAGMA application_id=1400458568;
PRAGMA user_version=1;
BEGIN TRANSACTION;
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "fact" VALUES('header','{"id":"1118-074923-release-8744","command":"prove","target":"release.c","arguments":["prove","release.c","-q"],"folder":"/home/user/project","started":"2026-11-18T07:49:23+00:00","settings":{"entry":null,"pre":null,"property":"memsafety","model":"lp64","patterns":"discover","rounds":6,"encoding":"paths","replay":false,"check":false,"certify":true,"timeout":60.0,"limit":null,"malloc_may_fail":false,"havoc_unknown":false,"accept_bounds":false,"include":[],"define":[],"include_first":[],"solver":"auto","solver_timeout":2.0,"log_queries":null,"cross_check":false},"versions":{"python":"3.11.7","symheap":"0.1.0","z3":"5.4.0.0","bitwuzla":"0.9.1"},"digests":{"release.c":"4e8a727c437bbbe025c2e463263267cf","/usr/include/stdc-predef.h":"f3fd8d458f3f4efe44b8329702a36e60"}}');
INSERT INTO "fact" VALUES('progress','{"doing":"release.c: analysing, 0 s of at most 60 s, 15 states","memory_mb":113.3,"at":1794988164.122}');
INSERT INTO "fact" VALUES('standing','{"state":"finished","status":0,"seconds":0.10409285100013221,"process":null}');
CREATE TABLE item (
  subject INTEGER NOT NULL REFERENCES subject,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (subject, kind, key)
) WITHOUT ROWID;
INSERT INTO "item" VALUES(1,'page','','{"verdict":"safe","reason":"","leak":"none","graph":{"w":765.4,"h":593.8,"nodes":[{"x":340.8,"y":39.6,"w":125.8,"h":39.2,"shape":"state","lines":["0: main, line 8","emp"],"title":"0: main, line 8\nemp"},{"x":340.8,"y":122.8,"w":206.3,"h":39.2,"shape":"replaced","lines":["1: main, line 9 (replaced)","head = null \u2227 emp"],"title":"1: main, line 9 (replaced)\nhead = null \u2227 emp"},{"x":340.6,"y":221.6,"w":250.2,"h":39.2,"shape":"loop","lines":["9: main, line 9 (loop)","head = v0 \u2227 ls(\u039b1, \u22650, v0, null)"],"title":"9: main, line 9 (loop)\nhead = v0 \u2227 ls(\u039b1, \u22650, v0, null)"},{"x":172.6,"y":348.9,"w":250.2,"h":39.2,"shape":"state","lines":["10: main, line 10","head = v0 \u2227 ls(\u039b1, \u22650, v0, null)"],"title":"10: main, line 10\nhead = v0 \u2227 ls(\u039b1, \u22650, v0, null)"},{"x":485.9,"y":348.9,"w":250.2,"h":39.2,"shape":"loop","lines":["11: main, line 15 (loop)","head = v0 \u2227 ls(\u039b1, \u22650, v0, null)"],"title":"11: main, line 15 (loop)\nhead = v0 \u2227 ls(\u039b1, \u22650, v0, null)"},{"x":177.4,"y":499.2,"w":330.8,"h":54.8,"shape":"state","lines":["12: main, line 12","head = v0 \u2227 new = v1 \u2227 ls(\u039b1, \u22650, v0, null)","* v1 \u21a6 [] (8 bytes)"],"title":"12: main, line 12\nhead = v0 \u2227 new = v1 \u2227 ls(\u039b1, \u22650, v0, null) * v1 \u21a6 [] (8 bytes)"},{"x":477.9,"y":499.2,"w":250.2,"h":39.2,"shape":"state","lines":["13: main, line 16","head = v0 \u2227 ls(\u039b1, \u22651, v0, null)"],"title":"13: main, line 16\nhead = v0 \u2227 ls(\u039b1, \u22651, v0, null)"},{"x":683.2,"y":499.2,"w":140.4,"h":39.2,"shape":"state","lines":["14: main, line 20","emp"],"title":"14: main, line 20\nemp"},{"x":223.9,"y":566.2,"w":447.9,"h":39.2,"shape":"patterns","lines":["where","\u039b1(base, next) = base \u21a6 [next: next] (8 bytes)  [link next]"],"title":"where\n\u039b1(base, next) = base \u21a6 [next: next] (8 bytes)  [link next]"}],"edges":[{"d":"M340.8,59.2 L340.8,67.2 C340.8,81.2 340.8,81.2 340.8,95.2 L340.8,97.2","head":"M340.8,103.2 L337.3,96.2 L344.3,96.2 Z","lines":[],"x":339.8,"y":81.2,"title":"0: main, line 8 ----> 1: main, line 9 (replaced)","kind":""},{"d":"M340.8,142.4 L340.8,150.4 C340.8,157.4 340.7,157.4 340.7,164.4 L340.7,180 C340.7,187 340.6,187 340.6,194 L340.6,196","head":"M340.6,202 L337.1,195 L344.1,195 Z","lines":["cover"],"x":321.4,"y":172.2,"title":"1: main, line 9 (replaced) --cover--> 9: main, line 9 (loop)","kind":"cover"},{"d":"M324.6,241.2 L324.6,249.2 C324.6,265.4 234.1,265.4 234.1,281.5 L234.1,297.1 C234.1,309.2 172.6,309.2 172.6,321.3 L172.6,323.3","head":"M172.6,329.3 L169.1,322.3 L176.1,322.3 Z","lines":[],"x":233.1,"y":289.3,"title":"9: main, line 9 (loop) ----> 10: main, line 10","kind":""},{"d":"M356.6,241.2 L356.6,249.2 C356.6,265.4 450.1,265.4 450.1,281.5 L450.1,297.1 C450.1,309.2 485.9,309.2 485.9,321.3 L485.9,323.3","head":"M485.9,329.3 L482.4,322.3 L489.4,322.3 Z","lines":["widen"],"x":430.8,"y":289.3,"title":"9: main, line 9 (loop) --widen--> 11: main, line 15 (loop)","kind":"widen"},{"d":"M172.6,368.5 L172.6,376.5 C172.6,394.2 170.9,394.2 170.9,411.8 L170.9,427.4 C170.9,445.6 169.4,445.6 169.4,463.8 L169.4,465.8","head":"M169.4,471.8 L165.9,464.8 L172.9,464.8 Z","lines":[],"x":169.9,"y":419.6,"title":"10: main, line 10 ----> 12: main, line 12","kind":""},{"d":"M185.4,471.8 L185.4,463.8 C185.4,445.6 311.5,445.6 311.5,427.4 L311.5,411.8 C311.5,394.2 311.7,394.2 311.7,376.5 L311.7,321.3 C311.7,309.2 311.8,309.2 311.8,297.1 L311.8,281.5 C311.8,265.4 340.6,265.4 340.6,249.2 L340.6,247.2","head":"M340.6,241.2 L344.1,248.2 L337.1,248.2 Z","lines":["cover"],"x":292.2,"y":419.6,"title":"12: main, line 12 --cover--> 9: main, line 9 (loop)","kind":"cover"},{"d":"M469.9,368.5 L469.9,376.5 C469.9,394.2 469.8,394.2 469.8,411.8 L469.8,427.4 C469.8,445.6 469.9,445.6 469.9,463.8 L469.9,473.6","head":"M469.9,479.6 L466.4,472.6 L473.4,472.6 Z","lines":[],"x":468.8,"y":419.6,"title":"11: main, line 15 (loop) ----> 13: main, line 16","kind":""},{"d":"M501.9,368.5 L501.9,376.5 C501.9,394.2 613.6,394.2 613.6,411.8 L613.6,427.4 C613.6,445.6 683.2,445.6 683.2,463.8 L683.2,473.6","head":"M683.2,479.6 L679.7,472.6 L686.7,472.6 Z","lines":[],"x":612.6,"y":419.6,"title":"11: main, line 15 (loop) ----> 14: main, line 20","kind":""},{"d":"M485.9,479.6 L485.9,463.8 C485.9,445.6 521.4,445.6 521.4,427.4 L521.4,411.8 C521.4,394.2 485.9,394.2 485.9,376.5 L485.9,374.5","head":"M485.9,368.5 L489.4,375.5 L482.4,375.5 Z","lines":["cover"],"x":502.1,"y":419.6,"title":"13: main, line 16 --cover--> 11: main, line 15 (loop)","kind":"cover"}]},"rounds":[{"number":0,"patterns":"all patterns that are found","verdict":"safe","reason":"","diagnosis":["proved"],"titles":[],"before":"","after":"","doomed":""}],"trace":[]}');
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
CREATE TABLE source (file TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "source" VALUES('release.c','void *malloc(unsigned long size);
void free(void *address);
int rand(void);

struct node { struct node *next; };

int main(void) {
    struct node *head = 0;
    while (rand() % 2) {
        struct node *new = malloc(sizeof *new);
        if (!new) break;
        new->next = head;
        head = new;
    }
    while (head) {
        struct node *next = head->next;
        free(head);
        head = next;
    }
    return 0;
}
');
CREATE TABLE subject (
  number INTEGER PRIMARY KEY,
  target TEXT NOT NULL,
  kind TEXT NOT NULL,
  document TEXT,
  progress TEXT NOT NULL DEFAULT '{}',
  text TEXT NOT NULL DEFAULT ''
);
INSERT INTO "subject" VALUES(1,'release.c','proof','{"schema":1,"target":"release.c","files":["release.c"],"property":"memsafety","model":"lp64","entry":"main","verdict":"safe","reason":"","leak":"none","assumptions":["allocation succeeds","a pointer is its address","one thread, on a stack that suffices, apart from the heap"],"findings":[],"gaps":[],"diagnosis":[],"proof":{"kind":"invariants"},"invariants":[{"function":"main","file":"release.c","line":9,"column":12,"calls":[],"disjuncts":["head = v0 \u2227 ls(\u039b1, \u22650, v0, null)"]},{"function":"main","file":"release.c","line":15,"column":12,"calls":[],"disjuncts":["head = v0 \u2227 ls(\u039b1, \u22650, v0, null)"]}],"patterns":["\u039b1(base, next) = base \u21a6 [next: next] (8 bytes)  [link next]"],"rounds":[{"number":0,"patterns":"discover","verdict":"safe","reason":"","seconds":{"analysis":0.055044},"text":["round 0, all patterns that are found: proved"],"vertices":15,"edges":20,"queries":5}],"counterexample":null,"check":null,"certificate":{"accepted":true,"vertices":6,"steps":30,"obligations":30,"queries":2,"where":"","reason":""},"seconds":0.088918}','{"seconds":0.08891751599981035,"queries":5,"lines":{"release.c":{"covered":[8,9,10,11,12,13,15,16,17,18,20],"missed":[]}}}','assuming: allocation succeeds; a pointer is its address; one thread, on a stack that suffices, apart from the heap
release.c: safe; no leak; 15 states, 0.09 s
');
CREATE VIEW finding AS
  SELECT subject.number AS subject, subject.target AS target, each.value AS document
  FROM subject, json_each(subject.document, '$.findings') AS each;
COMMIT;
