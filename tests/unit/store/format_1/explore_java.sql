PRAGMA application_id=1400458568;
PRAGMA user_version=1;
BEGIN TRANSACTION;
CREATE TABLE fact (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "fact" VALUES('header','{"id":"1118-073622-stack-1515","command":"explore","target":"Stack.java::pop","arguments":["explore","Stack.java::pop","-q"],"folder":"/home/user/project","started":"2026-11-18T07:36:22+00:00","settings":{"heap":"pose","heaps":["pose","summary","lazy","lazier","lazier#"],"max_calls":80,"max_loop":150,"max_iterations":null,"max_depth":null,"max_traces":null,"timeout":null,"method_timeout":null,"search":"dfs","seed":0,"acyclic":[],"solver":"auto","solver_timeout":10.0,"log_queries":null,"cross_check":false,"consistency":false,"max_objects":3,"max_int":2,"max_heaps":20000,"jdk":null,"class_path":[],"assume":[],"non_null":[],"symbolic_static":[],"also":[],"exact_types":false,"flat_maps":false,"fixed_environment":false,"first_use":false,"package":null,"junit":null,"minimize":"none","replay":true},"versions":{"python":"3.11.7","symheap":"0.1.0","z3":"5.4.0.0","bitwuzla":"0.9.1","jdk":"17.0.15"},"digests":{"Stack.java":"ad0ea2377ff02fd3a6845a912abc266f"}}');
INSERT INTO "fact" VALUES('progress','{"traces":2,"paths":2,"queries":0,"frontier":0,"solver_seconds":0.0,"seconds":0.028,"doing":"explored Stack.java::pop","memory_mb":65.5,"at":1794987382.087}');
INSERT INTO "fact" VALUES('skipped','{"reasons":[]}');
INSERT INTO "fact" VALUES('standing','{"state":"finished","status":1,"seconds":0.04834360699999252,"process":null}');
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
INSERT INTO "path" VALUES(1,0,'1/2','["null@Stack.pop()I+4<Stack.<entry>()I+5","java.lang.NullPointerException@Stack.pop()I+4<Stack.<entry>()I+5"]','{"kind":"error","position":["Stack.java",12,4,"Stack.pop()I"],"stack":[["Stack.java",12,4,"Stack.pop()I"],["Stack.java",12,5,"Stack.<entry>()I"]],"error":"null","detail":"value","exception":"java.lang.NullPointerException"}',1,'{"id":"0","outcome":{"kind":"error","error":"null","detail":"value","position":"Stack.java:12","exception":"java.lang.NullPointerException","crash":true,"stack":["Stack.java:12","Stack.java:12"]},"confirmed":true,"condition":"this.top == null","smt2":"(let ((?0 (= |this.top| null))) (and (not (= |this| null)) (and (not (= |this| null)) (= (class-of |this|) 11)) (or ?0 (and (not (= |this.top| null)) (= (class-of |this.top|) 10))) ?0))","inputs":{"roots":{"this":{"ref":"1"}},"objects":{"1":{"class":"Stack","fields":{"top":null}}}},"branches":[{"kind":"error","choice":"null","position":"Stack.java:12"}]}','["this.top == null"]','bad','throws java.lang.NullPointerException at Stack.java:12 (crash: null, value)','path 0: throws java.lang.NullPointerException at Stack.java:12 (crash: null, value)
  when     this.top == null
  decides  Stack.java:12: error null
  for example
    this ──▶ ① Stack {top: null}
','{"nodes":[["root:this","root","this"],["object:1","location","\u2460 Stack"],["null:1.top","null","null"]],"edges":[["root:this","object:1",""],["object:1","null:1.top","top"]]}','{"nodes":[["root:this","root","this"],["ref:this","reference","this"],["object:this","location","object of this"],["ref:this.top","reference","this.top"]],"edges":[["root:this","ref:this",""],["ref:this","object:this",""],["object:this","ref:this.top","top"]]}',NULL);
INSERT INTO "path" VALUES(1,1,'0/2','["return"]','{"kind":"return"}',1,'{"id":"1","outcome":{"kind":"return","value":"this.top.value"},"confirmed":true,"condition":"this.top != null","smt2":"(let ((?0 (= |this.top| null))) (and (not (= |this| null)) (and (not (= |this| null)) (= (class-of |this|) 11)) (or ?0 (and (not (= |this.top| null)) (= (class-of |this.top|) 10))) (not ?0) (or (= |this.top.next| null) (and (not (= |this.top.next| null)) (= (class-of |this.top.next|) 10)))))","inputs":{"roots":{"this":{"ref":"1"}},"objects":{"1":{"class":"Stack","fields":{"top":{"ref":"2"},"size":0}},"2":{"class":"Stack$Node","fields":{"value":0,"next":null}}}},"branches":[]}','["this.top != null"]','good','returns this.top.value','path 1: returns this.top.value
  when     this.top != null
  decides  nothing
  for example
    this ──▶ ① Stack {top: ②, size: 0}
             ② Stack.Node {value: 0, next: null}
','{"nodes":[["root:this","root","this"],["object:1","location","\u2460 Stack\nsize: 0"],["object:2","location","\u2461 Stack.Node\nvalue: 0"],["null:2.next","null","null"]],"edges":[["root:this","object:1",""],["object:1","object:2","top"],["object:2","null:2.next","next"]]}','{"nodes":[["root:this","root","this"],["root:result","root","result"],["ref:this","reference","this"],["object:this","location","object of this\nsize: this.size - 1"],["value:root:result.:this.top.value","value","this.top.value"],["ref:this.top.next","reference","this.top.next"]],"edges":[["root:this","ref:this",""],["ref:this","object:this",""],["root:result","value:root:result.:this.top.value",""],["object:this","ref:this.top.next","top"]]}',NULL);
CREATE TABLE source (file TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
INSERT INTO "source" VALUES('Stack.java','/** A stack with a small bug: `pop` of an empty one. */
public class Stack {
    private Node top;
    private int size;

    static class Node {
        int value;
        Node next;
    }

    int pop() {
        int value = top.value;
        top = top.next;
        size--;
        return value;
    }

    boolean contains(int value) {
        for (Node n = top; n != null; n = n.next) {
            if (n.value == value) {
                return true;
            }
        }
        return false;
    }
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
INSERT INTO "subject" VALUES(1,'Stack.java::pop','exploration','{"complete":true,"stopped":null,"traces":{"total":2,"normal":1,"exceptional":1,"cut":0,"unsupported":0,"unknown":0},"paths":2,"solver":{"queries":0,"answered_without_solver":3,"unknown":0,"tokens":0,"seconds":0.0},"seconds":0.028241,"coverage":{"lines":10,"covered":4},"findings":[{"kind":"error","error":"null","detail":"value","position":"Stack.java:12","exception":"java.lang.NullPointerException","crash":true,"stack":["Stack.java:12","Stack.java:12"],"place":"Stack.java:12","paths":1,"example":"0"}],"thrown":[],"unsupported":[],"assumptions":["inputs are of 22 classes (--also adds to them)","no input is a class object (--also java.lang.Class)","input strings are Latin-1","input arrays of references are of their declared class, and inputs hold what their generic types say","static fields hold what initialisers left there (--symbolic-static); classes that were initialised before the call were so in the order in which a path decides on them; what initialisers change inside the JDK is not seen","there is one thread, and nobody reads what is printed or logged; what is logged is not put into words (no toString is called); loggers are of level INFO, and formatters work","assertions are enabled; there is always room for another object, and for another call within the bounds","no class beyond those on the class path exists, and nobody changes private or final fields by reflection","the default locale is en_US, the default charset UTF-8, and a line ends in \\n"]}','{"statistics":{"decisions":3,"queries":0,"answered_without_solver":3,"unknown":0,"tokens":0,"tree_tokens":0,"seconds":0.0,"confirmed":0,"unconfirmed":0,"contradicted":0},"seconds":0.028241431999958877,"frontier":0,"lines":{"Stack.java":{"covered":[12,13,14,15],"missed":[2,6,19,20,21,24]}},"most":null}','findings:
Stack.java:12: error: throws java.lang.NullPointerException (null, value); path 0
assuming: inputs are of 22 classes (--also adds to them)
assuming: no input is a class object (--also java.lang.Class)
assuming: input strings are Latin-1
assuming: input arrays of references are of their declared class, and inputs hold what their generic types say
assuming: static fields hold what initialisers left there (--symbolic-static); classes that were initialised before the call were so in the order in which a path decides on them; what initialisers change inside the JDK is not seen
assuming: there is one thread, and nobody reads what is printed or logged; what is logged is not put into words (no toString is called); loggers are of level INFO, and formatters work
assuming: assertions are enabled; there is always room for another object, and for another call within the bounds
assuming: no class beyond those on the class path exists, and nobody changes private or final fields by reflection
assuming: the default locale is en_US, the default charset UTF-8, and a line ends in \n
pose: 2 traces (1 normal, 1 exceptional, 0 cut), 2 paths; complete
0 queries, 3 without a solver, 0.03 s
');
CREATE VIEW finding AS
  SELECT subject.number AS subject, subject.target AS target, each.value AS document
  FROM subject, json_each(subject.document, '$.findings') AS each;
COMMIT;
