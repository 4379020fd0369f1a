PRAGMA application_id=1400458568;
PRAGMA user_version=1;
BEGIN TRANSACTION;
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "fact" VALUES('header','{"id":"1118-073613-swap-b336","command":"explore","target":"swap.jl","arguments":["explore","swap.jl","-q"],"folder":"/home/user/project","started":"2026-11-18T07:36:13+00:00","settings":{"heap":"pose","heaps":["pose","summary","lazy","lazier","lazier#"],"max_calls":80,"max_loop":150,"max_iterations":null,"max_depth":null,"max_traces":null,"timeout":null,"method_timeout":null,"search":"dfs","seed":0,"acyclic":[],"solver":"auto","solver_timeout":10.0,"log_queries":null,"cross_check":false,"consistency":false,"max_objects":3,"max_int":2,"max_heaps":20000,"jdk":null,"class_path":[],"assume":[],"non_null":[],"symbolic_static":[],"also":[],"exact_types":false,"flat_maps":false,"fixed_environment":false,"first_use":false,"package":null,"junit":null,"minimize":"none","replay":true},"versions":{"python":"3.11.7","symheap":"0.1.0","z3":"5.4.0.0","bitwuzla":"0.9.1"},"digests":{"swap.jl":"2a687dbdffea07361020c95d7f12093b"}}');
INSERT INTO "fact" VALUES('progress','{"traces":2,"paths":2,"queries":0,"frontier":0,"solver_seconds":0.0,"seconds":0.01,"doing":"explored swap.jl","memory_mb":55.6,"at":1794987373.798}');
INSERT INTO "fact" VALUES('skipped','{"reasons":[]}');
INSERT INTO "fact" VALUES('standing','{"state":"finished","status":0,"seconds":0.024046842999950968,"process":null}');
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
INSERT INTO "path" VALUES(1,0,'0/2','["true","true","return"]','{"kind":"return"}',1,'{"id":"0","outcome":{"kind":"return","value":"unit"},"confirmed":true,"condition":"s == null","smt2":"(let ((?0 (= |s| null))) (and (not (= |this| null)) (and (not (= |this| null)) (= (class-of |this|) 1)) (or ?0 (and (not (= |s| null)) (= (class-of |s|) 1))) ?0))","inputs":{"roots":{"this":{"ref":"1"},"s":null},"objects":{"1":{"class":"Sample","fields":{}}}},"branches":[{"kind":"branch","choice":true,"position":"swap.jl:6:12"},{"kind":"branch","choice":true,"position":"swap.jl:6:8"}]}','["s == null"]','good','returns unit','path 0: returns unit
  when     s == null
  decides  swap.jl:6:12: branch true
           swap.jl:6:8: branch true
  for example
    this ──▶ ① Sample {}
    s    ──▶ null
','{"nodes":[["root:this","root","this"],["root:s","root","s"],["object:1","location","\u2460 Sample"],["null:root:s","null","null"]],"edges":[["root:this","object:1",""],["root:s","null:root:s",""]]}','{"nodes":[["root:this","root","this"],["root:s","root","s"],["ref:this","reference","this"],["ref:s","reference","s"]],"edges":[["root:this","ref:this",""],["root:s","ref:s",""]]}',NULL);
INSERT INTO "path" VALUES(1,1,'1/2','["false","false","return"]','{"kind":"return"}',1,'{"id":"1","outcome":{"kind":"return","value":"unit"},"confirmed":true,"condition":"s != null","smt2":"(let ((?0 (= |s| null))) (and (not (= |this| null)) (and (not (= |this| null)) (= (class-of |this|) 1)) (or ?0 (and (not (= |s| null)) (= (class-of |s|) 1))) (not ?0)))","inputs":{"roots":{"this":{"ref":"1"},"s":{"ref":"2"}},"objects":{"1":{"class":"Sample","fields":{"data":null}},"2":{"class":"Sample","fields":{"data":null}}}},"branches":[{"kind":"branch","choice":false,"position":"swap.jl:6:12"},{"kind":"branch","choice":false,"position":"swap.jl:6:8"}]}','["s != null"]','good','returns unit','path 1: returns unit
  when     s != null
  decides  swap.jl:6:12: branch false
           swap.jl:6:8: branch false
  for example
    this ──▶ ① Sample {data: null}
    s    ──▶ ② Sample {data: null}
','{"nodes":[["root:this","root","this"],["root:s","root","s"],["object:1","location","\u2460 Sample"],["object:2","location","\u2461 Sample"],["null:1.data","null","null"],["null:2.data","null","null"]],"edges":[["root:this","object:1",""],["root:s","object:2",""],["object:1","null:1.data","data"],["object:2","null:2.data","data"]]}','{"nodes":[["root:this","root","this"],["root:s","root","s"],["ref:this","reference","this"],["object:this","location","object of this"],["ref:s","reference","s"],["object:s","location","object of s"],["ite:25","choice","s == this"],["ref:this.data","reference","this.data"],["ref:s.data","reference","s.data"]],"edges":[["root:this","ref:this",""],["ref:this","object:this",""],["root:s","ref:s",""],["ref:s","object:s",""],["object:this","ite:25","data"],["object:s","ref:this.data","data"],["ite:25","ref:this.data","yes"],["ite:25","ref:s.data","no"]]}',NULL);
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
INSERT INTO "subject" VALUES(1,'swap.jl','exploration','{"complete":true,"stopped":null,"traces":{"total":2,"normal":2,"exceptional":0,"cut":0,"unsupported":0,"unknown":0},"paths":2,"solver":{"queries":0,"answered_without_solver":3,"unknown":0,"tokens":0,"seconds":0.0},"seconds":0.010449,"coverage":{"lines":6,"covered":6},"findings":[],"thrown":[],"unsupported":[],"assumptions":[]}','{"statistics":{"decisions":3,"queries":0,"answered_without_solver":3,"unknown":0,"tokens":0,"tree_tokens":0,"seconds":0.0,"confirmed":0,"unconfirmed":0,"contradicted":0},"seconds":0.010448893999978281,"frontier":0,"lines":{"swap.jl":{"covered":[6,7,9,11,12,13],"missed":[]}},"most":null}','pose: 2 traces (2 normal, 0 exceptional, 0 cut), 2 paths; complete
0 queries, 3 without a solver, 0.01 s
');
CREATE VIEW finding AS
  SELECT subject.number AS subject, subject.target AS target, each.value AS document
  FROM subject, json_each(subject.document, '$.findings') AS each;
COMMIT;
