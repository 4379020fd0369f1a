PRAGMA application_id=1400458568;
PRAGMA user_version=1;
BEGIN TRANSACTION;
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "fact" VALUES('header','{"id":"1118-073632-slayer-a10d","command":"bench","target":"slayer","arguments":["bench","slayer","--programs","reverse","-q","--workers","1"],"folder":"/home/user/project","started":"2026-11-18T07:36:32+00:00","settings":{"suite":null,"programs":"reverse","per-program":10.0,"replay":false},"versions":{"python":"3.11.7","symheap":"0.1.0","z3":"5.4.0.0","bitwuzla":"0.9.1"},"digests":{}}');
INSERT INTO "fact" VALUES('progress','{"doing":"0 of 0 programs","memory_mb":65.1,"at":1794987392.244}');
INSERT INTO "fact" VALUES('standing','{"state":"finished","status":0,"seconds":0.009819207000077768,"process":null}');
CREATE TABLE item (
  subject INTEGER NOT NULL REFERENCES subject,
  kind TEXT NOT NULL,
  key TEXT NOT NULL,
  document TEXT NOT NULL,
  PRIMARY KEY (subject, kind, key)
) WITHOUT ROWID;
INSERT INTO "item" VALUES(1,'page','','{"title":"SLAyer''s programs","tables":[{"caption":"Table 1 of 004","head":["test","printed","printed s","here","s","how"],"rows":[["T2_n-19","unsafe",0.11,null,null,""],["T2_n-1b","unsafe",0.08,null,null,""],["T2_n-34","unsafe",0.17,null,null,""],["T2_n-38","unsafe",0.5,null,null,""],["T2_p-38","unsafe",12.75,null,null,""],["T2_p-50","unsafe",0.62,null,null,""],["T2_p-62","unsafe",0.62,null,null,""],["changing_truth_value","unsafe",1.44,null,null,""],["complicated_safe","unknown",89.42,null,null,""],["complicated_unsafe","unsafe",2.47,null,null,""],["no_loops_unsafe","unsafe",0.16,null,null,""],["simple_loop_unsafe","unsafe",0.19,null,null,""],["very_simple_unsafe","unsafe",0.02,null,null,""],["csll_remove_unsafe","unsafe",1.84,null,null,""],["cleanup_isochresourcedata","unsafe",24.1,null,null,""],["array_in_formal","unsafe",0.11,null,null,""],["deref_NULL","unsafe",0.05,null,null,""],["free_free","unsafe",0.02,null,null,""],["free_local","unsafe",0.05,null,null,""],["if_pointer","unsafe",0.02,null,null,""],["sized_arrays","unsafe",0.09,null,null,""],["store_to_0","unsafe",0.03,null,null,""],["sll_copy_unsafe","unsafe",2.51,null,null,""],["list_of_objects","safe",6.34,null,null,""]],"numeric":[false,false,true,false,true,false]},{"caption":"Programs","head":["program","label","here","leak","s","how"],"rows":[],"numeric":[false,false,false,false,true,false]}],"plots":[]}');
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
CREATE TABLE subject (
  number INTEGER PRIMARY KEY,
  target TEXT NOT NULL,
  kind TEXT NOT NULL,
  document TEXT,
  progress TEXT NOT NULL DEFAULT '{}',
  text TEXT NOT NULL DEFAULT ''
);
INSERT INTO "subject" VALUES(1,'slayer','study','{"complete":true,"programs":0,"as_labelled":0,"unknown":0,"findings":[]}','{}','Table 1 of 004              printed            s  here           s  how
T2_n-19                     unsafe          0.11  -
T2_n-1b                     unsafe          0.08  -
T2_n-34                     unsafe          0.17  -
T2_n-38                     unsafe          0.50  -
T2_p-38                     unsafe         12.75  -
T2_p-50                     unsafe          0.62  -
T2_p-62                     unsafe          0.62  -
changing_truth_value        unsafe          1.44  -
complicated_safe            unknown        89.42  -
complicated_unsafe          unsafe          2.47  -
no_loops_unsafe             unsafe          0.16  -
simple_loop_unsafe          unsafe          0.19  -
very_simple_unsafe          unsafe          0.02  -
csll_remove_unsafe          unsafe          1.84  -
cleanup_isochresourcedata   unsafe         24.10  -
array_in_formal             unsafe          0.11  -
deref_NULL                  unsafe          0.05  -
free_free                   unsafe          0.02  -
free_local                  unsafe          0.05  -
if_pointer                  unsafe          0.02  -
sized_arrays                unsafe          0.09  -
store_to_0                  unsafe          0.03  -
sll_copy_unsafe             unsafe          2.51  -
list_of_objects             safe            6.34  -

the suite itself was not run: --suite names its folder
0 programs, 0 s
');
CREATE VIEW finding AS
  SELECT subject.number AS subject, subject.target AS target, each.value AS document
  FROM subject, json_each(subject.document, '$.findings') AS each;
COMMIT;
