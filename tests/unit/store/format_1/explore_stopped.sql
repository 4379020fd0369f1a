PRAGMA application_id=1400458568;
PRAGMA user_version=1;
BEGIN TRANSACTION;
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "fact" VALUES('header','{"id":"1118-073616-swap-2bf5","command":"explore","target":"swap.jl","arguments":["explore","swap.jl","--heap","lazy","--max-traces","1","-q"],"folder":"/home/user/project","started":"2026-11-18T07:36:16+00:00","settings":{"heap":"lazy","heaps":["pose","summary","lazy","lazier","lazier#"],"max_calls":80,"max_loop":150,"max_iterations":null,"max_depth":null,"max_traces":1,"timeout":null,"method_timeout":null,"search":"dfs","seed":0,"acyclic":[],"solver":"auto","solver_timeout":10.0,"log_queries":null,"cross_check":false,"consistency":false,"max_objects":3,"max_int":2,"max_heaps":20000,"jdk":null,"class_path":[],"assume":[],"non_null":[],"symbolic_static":[],"also":[],"exact_types":false,"flat_maps":false,"fixed_environment":false,"first_use":false,"package":null,"junit":null,"minimize":"none","replay":true},"versions":{"python":"3.11.7","symheap":"0.1.0","z3":"5.4.0.0","bitwuzla":"0.9.1"},"digests":{"swap.jl":"2a687dbdffea07361020c95d7f12093b"}}');
INSERT INTO "fact" VALUES('progress','{"traces":1,"paths":1,"queries":0,"frontier":2,"solver_seconds":0.0,"seconds":0.007,"doing":"explored swap.jl","memory_mb":55.5,"at":1794987376.595}');
INSERT INTO "fact" VALUES('skipped','{"reasons":[]}');
INSERT INTO "fact" VALUES('standing','{"state":"finished","status":3,"seconds":0.01291605400001572,"process":null}');
CREATE TABLE item (
  subject INTEGER NOT NULL REFERENCES subject,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (subject, kind, key)
) WITHOUT ROWID;
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
INSERT INTO "path" VALUES(1,0,'0/3','["true","true","return"]','{"kind":"return"}',1,'{"id":"0","outcome":{"kind":"return","value":"unit"},"confirmed":true,"condition":"s == null","smt2":"(let ((?0 (= |s| null))) (and (not (= |this| null)) (and (not (= |this| null)) (= (class-of |this|) 1)) (or ?0 (and (not (= |s| null)) (= (class-of |s|) 1))) ?0))","inputs":{"roots":{"this":{"ref":"1"},"s":null},"objects":{"1":{"class":"Sample","fields":{}}}},"branches":[{"kind":"branch","choice":true,"position":"swap.jl:6:12"},{"kind":"branch","choice":true,"position":"swap.jl:6:8"}]}','["s == null"]','good','returns unit','path 0: returns unit
  when     s == null
  decides  swap.jl:6:12: branch true
           swap.jl:6:8: branch true
  for example
    this ──▶ ① Sample {}
    s    ──▶ null
','{"nodes":[["root:this","root","this"],["root:s","root","s"],["object:1","location","\u2460 Sample"],["null:root:s","null","null"]],"edges":[["root:this","object:1",""],["root:s","null:root:s",""]]}','{"nodes":[["root:this","root","this"],["root:s","root","s"],["ref:this","reference","this"],["ref:s","reference","s"],["ref:s.:null","null","null"]],"edges":[["root:this","ref:this",""],["root:s","ref:s",""],["ref:s","ref:s.:null",""]]}',NULL);
CREATE TABLE source (file TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "source" VALUES('swap.jl','; 003, Fig. 1(a): swap the data of this object with that of another one, which may be null or this object itself.
; expect:
((
  (class Sample ([Object data])
    ((unit swap [Sample s]
       (if (s = null)
           unit
        else
           (var Object d := (this $ data) in
             (begin
               (this $ data := (s $ data))
               (s $ data := d)
               unit))))))
 )
 (Sample swap))
');
CREATE TABLE subject (
  number INTEGER PRIMARY KEY,
  target TEXT NOT NULL,
  kind TEXT NOT NULL,
  document TEXT,
  progress TEXT NOT NULL DEFAULT '{}',
  text TEXT NOT NULL DEFAULT ''
);
INSERT INTO "subject" VALUES(1,'swap.jl','exploration','{"complete":false,"stopped":"max-traces","traces":{"total":1,"normal":1,"exceptional":0,"cut":0,"unsupported":0,"unknown":0},"paths":1,"solver":{"queries":0,"answered_without_solver":4,"unknown":0,"tokens":0,"seconds":0.0},"seconds":0.006966,"coverage":{"lines":6,"covered":2},"findings":[],"thrown":[],"unsupported":[],"assumptions":[]}','{"statistics":{"decisions":4,"queries":0,"answered_without_solver":4,"unknown":0,"tokens":0,"tree_tokens":0,"seconds":0.0,"confirmed":0,"unconfirmed":0,"contradicted":0},"seconds":0.00696595299996261,"frontier":2,"lines":{"swap.jl":{"covered":[6,7],"missed":[9,11,12,13]}},"most":1}','lazy: 1 trace (1 normal, 0 exceptional, 0 cut), 1 path; NOT COMPLETE: stopped by max-traces
0 queries, 4 without a solver, 0.01 s
');
CREATE VIEW finding AS
  SELECT subject.number AS subject, subject.target AS target, each.value AS document
  FROM subject, json_each(subject.document, '$.findings') AS each;
COMMIT;
