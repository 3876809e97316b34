-- A campaign of format 6: that of format 5 with what the program that first had it adds to one.
PRAGMA foreign_keys = OFF;
BEGIN;
CREATE TABLE absence (
    id    INTEGER PRIMARY KEY,
    power TEXT NOT NULL REFERENCES power (name),
    first TEXT NOT NULL, -- days, both counted in
    last  TEXT NOT NULL,
    noted TEXT NOT NULL
) STRICT;
CREATE TABLE answered (
    id     INTEGER PRIMARY KEY,
    player INTEGER REFERENCES player (id), -- null: the umpire
    kind   TEXT NOT NULL,
    at     TEXT NOT NULL
) STRICT;
INSERT INTO "answered" VALUES(1,1,'answer','2026-11-21T23:30:46Z');
INSERT INTO "answered" VALUES(2,1,'answer','2026-11-21T23:30:47Z');
CREATE TABLE campaign (
    id       INTEGER PRIMARY KEY CHECK (id = 1),
    name     TEXT NOT NULL,
    slug     TEXT NOT NULL,
    rules    TEXT NOT NULL,
    scenario TEXT NOT NULL,
    edition  TEXT NOT NULL,
    secret   BLOB NOT NULL CHECK (length(secret) = 32),
    created  TEXT NOT NULL,
    ended    TEXT
, revealed TEXT) STRICT;
INSERT INTO "campaign" VALUES(1,'game','game','nations','italy-1796','nations-1',X'2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A2A','2026-11-21T23:30:45Z',NULL,NULL);
CREATE TABLE draft (
    season INTEGER PRIMARY KEY REFERENCES season (id),
    inputs TEXT NOT NULL,
    mark   INTEGER NOT NULL, -- the season's changes when the draft was made
    state  TEXT NOT NULL,
    root   TEXT NOT NULL,
    seed   TEXT NOT NULL,
    digest TEXT NOT NULL,
    made   TEXT NOT NULL,
    next   TEXT NOT NULL, -- the name of the season that follows
    over   INTEGER NOT NULL CHECK (over IN (0, 1)) -- whether the scenario ends with this season
) STRICT;
INSERT INTO "draft" VALUES(1,'956b6ef435ba39384a7ac995c5af185bfc77cfbc4d130f0733588bcf0c709bde',2,'{"season":"summer 1796","sides":{"austria":"coalition","france":"empire"},"forces":{"300001":{"id":300001,"power":"austria","at":1869,"leaders":["Colli"],"units":[{"kind":"InfC","modifier":0,"nation":"piedmontese","steps":2},{"kind":"Dinf","modifier":0,"nation":"piedmontese","steps":1}]},"300002":{"id":300002,"power":"austria","at":1921,"army":"Army of Italy","leaders":["Beaulieu","Sebotendorf"],"units":[{"kind":"InfC","modifier":0,"nation":"austria","steps":1},{"kind":"CavC","modifier":1,"nation":"austria","steps":1},{"kind":"CavC","modifier":0,"nation":"austria","steps":2}],"trains":1,"engineers":1},"300003":{"id":300003,"power":"austria","at":2025,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300004":{"id":300004,"power":"austria","at":1868,"leaders":["Argenteau"],"units":[{"kind":"InfC","modifier":0,"nation":"austria","steps":1}]},"300005":{"id":300005,"power":"austria","at":2082,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300006":{"id":300006,"power":"austria","at":1975,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300007":{"id":300007,"power":"austria","at":2521,"leaders":["Ferdinand (Neapolitan)"],"units":[{"kind":"InfC","modifier":0,"nation":"neapolitan","steps":2}],"reserve":"naples"},"500001":{"id":500001,"power":"france","at":1923,"leaders":["Masséna"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":2}]},"500002":{"id":500002,"power":"france","at":1816,"leaders":["Serurier"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":1}]},"500003":{"id":500003,"power":"france","at":1764,"units":[{"kind":"Dinf","modifier":0,"nation":"france","steps":1}]},"500004":{"id":500004,"power":"france","at":1922,"army":"Army of Italy","leaders":["Bonaparte","Laharpe","Augereau"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":1},{"kind":"CavC","modifier":1,"nation":"france","steps":2}],"trains":1},"500005":{"id":500005,"power":"france","at":1709,"units":[{"kind":"Dinf","modifier":0,"nation":"france","steps":1}]},"500006":{"id":500006,"power":"france","at":1653,"leaders":["Kellermann (elder)"],"units":[{"kind":"InfC","modifier":0,"nation":"france","steps":2},{"kind":"Dinf","modifier":0,"nation":"france","steps":1}],"reserve":"alpine-army"}},"counts":{"austria":7,"france":6},"squadrons":[],"aboard":{},"sunk":{},"drowned":{},"corsairs":[],"pools":{"austria":["Alvinczy","Bellegarde","Blakenstein","Charles","Davidovic","Esterahzy","Hohenzollern","Hotze","Klenau","Kray","Latour","Melas","Ott","Prince Württemberg (Austrian)","Quasdanovitch","Reuss","Riesch","Wurmser"],"france":["Bernadotte","Berthier","Beurnonville","Championnet","D''Hautpoul","Desaix","Gouvion-St-Cyr","Jourdan","Kléber","Lecourbe","Lefebvre","Macdonald","Marceau","Menou","Moncey","Moreau","Murat","Pérignon","Schérer","Souham","Vandamme","Victor"]},"held":{"1816":"france"},"forts":{},"returning":[],"dead":[],"cards":{"austria":["C-23"],"france":["C-21","C-7","R-13"]},"corps_lost":{},"armies_lost":{},"promised":{},"last_land":"coalition","naval_2":{}}','0a7a641fa01431abe8052437cf2d6d378f60960e2dfd12074d459e662af56f87','7d716daa1e186d7de7aeb457264e4f8fd2706d519abf36e37c813bbf1fbc535f','1306d0eb9010339a2ea614f89880e6d583f714c37c079dff5fb72990497f7497','2026-11-21T23:30:46Z','summer 1796',0);
CREATE TABLE envelope (
    raw        INTEGER PRIMARY KEY REFERENCES raw (id),
    message_id TEXT,
    sender     TEXT,
    subject    TEXT NOT NULL,
    player     INTEGER REFERENCES player (id), -- of whom it was proved to be
    digest     TEXT NOT NULL -- of the sheets in it
) STRICT;
CREATE TABLE event (
    season INTEGER NOT NULL REFERENCES season (id),
    seq    INTEGER NOT NULL,
    json   TEXT NOT NULL, answers INTEGER,
    PRIMARY KEY (season, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "event" VALUES(1,1,'{"season-began":{"season":"spring 1796","pool":["empire land 1","empire land 2","empire land 3","empire land 4","coalition land 1","coalition land 2","coalition land 3","coalition land 4","winter quarters"]}}',NULL);
INSERT INTO "event" VALUES(1,2,'{"ordered":{"power":"austria","by":"nothing","entries":[]}}',NULL);
INSERT INTO "event" VALUES(1,3,'{"ordered":{"power":"france","by":"a sheet","entries":["Bonaparte"]}}',NULL);
INSERT INTO "event" VALUES(1,4,'{"marker-drawn":{"marker":"empire land 2","chosen":true}}',NULL);
INSERT INTO "event" VALUES(1,5,'{"taken-up":{"power":"france","entry":1,"who":"Bonaparte"}}',NULL);
INSERT INTO "event" VALUES(1,6,'{"activated":{"force":500004,"marker":"empire land 2","activations":1}}',NULL);
INSERT INTO "event" VALUES(1,7,'{"moved":{"force":500004,"from":1870,"to":1923,"cost":2,"spent":2,"into_box":false}}',NULL);
INSERT INTO "event" VALUES(1,8,'{"moved":{"force":500004,"from":1923,"to":1922,"cost":1,"spent":3,"into_box":false}}',NULL);
INSERT INTO "event" VALUES(1,9,'{"marker-put-back":{"marker":"empire land 1"}}',NULL);
INSERT INTO "event" VALUES(1,10,'{"marker-put-back":{"marker":"empire land 3"}}',NULL);
INSERT INTO "event" VALUES(1,11,'{"marker-drawn":{"marker":"coalition land 1","chosen":false}}',NULL);
INSERT INTO "event" VALUES(1,12,'{"nobody-moved":{"bloc":"coalition"}}',NULL);
INSERT INTO "event" VALUES(1,13,'{"marker-put-back":{"marker":"coalition land 3"}}',NULL);
INSERT INTO "event" VALUES(1,14,'{"marker-drawn":{"marker":"empire land 1","chosen":false}}',NULL);
INSERT INTO "event" VALUES(1,15,'{"nobody-moved":{"bloc":"empire"}}',NULL);
INSERT INTO "event" VALUES(1,16,'{"marker-put-back":{"marker":"empire land 3"}}',NULL);
INSERT INTO "event" VALUES(1,17,'{"winter-quarters":{"times":1,"ends":false}}',NULL);
INSERT INTO "event" VALUES(1,18,'{"marker-drawn":{"marker":"coalition land 3","chosen":false}}',NULL);
INSERT INTO "event" VALUES(1,19,'{"nobody-moved":{"bloc":"coalition"}}',NULL);
INSERT INTO "event" VALUES(1,20,'{"marker-put-back":{"marker":"coalition land 2"}}',NULL);
INSERT INTO "event" VALUES(1,21,'{"winter-quarters":{"times":2,"ends":false}}',NULL);
INSERT INTO "event" VALUES(1,22,'{"marker-put-back":{"marker":"coalition land 4"}}',NULL);
INSERT INTO "event" VALUES(1,23,'{"marker-drawn":{"marker":"empire land 3","chosen":false}}',NULL);
INSERT INTO "event" VALUES(1,24,'{"nobody-moved":{"bloc":"empire"}}',NULL);
INSERT INTO "event" VALUES(1,25,'{"marker-drawn":{"marker":"coalition land 4","chosen":false}}',NULL);
INSERT INTO "event" VALUES(1,26,'{"nobody-moved":{"bloc":"coalition"}}',NULL);
INSERT INTO "event" VALUES(1,27,'{"marker-drawn":{"marker":"empire land 4","chosen":false}}',NULL);
INSERT INTO "event" VALUES(1,28,'{"nobody-moved":{"bloc":"empire"}}',NULL);
INSERT INTO "event" VALUES(1,29,'{"marker-drawn":{"marker":"coalition land 2","chosen":false}}',NULL);
INSERT INTO "event" VALUES(1,30,'{"nobody-moved":{"bloc":"coalition"}}',NULL);
INSERT INTO "event" VALUES(1,31,'{"winter-quarters":{"times":3,"ends":true}}',NULL);
INSERT INTO "event" VALUES(1,32,'{"season-ended":{"season":"spring 1796","scenario_over":false}}',NULL);
CREATE TABLE former_event (
    season INTEGER NOT NULL REFERENCES season (id),
    seq    INTEGER NOT NULL,
    json   TEXT NOT NULL,
    PRIMARY KEY (season, seq)
) STRICT, WITHOUT ROWID;
CREATE TABLE journal (
    id   INTEGER PRIMARY KEY,
    at   TEXT NOT NULL,
    who  TEXT NOT NULL,
    what TEXT NOT NULL
) STRICT;
INSERT INTO "journal" VALUES(1,'2026-11-21T23:30:45Z','umpire','made the campaign');
INSERT INTO "journal" VALUES(2,'2026-11-21T23:30:45Z','umpire','started spring 1796');
INSERT INTO "journal" VALUES(3,'2026-11-21T23:30:46Z','umpire','published spring 1796');
CREATE TABLE known (
    season INTEGER NOT NULL REFERENCES season (id),
    power  TEXT NOT NULL REFERENCES power (name),
    json   TEXT NOT NULL,
    PRIMARY KEY (season, power)
) STRICT, WITHOUT ROWID;
INSERT INTO "known" VALUES(1,'austria','{"power":"austria","season":"spring 1796","sides":{"austria":"coalition","france":"empire"},"ours":{"300001":{"id":300001,"power":"austria","at":1869,"leaders":["Colli"],"units":[{"kind":"InfC","modifier":0,"nation":"piedmontese","steps":2},{"kind":"Dinf","modifier":0,"nation":"piedmontese","steps":1}]},"300002":{"id":300002,"power":"austria","at":1921,"army":"Army of Italy","leaders":["Beaulieu","Sebotendorf"],"units":[{"kind":"InfC","modifier":0,"nation":"austria","steps":1},{"kind":"CavC","modifier":1,"nation":"austria","steps":1},{"kind":"CavC","modifier":0,"nation":"austria","steps":2}],"trains":1,"engineers":1},"300003":{"id":300003,"power":"austria","at":2025,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300004":{"id":300004,"power":"austria","at":1868,"leaders":["Argenteau"],"units":[{"kind":"InfC","modifier":0,"nation":"austria","steps":1}]},"300005":{"id":300005,"power":"austria","at":2082,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300006":{"id":300006,"power":"austria","at":1975,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300007":{"id":300007,"power":"austria","at":2521,"leaders":["Ferdinand (Neapolitan)"],"units":[{"kind":"InfC","modifier":0,"nation":"neapolitan","steps":2}],"reserve":"naples"}},"theirs":[{"power":"france","at":1816,"leader":"Serurier","army":false,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"},{"power":"france","at":1870,"leader":"Bonaparte","army":true,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"},{"power":"france","at":1923,"leader":"Masséna","army":false,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"}],"squadrons":[],"sails":[],"aboard":{},"corsairs":[],"pool":["Alvinczy","Bellegarde","Blakenstein","Charles","Davidovic","Esterahzy","Hohenzollern","Hotze","Klenau","Kray","Latour","Melas","Ott","Prince Württemberg (Austrian)","Quasdanovitch","Reuss","Riesch","Wurmser"],"held":{"1816":"france"},"forts":{},"deeds":{},"strengths":{},"counted":{},"played":[],"markers":[],"marker":null,"tales":[]}');
INSERT INTO "known" VALUES(1,'france','{"power":"france","season":"spring 1796","sides":{"austria":"coalition","france":"empire"},"ours":{"500001":{"id":500001,"power":"france","at":1923,"leaders":["Masséna"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":2}]},"500002":{"id":500002,"power":"france","at":1816,"leaders":["Serurier"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":1}]},"500003":{"id":500003,"power":"france","at":1764,"units":[{"kind":"Dinf","modifier":0,"nation":"france","steps":1}]},"500004":{"id":500004,"power":"france","at":1870,"army":"Army of Italy","leaders":["Bonaparte","Laharpe","Augereau"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":1},{"kind":"CavC","modifier":1,"nation":"france","steps":2}],"trains":1},"500005":{"id":500005,"power":"france","at":1709,"units":[{"kind":"Dinf","modifier":0,"nation":"france","steps":1}]},"500006":{"id":500006,"power":"france","at":1653,"leaders":["Kellermann (elder)"],"units":[{"kind":"InfC","modifier":0,"nation":"france","steps":2},{"kind":"Dinf","modifier":0,"nation":"france","steps":1}],"reserve":"alpine-army"}},"theirs":[{"power":"austria","at":1868,"leader":"Argenteau","army":false,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"},{"power":"austria","at":1869,"leader":"Colli","army":false,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"},{"power":"austria","at":1921,"leader":"Beaulieu","army":true,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"}],"squadrons":[],"sails":[],"aboard":{},"corsairs":[],"pool":["Bernadotte","Berthier","Beurnonville","Championnet","D''Hautpoul","Desaix","Gouvion-St-Cyr","Jourdan","Kléber","Lecourbe","Lefebvre","Macdonald","Marceau","Menou","Moncey","Moreau","Murat","Pérignon","Schérer","Souham","Vandamme","Victor"],"held":{"1816":"france"},"forts":{},"deeds":{},"strengths":{},"counted":{},"played":[],"markers":[],"marker":null,"tales":[]}');
INSERT INTO "known" VALUES(2,'austria','{"power":"austria","season":"summer 1796","sides":{"austria":"coalition","france":"empire"},"ours":{"300001":{"id":300001,"power":"austria","at":1869,"leaders":["Colli"],"units":[{"kind":"InfC","modifier":0,"nation":"piedmontese","steps":2},{"kind":"Dinf","modifier":0,"nation":"piedmontese","steps":1}]},"300002":{"id":300002,"power":"austria","at":1921,"army":"Army of Italy","leaders":["Beaulieu","Sebotendorf"],"units":[{"kind":"InfC","modifier":0,"nation":"austria","steps":1},{"kind":"CavC","modifier":1,"nation":"austria","steps":1},{"kind":"CavC","modifier":0,"nation":"austria","steps":2}],"trains":1,"engineers":1},"300003":{"id":300003,"power":"austria","at":2025,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300004":{"id":300004,"power":"austria","at":1868,"leaders":["Argenteau"],"units":[{"kind":"InfC","modifier":0,"nation":"austria","steps":1}]},"300005":{"id":300005,"power":"austria","at":2082,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300006":{"id":300006,"power":"austria","at":1975,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300007":{"id":300007,"power":"austria","at":2521,"leaders":["Ferdinand (Neapolitan)"],"units":[{"kind":"InfC","modifier":0,"nation":"neapolitan","steps":2}],"reserve":"naples"}},"theirs":[{"power":"france","at":1816,"leader":"Serurier","army":false,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"},{"power":"france","at":1922,"leader":"Bonaparte","army":true,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"},{"power":"france","at":1923,"leader":"Masséna","army":false,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"}],"squadrons":[],"sails":[],"aboard":{},"corsairs":[],"pool":["Alvinczy","Bellegarde","Blakenstein","Charles","Davidovic","Esterahzy","Hohenzollern","Hotze","Klenau","Kray","Latour","Melas","Ott","Prince Württemberg (Austrian)","Quasdanovitch","Reuss","Riesch","Wurmser"],"held":{"1816":"france"},"forts":{},"deeds":{},"strengths":{},"counted":{},"played":[],"markers":["winter quarters"],"marker":null,"tales":[{"began":{"season":"spring 1796","pool":["empire land 1","empire land 2","empire land 3","empire land 4","coalition land 1","coalition land 2","coalition land 3","coalition land 4","winter quarters"]}},{"ordered":{"by":"nothing","entries":[]}},{"drawn":{"marker":"empire land 2","chosen":true}},{"moved":{"who":{"power":"france","name":"Bonaparte","ours":false},"from":1870,"to":1923,"spent":null}},{"moved":{"who":{"power":"france","name":"Bonaparte","ours":false},"from":1923,"to":1922,"spent":null}},{"put-back":{"marker":"empire land 1"}},{"put-back":{"marker":"empire land 3"}},{"drawn":{"marker":"coalition land 1","chosen":false}},{"nobody-moved":{"bloc":"coalition"}},{"put-back":{"marker":"coalition land 3"}},{"drawn":{"marker":"empire land 1","chosen":false}},{"put-back":{"marker":"empire land 3"}},{"winter-quarters":{"times":1,"ends":false}},{"drawn":{"marker":"coalition land 3","chosen":false}},{"nobody-moved":{"bloc":"coalition"}},{"put-back":{"marker":"coalition land 2"}},{"winter-quarters":{"times":2,"ends":false}},{"put-back":{"marker":"coalition land 4"}},{"drawn":{"marker":"empire land 3","chosen":false}},{"drawn":{"marker":"coalition land 4","chosen":false}},{"nobody-moved":{"bloc":"coalition"}},{"drawn":{"marker":"empire land 4","chosen":false}},{"drawn":{"marker":"coalition land 2","chosen":false}},{"nobody-moved":{"bloc":"coalition"}},{"winter-quarters":{"times":3,"ends":true}},{"ended":{"season":"spring 1796","scenario_over":false}}]}');
INSERT INTO "known" VALUES(2,'france','{"power":"france","season":"summer 1796","sides":{"austria":"coalition","france":"empire"},"ours":{"500001":{"id":500001,"power":"france","at":1923,"leaders":["Masséna"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":2}]},"500002":{"id":500002,"power":"france","at":1816,"leaders":["Serurier"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":1}]},"500003":{"id":500003,"power":"france","at":1764,"units":[{"kind":"Dinf","modifier":0,"nation":"france","steps":1}]},"500004":{"id":500004,"power":"france","at":1922,"army":"Army of Italy","leaders":["Bonaparte","Laharpe","Augereau"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":1},{"kind":"CavC","modifier":1,"nation":"france","steps":2}],"trains":1},"500005":{"id":500005,"power":"france","at":1709,"units":[{"kind":"Dinf","modifier":0,"nation":"france","steps":1}]},"500006":{"id":500006,"power":"france","at":1653,"leaders":["Kellermann (elder)"],"units":[{"kind":"InfC","modifier":0,"nation":"france","steps":2},{"kind":"Dinf","modifier":0,"nation":"france","steps":1}],"reserve":"alpine-army"}},"theirs":[{"power":"austria","at":1868,"leader":"Argenteau","army":false,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"},{"power":"austria","at":1869,"leader":"Colli","army":false,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"},{"power":"austria","at":1921,"leader":"Beaulieu","army":true,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"},{"power":"austria","at":1975,"leader":null,"army":false,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"}],"squadrons":[],"sails":[],"aboard":{},"corsairs":[],"pool":["Bernadotte","Berthier","Beurnonville","Championnet","D''Hautpoul","Desaix","Gouvion-St-Cyr","Jourdan","Kléber","Lecourbe","Lefebvre","Macdonald","Marceau","Menou","Moncey","Moreau","Murat","Pérignon","Schérer","Souham","Vandamme","Victor"],"held":{"1816":"france"},"forts":{},"deeds":{},"strengths":{},"counted":{},"played":[],"markers":["winter quarters"],"marker":null,"tales":[{"began":{"season":"spring 1796","pool":["empire land 1","empire land 2","empire land 3","empire land 4","coalition land 1","coalition land 2","coalition land 3","coalition land 4","winter quarters"]}},{"ordered":{"by":"a sheet","entries":["Bonaparte"]}},{"drawn":{"marker":"empire land 2","chosen":true}},{"taken-up":{"entry":1,"who":"Bonaparte"}},{"activated":{"who":{"power":"france","name":"Bonaparte","ours":true},"at":1870,"again":false}},{"moved":{"who":{"power":"france","name":"Bonaparte","ours":true},"from":1870,"to":1923,"spent":2}},{"moved":{"who":{"power":"france","name":"Bonaparte","ours":true},"from":1923,"to":1922,"spent":3}},{"put-back":{"marker":"empire land 1"}},{"put-back":{"marker":"empire land 3"}},{"drawn":{"marker":"coalition land 1","chosen":false}},{"put-back":{"marker":"coalition land 3"}},{"drawn":{"marker":"empire land 1","chosen":false}},{"nobody-moved":{"bloc":"empire"}},{"put-back":{"marker":"empire land 3"}},{"winter-quarters":{"times":1,"ends":false}},{"drawn":{"marker":"coalition land 3","chosen":false}},{"put-back":{"marker":"coalition land 2"}},{"winter-quarters":{"times":2,"ends":false}},{"put-back":{"marker":"coalition land 4"}},{"drawn":{"marker":"empire land 3","chosen":false}},{"nobody-moved":{"bloc":"empire"}},{"drawn":{"marker":"coalition land 4","chosen":false}},{"drawn":{"marker":"empire land 4","chosen":false}},{"nobody-moved":{"bloc":"empire"}},{"drawn":{"marker":"coalition land 2","chosen":false}},{"winter-quarters":{"times":3,"ends":true}},{"ended":{"season":"spring 1796","scenario_over":false}}]}');
CREATE TABLE known_after (
    season INTEGER NOT NULL REFERENCES season (id),
    power  TEXT NOT NULL REFERENCES power (name),
    json   TEXT NOT NULL,
    PRIMARY KEY (season, power)
) STRICT, WITHOUT ROWID;
INSERT INTO "known_after" VALUES(1,'austria','{"power":"austria","season":"summer 1796","sides":{"austria":"coalition","france":"empire"},"ours":{"300001":{"id":300001,"power":"austria","at":1869,"leaders":["Colli"],"units":[{"kind":"InfC","modifier":0,"nation":"piedmontese","steps":2},{"kind":"Dinf","modifier":0,"nation":"piedmontese","steps":1}]},"300002":{"id":300002,"power":"austria","at":1921,"army":"Army of Italy","leaders":["Beaulieu","Sebotendorf"],"units":[{"kind":"InfC","modifier":0,"nation":"austria","steps":1},{"kind":"CavC","modifier":1,"nation":"austria","steps":1},{"kind":"CavC","modifier":0,"nation":"austria","steps":2}],"trains":1,"engineers":1},"300003":{"id":300003,"power":"austria","at":2025,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300004":{"id":300004,"power":"austria","at":1868,"leaders":["Argenteau"],"units":[{"kind":"InfC","modifier":0,"nation":"austria","steps":1}]},"300005":{"id":300005,"power":"austria","at":2082,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300006":{"id":300006,"power":"austria","at":1975,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300007":{"id":300007,"power":"austria","at":2521,"leaders":["Ferdinand (Neapolitan)"],"units":[{"kind":"InfC","modifier":0,"nation":"neapolitan","steps":2}],"reserve":"naples"}},"theirs":[{"power":"france","at":1816,"leader":"Serurier","army":false,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"},{"power":"france","at":1922,"leader":"Bonaparte","army":true,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"},{"power":"france","at":1923,"leader":"Masséna","army":false,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"}],"squadrons":[],"sails":[],"aboard":{},"corsairs":[],"pool":["Alvinczy","Bellegarde","Blakenstein","Charles","Davidovic","Esterahzy","Hohenzollern","Hotze","Klenau","Kray","Latour","Melas","Ott","Prince Württemberg (Austrian)","Quasdanovitch","Reuss","Riesch","Wurmser"],"held":{"1816":"france"},"forts":{},"deeds":{},"strengths":{},"counted":{},"played":[],"markers":["winter quarters"],"marker":null,"tales":[{"began":{"season":"spring 1796","pool":["empire land 1","empire land 2","empire land 3","empire land 4","coalition land 1","coalition land 2","coalition land 3","coalition land 4","winter quarters"]}},{"ordered":{"by":"nothing","entries":[]}},{"drawn":{"marker":"empire land 2","chosen":true}},{"moved":{"who":{"power":"france","name":"Bonaparte","ours":false},"from":1870,"to":1923,"spent":null}},{"moved":{"who":{"power":"france","name":"Bonaparte","ours":false},"from":1923,"to":1922,"spent":null}},{"put-back":{"marker":"empire land 1"}},{"put-back":{"marker":"empire land 3"}},{"drawn":{"marker":"coalition land 1","chosen":false}},{"nobody-moved":{"bloc":"coalition"}},{"put-back":{"marker":"coalition land 3"}},{"drawn":{"marker":"empire land 1","chosen":false}},{"put-back":{"marker":"empire land 3"}},{"winter-quarters":{"times":1,"ends":false}},{"drawn":{"marker":"coalition land 3","chosen":false}},{"nobody-moved":{"bloc":"coalition"}},{"put-back":{"marker":"coalition land 2"}},{"winter-quarters":{"times":2,"ends":false}},{"put-back":{"marker":"coalition land 4"}},{"drawn":{"marker":"empire land 3","chosen":false}},{"drawn":{"marker":"coalition land 4","chosen":false}},{"nobody-moved":{"bloc":"coalition"}},{"drawn":{"marker":"empire land 4","chosen":false}},{"drawn":{"marker":"coalition land 2","chosen":false}},{"nobody-moved":{"bloc":"coalition"}},{"winter-quarters":{"times":3,"ends":true}},{"ended":{"season":"spring 1796","scenario_over":false}}]}');
INSERT INTO "known_after" VALUES(1,'france','{"power":"france","season":"summer 1796","sides":{"austria":"coalition","france":"empire"},"ours":{"500001":{"id":500001,"power":"france","at":1923,"leaders":["Masséna"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":2}]},"500002":{"id":500002,"power":"france","at":1816,"leaders":["Serurier"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":1}]},"500003":{"id":500003,"power":"france","at":1764,"units":[{"kind":"Dinf","modifier":0,"nation":"france","steps":1}]},"500004":{"id":500004,"power":"france","at":1922,"army":"Army of Italy","leaders":["Bonaparte","Laharpe","Augereau"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":1},{"kind":"CavC","modifier":1,"nation":"france","steps":2}],"trains":1},"500005":{"id":500005,"power":"france","at":1709,"units":[{"kind":"Dinf","modifier":0,"nation":"france","steps":1}]},"500006":{"id":500006,"power":"france","at":1653,"leaders":["Kellermann (elder)"],"units":[{"kind":"InfC","modifier":0,"nation":"france","steps":2},{"kind":"Dinf","modifier":0,"nation":"france","steps":1}],"reserve":"alpine-army"}},"theirs":[{"power":"austria","at":1868,"leader":"Argenteau","army":false,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"},{"power":"austria","at":1869,"leader":"Colli","army":false,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"},{"power":"austria","at":1921,"leader":"Beaulieu","army":true,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"},{"power":"austria","at":1975,"leader":null,"army":false,"inside":false,"besieging":false,"demoralized":false,"sight":"sighted"}],"squadrons":[],"sails":[],"aboard":{},"corsairs":[],"pool":["Bernadotte","Berthier","Beurnonville","Championnet","D''Hautpoul","Desaix","Gouvion-St-Cyr","Jourdan","Kléber","Lecourbe","Lefebvre","Macdonald","Marceau","Menou","Moncey","Moreau","Murat","Pérignon","Schérer","Souham","Vandamme","Victor"],"held":{"1816":"france"},"forts":{},"deeds":{},"strengths":{},"counted":{},"played":[],"markers":["winter quarters"],"marker":null,"tales":[{"began":{"season":"spring 1796","pool":["empire land 1","empire land 2","empire land 3","empire land 4","coalition land 1","coalition land 2","coalition land 3","coalition land 4","winter quarters"]}},{"ordered":{"by":"a sheet","entries":["Bonaparte"]}},{"drawn":{"marker":"empire land 2","chosen":true}},{"taken-up":{"entry":1,"who":"Bonaparte"}},{"activated":{"who":{"power":"france","name":"Bonaparte","ours":true},"at":1870,"again":false}},{"moved":{"who":{"power":"france","name":"Bonaparte","ours":true},"from":1870,"to":1923,"spent":2}},{"moved":{"who":{"power":"france","name":"Bonaparte","ours":true},"from":1923,"to":1922,"spent":3}},{"put-back":{"marker":"empire land 1"}},{"put-back":{"marker":"empire land 3"}},{"drawn":{"marker":"coalition land 1","chosen":false}},{"put-back":{"marker":"coalition land 3"}},{"drawn":{"marker":"empire land 1","chosen":false}},{"nobody-moved":{"bloc":"empire"}},{"put-back":{"marker":"empire land 3"}},{"winter-quarters":{"times":1,"ends":false}},{"drawn":{"marker":"coalition land 3","chosen":false}},{"put-back":{"marker":"coalition land 2"}},{"winter-quarters":{"times":2,"ends":false}},{"put-back":{"marker":"coalition land 4"}},{"drawn":{"marker":"empire land 3","chosen":false}},{"nobody-moved":{"bloc":"empire"}},{"drawn":{"marker":"coalition land 4","chosen":false}},{"drawn":{"marker":"empire land 4","chosen":false}},{"nobody-moved":{"bloc":"empire"}},{"drawn":{"marker":"coalition land 2","chosen":false}},{"winter-quarters":{"times":3,"ends":true}},{"ended":{"season":"spring 1796","scenario_over":false}}]}');
CREATE TABLE ledger_entry (
    season INTEGER NOT NULL REFERENCES season (id),
    seq    INTEGER NOT NULL,
    json   TEXT NOT NULL,
    PRIMARY KEY (season, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO "ledger_entry" VALUES(1,1,'{"key":"spring 1796/NIA §3.2/france/-/first marker/1","what":{"decision":{"decider":"france","topic":"first marker","options":["empire land 1","empire land 2","empire land 3","empire land 4","coalition land 1","coalition land 2","coalition land 3","coalition land 4"],"choice":"empire land 2","needs_human":false}},"source":"forced"}');
INSERT INTO "ledger_entry" VALUES(1,2,'{"key":"spring 1796/NIA §3.2/pool/-/1","what":{"draw":{"options":["empire land 2"],"chosen":0}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,3,'{"key":"spring 1796/NIA §5.2.6/Beaulieu/Pavia/intercept/1","what":{"decision":{"decider":"austria","topic":"intercept","options":["yes","no"],"choice":"no","needs_human":false}},"source":"default"}');
INSERT INTO "ledger_entry" VALUES(1,4,'{"key":"spring 1796/NIA §5.2.6/Argenteau/W3533/intercept/1","what":{"decision":{"decider":"austria","topic":"intercept","options":["yes","no"],"choice":"no","needs_human":false}},"source":"default"}');
INSERT INTO "ledger_entry" VALUES(1,5,'{"key":"spring 1796/NIA §3.2/pool/-/2","what":{"draw":{"options":["empire land 1","empire land 3","empire land 4","coalition land 1","coalition land 2","coalition land 3","coalition land 4","winter quarters"],"chosen":0}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,6,'{"key":"spring 1796/NIA §3.2/pool/-/3","what":{"draw":{"options":["empire land 3","empire land 4","coalition land 1","coalition land 2","coalition land 3","coalition land 4","winter quarters"],"chosen":0}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,7,'{"key":"spring 1796/NIA §3.2/pool/-/4","what":{"draw":{"options":["empire land 4","coalition land 1","coalition land 2","coalition land 3","coalition land 4","winter quarters"],"chosen":1}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,8,'{"key":"spring 1796/NIA §3.2/pool/-/5","what":{"draw":{"options":["empire land 1","empire land 3","empire land 4","coalition land 2","coalition land 3","coalition land 4","winter quarters"],"chosen":4}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,9,'{"key":"spring 1796/NIA §3.2/pool/-/6","what":{"draw":{"options":["empire land 1","empire land 3","empire land 4","coalition land 2","coalition land 4","winter quarters"],"chosen":0}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,10,'{"key":"spring 1796/NIA §3.2/pool/-/7","what":{"draw":{"options":["empire land 3","empire land 4","coalition land 2","coalition land 3","coalition land 4","winter quarters"],"chosen":0}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,11,'{"key":"spring 1796/NIA §3.2/pool/-/8","what":{"draw":{"options":["empire land 4","coalition land 2","coalition land 3","coalition land 4","winter quarters"],"chosen":4}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,12,'{"key":"spring 1796/NIA §3.2/pool/-/9","what":{"draw":{"options":["empire land 4","coalition land 2","coalition land 3","coalition land 4"],"chosen":2}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,13,'{"key":"spring 1796/NIA §3.2/pool/-/10","what":{"draw":{"options":["empire land 3","empire land 4","coalition land 2","coalition land 4","winter quarters"],"chosen":2}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,14,'{"key":"spring 1796/NIA §3.2/pool/-/11","what":{"draw":{"options":["empire land 3","empire land 4","coalition land 4","winter quarters"],"chosen":3}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,15,'{"key":"spring 1796/NIA §3.2/pool/-/12","what":{"draw":{"options":["empire land 3","empire land 4","coalition land 4"],"chosen":2}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,16,'{"key":"spring 1796/NIA §3.2/pool/-/13","what":{"draw":{"options":["empire land 3","empire land 4"],"chosen":0}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,17,'{"key":"spring 1796/NIA §3.2/pool/-/14","what":{"draw":{"options":["empire land 4","coalition land 2","coalition land 4","winter quarters"],"chosen":2}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,18,'{"key":"spring 1796/NIA §3.2/pool/-/15","what":{"draw":{"options":["empire land 4","coalition land 2","winter quarters"],"chosen":0}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,19,'{"key":"spring 1796/NIA §3.2/pool/-/16","what":{"draw":{"options":["coalition land 2","winter quarters"],"chosen":0}},"source":"seed"}');
INSERT INTO "ledger_entry" VALUES(1,20,'{"key":"spring 1796/NIA §3.2/pool/-/17","what":{"draw":{"options":["winter quarters"],"chosen":0}},"source":"seed"}');
CREATE TABLE letter (
    season   INTEGER NOT NULL REFERENCES season (id),
    seq      INTEGER NOT NULL,
    sender   TEXT NOT NULL,
    receiver TEXT NOT NULL,
    text     TEXT NOT NULL,
    PRIMARY KEY (season, seq)
) STRICT;
CREATE TABLE narrative (
    id      INTEGER PRIMARY KEY,
    season  INTEGER NOT NULL REFERENCES season (id),
    power   TEXT REFERENCES power (name), -- none: for all
    text    TEXT NOT NULL,
    made    TEXT NOT NULL,
    dropped TEXT
) STRICT;
INSERT INTO "narrative" VALUES(1,1,NULL,'The winter was long.','2026-11-21T23:30:46Z',NULL);
CREATE TABLE option_value (
    id     INTEGER PRIMARY KEY,
    key    TEXT NOT NULL,
    value  TEXT NOT NULL,
    season INTEGER REFERENCES season (id)
) STRICT;
INSERT INTO "option_value" VALUES(1,'fog','contact',NULL);
CREATE TABLE outbox (
    id         INTEGER PRIMARY KEY,
    season     INTEGER REFERENCES season (id),
    power      TEXT REFERENCES power (name),
    recipient  TEXT NOT NULL,
    message_id TEXT NOT NULL UNIQUE,
    subject    TEXT NOT NULL,
    body       BLOB NOT NULL,
    state      TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'cancelled')),
    made       TEXT NOT NULL,
    sent       TEXT,
    tries      INTEGER NOT NULL DEFAULT 0,
    fault      TEXT
, kind TEXT NOT NULL DEFAULT 'notice', sender TEXT NOT NULL DEFAULT '', player INTEGER REFERENCES player (id), held TEXT, again TEXT, refused INTEGER NOT NULL DEFAULT 0 CHECK (refused IN (0, 1))) STRICT;
INSERT INTO "outbox" VALUES(1,1,'france','ada@post.example','08833aea46f2c8a214bd65c2.game@campaign.example','[game] welcome, spring 1796',X'5375626A6563743A2073686F7274656E65640D0A0D0A746F206B65657020746869732066696C6520736D616C6C0D0A','waiting','2026-11-21T23:30:45Z',NULL,0,NULL,'welcome','umpire+xk7o3n3itxl2c@campaign.example',1,NULL,NULL,0);
INSERT INTO "outbox" VALUES(2,1,'austria','bert@post.example','f95b3da65fdefaff005440b9.game@campaign.example','[game] welcome, spring 1796',X'5375626A6563743A2073686F7274656E65640D0A0D0A746F206B65657020746869732066696C6520736D616C6C0D0A','waiting','2026-11-21T23:30:45Z',NULL,0,NULL,'welcome','umpire+aieyg43ridqo4@campaign.example',2,NULL,NULL,0);
INSERT INTO "outbox" VALUES(3,1,'france','ada@post.example','582f6f7a53b55a7eeda11cc1.game@campaign.example','[game] revision 1: accepted, spring 1796, France',X'5375626A6563743A2073686F7274656E65640D0A0D0A746F206B65657020746869732066696C6520736D616C6C0D0A','waiting','2026-11-21T23:30:46Z',NULL,0,NULL,'receipt','umpire+xk7o3n3itxl2c@campaign.example',1,NULL,NULL,0);
INSERT INTO "outbox" VALUES(4,1,'austria','bert@post.example','18a69b8908df4f55ca6c0835.game@campaign.example','[game] report, spring 1796, Austria',X'5375626A6563743A2073686F7274656E65640D0A0D0A746F206B65657020746869732066696C6520736D616C6C0D0A','waiting','2026-11-21T23:30:46Z',NULL,0,NULL,'report','umpire+aieyg43ridqo4@campaign.example',2,NULL,NULL,0);
INSERT INTO "outbox" VALUES(5,1,'france','ada@post.example','0898fcc8c3ae792e0f9d11ce.game@campaign.example','[game] report, spring 1796, France',X'5375626A6563743A2073686F7274656E65640D0A0D0A746F206B65657020746869732066696C6520736D616C6C0D0A','waiting','2026-11-21T23:30:46Z',NULL,0,NULL,'report','umpire+xk7o3n3itxl2c@campaign.example',1,NULL,NULL,0);
INSERT INTO "outbox" VALUES(6,2,'france','ada@post.example','82ca4d3e4aeb553569887d19.game@campaign.example','[game] revision 1: accepted with remarks, summer 1796, France',X'5375626A6563743A2073686F7274656E65640D0A0D0A746F206B65657020746869732066696C6520736D616C6C0D0A','waiting','2026-11-21T23:30:47Z',NULL,0,NULL,'receipt','umpire+xk7o3n3itxl2c@campaign.example',1,NULL,NULL,0);
CREATE TABLE player (
    id      INTEGER PRIMARY KEY,
    name    TEXT NOT NULL UNIQUE,
    address TEXT NOT NULL,
    token   TEXT NOT NULL UNIQUE,
    joined  TEXT NOT NULL,
    away    TEXT
, zone TEXT, failing TEXT, gone TEXT) STRICT;
INSERT INTO "player" VALUES(1,'Ada','ada@post.example','xk7o3n3itxl2c','2026-11-21T23:30:45Z',NULL,NULL,NULL,NULL);
INSERT INTO "player" VALUES(2,'Bert','bert@post.example','aieyg43ridqo4','2026-11-21T23:30:45Z',NULL,NULL,NULL,NULL);
CREATE TABLE post_letter (
    id       INTEGER PRIMARY KEY,
    season   INTEGER NOT NULL REFERENCES season (id),
    sender   TEXT NOT NULL REFERENCES power (name),
    receiver TEXT NOT NULL REFERENCES power (name),
    text     TEXT NOT NULL,
    raw      INTEGER UNIQUE REFERENCES raw (id),
    received TEXT NOT NULL
) STRICT;
CREATE TABLE power (
    place  INTEGER PRIMARY KEY, -- the scenario's order
    name   TEXT NOT NULL UNIQUE,
    side   TEXT NOT NULL,
    player INTEGER REFERENCES player (id)
) STRICT;
INSERT INTO "power" VALUES(1,'austria','coalition',2);
INSERT INTO "power" VALUES(2,'france','empire',1);
CREATE TABLE raw (
    id       INTEGER PRIMARY KEY,
    sha256   TEXT NOT NULL,
    source   TEXT NOT NULL,
    received TEXT NOT NULL,
    bytes    BLOB NOT NULL,
    status   TEXT NOT NULL DEFAULT 'unread' CHECK (status IN ('unread', 'read')),
    verdict  TEXT,
    reason   TEXT, length INTEGER, sealed INTEGER REFERENCES season (id),
    UNIQUE (sha256, source)
) STRICT;
INSERT INTO "raw" VALUES(1,'869537f420f89a7cb75bc0315f2e86e8aac21753a8552275e34f0dcde13d1767','file s.yaml, 2026-11-21T23:30:46Z','2026-11-21T23:30:46Z',X'736561736F6E3A20737072696E6720313739360A706F7765723A206672616E63650A61637469766174696F6E733A0A20202D206C65616465723A20426F6E6170617274650A2020202073746570733A205B7B6D617263683A205B47656E6F615D7D5D0A7374616E64696E673A0A202061637469766174696F6E733A205B5D0A','read','accepted','',NULL,NULL);
INSERT INTO "raw" VALUES(2,'8c843340258db1ef52d95c0dcdaf309896875c09d4b9c8097ce15fe6fa7550f0','file t.yaml, 2026-11-21T23:30:47Z','2026-11-21T23:30:47Z',X'736561736F6E3A2073756D6D657220313739360A706F7765723A206672616E63650A61637469766174696F6E733A0A20202D206C65616465723A20426F6E6170617274650A2020202073746570733A205B7B6D617263683A205B4E6963655D7D5D0A','read','accepted with remarks','',NULL,NULL);
CREATE TABLE report (
    season INTEGER NOT NULL REFERENCES season (id),
    power  TEXT NOT NULL REFERENCES power (name),
    format TEXT NOT NULL,
    name   TEXT NOT NULL,
    body   BLOB NOT NULL,
    PRIMARY KEY (season, power, name)
) STRICT;
INSERT INTO "report" VALUES(1,'austria','txt','report.txt',X'73686F7274656E6564');
INSERT INTO "report" VALUES(1,'austria','html','report.html',X'73686F7274656E6564');
INSERT INTO "report" VALUES(1,'france','txt','report.txt',X'73686F7274656E6564');
INSERT INTO "report" VALUES(1,'france','html','report.html',X'73686F7274656E6564');
CREATE TABLE ruling (
    id      INTEGER PRIMARY KEY,
    season  INTEGER NOT NULL REFERENCES season (id),
    key     TEXT NOT NULL,
    answer  TEXT NOT NULL,
    made    TEXT NOT NULL,
    dropped TEXT
, kind TEXT NOT NULL DEFAULT 'answer'
    CHECK (kind IN ('answer', 'fact', 'sheet', 'option')), reason TEXT NOT NULL DEFAULT '', place TEXT NOT NULL DEFAULT '', asked TEXT, number INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "ruling" VALUES(1,1,'spring 1796/NIA §3.2/france/-/first marker/1','empire land 2','2026-11-21T23:30:46Z',NULL,'answer','','',NULL,1);
CREATE TABLE season (
    id       INTEGER PRIMARY KEY,
    number   INTEGER NOT NULL,
    name     TEXT NOT NULL,
    parent   INTEGER REFERENCES season (id),
    status   TEXT NOT NULL CHECK (status IN ('setting up', 'collecting', 'drafted', 'published', 'withdrawn')),
    state    TEXT NOT NULL, -- at the season's start
    opened   TEXT NOT NULL,
    deadline TEXT,
    root     TEXT,
    seed     TEXT,
    digest   TEXT,
    previous TEXT,
    changes  INTEGER NOT NULL DEFAULT 0 -- grows with whatever makes a draft stale
, edition TEXT, book TEXT, seal TEXT) STRICT;
INSERT INTO "season" VALUES(1,1,'spring 1796',NULL,'published','{"season":"spring 1796","sides":{"austria":"coalition","france":"empire"},"forces":{"300001":{"id":300001,"power":"austria","at":1869,"leaders":["Colli"],"units":[{"kind":"InfC","modifier":0,"nation":"piedmontese","steps":2},{"kind":"Dinf","modifier":0,"nation":"piedmontese","steps":1}]},"300002":{"id":300002,"power":"austria","at":1921,"army":"Army of Italy","leaders":["Beaulieu","Sebotendorf"],"units":[{"kind":"InfC","modifier":0,"nation":"austria","steps":1},{"kind":"CavC","modifier":1,"nation":"austria","steps":1},{"kind":"CavC","modifier":0,"nation":"austria","steps":2}],"trains":1,"engineers":1},"300003":{"id":300003,"power":"austria","at":2025,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300004":{"id":300004,"power":"austria","at":1868,"leaders":["Argenteau"],"units":[{"kind":"InfC","modifier":0,"nation":"austria","steps":1}]},"300005":{"id":300005,"power":"austria","at":2082,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300006":{"id":300006,"power":"austria","at":1975,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300007":{"id":300007,"power":"austria","at":2521,"leaders":["Ferdinand (Neapolitan)"],"units":[{"kind":"InfC","modifier":0,"nation":"neapolitan","steps":2}],"reserve":"naples"},"500001":{"id":500001,"power":"france","at":1923,"leaders":["Masséna"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":2}]},"500002":{"id":500002,"power":"france","at":1816,"leaders":["Serurier"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":1}]},"500003":{"id":500003,"power":"france","at":1764,"units":[{"kind":"Dinf","modifier":0,"nation":"france","steps":1}]},"500004":{"id":500004,"power":"france","at":1870,"army":"Army of Italy","leaders":["Bonaparte","Laharpe","Augereau"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":1},{"kind":"CavC","modifier":1,"nation":"france","steps":2}],"trains":1},"500005":{"id":500005,"power":"france","at":1709,"units":[{"kind":"Dinf","modifier":0,"nation":"france","steps":1}]},"500006":{"id":500006,"power":"france","at":1653,"leaders":["Kellermann (elder)"],"units":[{"kind":"InfC","modifier":0,"nation":"france","steps":2},{"kind":"Dinf","modifier":0,"nation":"france","steps":1}],"reserve":"alpine-army"}},"counts":{"austria":7,"france":6},"squadrons":[],"aboard":{},"sunk":{},"drowned":{},"corsairs":[],"pools":{"austria":["Alvinczy","Bellegarde","Blakenstein","Charles","Davidovic","Esterahzy","Hohenzollern","Hotze","Klenau","Kray","Latour","Melas","Ott","Prince Württemberg (Austrian)","Quasdanovitch","Reuss","Riesch","Wurmser"],"france":["Bernadotte","Berthier","Beurnonville","Championnet","D''Hautpoul","Desaix","Gouvion-St-Cyr","Jourdan","Kléber","Lecourbe","Lefebvre","Macdonald","Marceau","Menou","Moncey","Moreau","Murat","Pérignon","Schérer","Souham","Vandamme","Victor"]},"held":{"1816":"france"},"forts":{},"returning":[],"dead":[],"cards":{"austria":["C-23"],"france":["C-21","C-7","R-13"]},"corps_lost":{},"armies_lost":{},"promised":{},"last_land":null,"naval_2":{}}','2026-11-21T23:30:45Z',NULL,'0a7a641fa01431abe8052437cf2d6d378f60960e2dfd12074d459e662af56f87','7d716daa1e186d7de7aeb457264e4f8fd2706d519abf36e37c813bbf1fbc535f','1306d0eb9010339a2ea614f89880e6d583f714c37c079dff5fb72990497f7497',NULL,2,NULL,NULL,NULL);
INSERT INTO "season" VALUES(2,2,'summer 1796',1,'collecting','{"season":"summer 1796","sides":{"austria":"coalition","france":"empire"},"forces":{"300001":{"id":300001,"power":"austria","at":1869,"leaders":["Colli"],"units":[{"kind":"InfC","modifier":0,"nation":"piedmontese","steps":2},{"kind":"Dinf","modifier":0,"nation":"piedmontese","steps":1}]},"300002":{"id":300002,"power":"austria","at":1921,"army":"Army of Italy","leaders":["Beaulieu","Sebotendorf"],"units":[{"kind":"InfC","modifier":0,"nation":"austria","steps":1},{"kind":"CavC","modifier":1,"nation":"austria","steps":1},{"kind":"CavC","modifier":0,"nation":"austria","steps":2}],"trains":1,"engineers":1},"300003":{"id":300003,"power":"austria","at":2025,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300004":{"id":300004,"power":"austria","at":1868,"leaders":["Argenteau"],"units":[{"kind":"InfC","modifier":0,"nation":"austria","steps":1}]},"300005":{"id":300005,"power":"austria","at":2082,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300006":{"id":300006,"power":"austria","at":1975,"units":[{"kind":"Dinf","modifier":0,"nation":"austria","steps":1}]},"300007":{"id":300007,"power":"austria","at":2521,"leaders":["Ferdinand (Neapolitan)"],"units":[{"kind":"InfC","modifier":0,"nation":"neapolitan","steps":2}],"reserve":"naples"},"500001":{"id":500001,"power":"france","at":1923,"leaders":["Masséna"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":2}]},"500002":{"id":500002,"power":"france","at":1816,"leaders":["Serurier"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":1}]},"500003":{"id":500003,"power":"france","at":1764,"units":[{"kind":"Dinf","modifier":0,"nation":"france","steps":1}]},"500004":{"id":500004,"power":"france","at":1922,"army":"Army of Italy","leaders":["Bonaparte","Laharpe","Augereau"],"units":[{"kind":"InfC","modifier":1,"nation":"france","steps":1},{"kind":"CavC","modifier":1,"nation":"france","steps":2}],"trains":1},"500005":{"id":500005,"power":"france","at":1709,"units":[{"kind":"Dinf","modifier":0,"nation":"france","steps":1}]},"500006":{"id":500006,"power":"france","at":1653,"leaders":["Kellermann (elder)"],"units":[{"kind":"InfC","modifier":0,"nation":"france","steps":2},{"kind":"Dinf","modifier":0,"nation":"france","steps":1}],"reserve":"alpine-army"}},"counts":{"austria":7,"france":6},"squadrons":[],"aboard":{},"sunk":{},"drowned":{},"corsairs":[],"pools":{"austria":["Alvinczy","Bellegarde","Blakenstein","Charles","Davidovic","Esterahzy","Hohenzollern","Hotze","Klenau","Kray","Latour","Melas","Ott","Prince Württemberg (Austrian)","Quasdanovitch","Reuss","Riesch","Wurmser"],"france":["Bernadotte","Berthier","Beurnonville","Championnet","D''Hautpoul","Desaix","Gouvion-St-Cyr","Jourdan","Kléber","Lecourbe","Lefebvre","Macdonald","Marceau","Menou","Moncey","Moreau","Murat","Pérignon","Schérer","Souham","Vandamme","Victor"]},"held":{"1816":"france"},"forts":{},"returning":[],"dead":[],"cards":{"austria":["C-23"],"france":["C-21","C-7","R-13"]},"corps_lost":{},"armies_lost":{},"promised":{},"last_land":"coalition","naval_2":{}}','2026-11-21T23:30:46Z',NULL,NULL,NULL,NULL,'1306d0eb9010339a2ea614f89880e6d583f714c37c079dff5fb72990497f7497',1,NULL,NULL,NULL);
CREATE TABLE sheet (
    id          INTEGER PRIMARY KEY,
    season      INTEGER NOT NULL REFERENCES season (id),
    power       TEXT NOT NULL REFERENCES power (name),
    revision    INTEGER NOT NULL,
    raw         INTEGER REFERENCES raw (id),
    text        TEXT NOT NULL,
    verdict     TEXT NOT NULL,
    reason      TEXT NOT NULL,
    diagnostics TEXT NOT NULL,
    receipt     TEXT NOT NULL,
    leaf        TEXT NOT NULL,
    received    TEXT NOT NULL,
    UNIQUE (season, power, revision)
) STRICT;
INSERT INTO "sheet" VALUES(1,1,'france',1,1,'season: spring 1796
power: france
activations:
  - leader: Bonaparte
    steps: [{march: [Genoa]}]
standing:
  activations: []
','accepted','','[]','game: spring 1796, France, revision 1
ACCEPTED

WHAT WILL BE PLAYED
  For France
    standing orders for seasons without a sheet
  Entry 1: Bonaparte
    acts on empire land 1, land 2, land 3, land 4
    march: Savona W3634 2, Genoa W3633 1 = 3 points so far
  Without orders
    Masséna at Savona W3634
    Serurier at Nice W3435
    Kellermann (elder) at W3134

STANDING ORDERS
  This sheet sets them; they are played whenever no sheet comes from
  you.

This sheet''s leaf in the season''s seed:
  cc0066bc457540677aa16029231cb58764830c2a2dafffaca7cd621f4a088d4c
','cc0066bc457540677aa16029231cb58764830c2a2dafffaca7cd621f4a088d4c','2026-11-21T23:30:46Z');
INSERT INTO "sheet" VALUES(2,2,'france',1,2,'season: summer 1796
power: france
activations:
  - leader: Bonaparte
    steps: [{march: [Nice]}]
','accepted with remarks','','[{"code":"beside-friends","column":13,"help":null,"line":5,"rule":null,"text":"Bonaparte ends beside Serurier: for one more point the two become one force","weight":"remark"},{"code":"too-few-points","column":13,"help":null,"line":5,"rule":null,"text":"this needs 2 movement points, and 0 are left","weight":"remark"}]','game: summer 1796, France, revision 1
ACCEPTED WITH REMARKS

WHAT WILL BE PLAYED
  Entry 1: Bonaparte
    acts on empire land 1, land 2, land 3, land 4
    march: Savona W3634 2, W3535 4, Nice W3435 2 = 8 points so far
  Without orders
    Masséna at Savona W3634
    Serurier at Nice W3435
    Kellermann (elder) at W3134

WHAT IS TO SAY ABOUT IT

remark[beside-friends]: line 5, column 13: Bonaparte ends beside
  Serurier: for one more point the two become one force
  |
5 |     steps: [{march: [Nice]}]
  |             ^^^^^^^^^^^^^^^

remark[too-few-points]: line 5, column 13: this needs 2 movement points,
  and 0 are left
  |
5 |     steps: [{march: [Nice]}]
  |             ^^^^^^^^^^^^^^^

STANDING ORDERS
  Those of spring 1796 still hold; they are played when no sheet comes.

This sheet''s leaf in the season''s seed:
  d798c113159e95d24fd2fb38009dc9051d1251e7bfa48f5c1f16d20d03d8ee01
','d798c113159e95d24fd2fb38009dc9051d1251e7bfa48f5c1f16d20d03d8ee01','2026-11-21T23:30:47Z');
CREATE TABLE source_mark (
    source TEXT PRIMARY KEY,
    mark   TEXT NOT NULL
) STRICT;
CREATE TABLE standing (
    id     INTEGER PRIMARY KEY,
    power  TEXT NOT NULL REFERENCES power (name),
    season INTEGER NOT NULL REFERENCES season (id),
    text   TEXT NOT NULL
) STRICT;
INSERT INTO "standing" VALUES(1,'france',1,'season: spring 1796
power: france
activations:
  - leader: Bonaparte
    steps: [{march: [Genoa]}]
standing:
  activations: []
');
CREATE INDEX raw_unread ON raw (status) WHERE status = 'unread';
CREATE INDEX outbox_waiting ON outbox (state) WHERE state = 'waiting';
CREATE TRIGGER raw_stays BEFORE DELETE ON raw
BEGIN SELECT RAISE(ABORT, 'a mail that came in is never deleted'); END;
CREATE TRIGGER raw_is_as_it_came BEFORE UPDATE OF sha256, source, received, bytes ON raw
BEGIN SELECT RAISE(ABORT, 'a mail that came in is never changed'); END;
CREATE TRIGGER sheet_stays BEFORE DELETE ON sheet
BEGIN SELECT RAISE(ABORT, 'a sheet is never deleted'); END;
CREATE TRIGGER sheet_is_as_it_came
BEFORE UPDATE OF season, power, revision, raw, text, leaf, received ON sheet
BEGIN SELECT RAISE(ABORT, 'a sheet is never changed'); END;
CREATE TRIGGER season_stays BEFORE DELETE ON season
BEGIN SELECT RAISE(ABORT, 'a season is never deleted'); END;
CREATE TRIGGER season_is_settled
BEFORE UPDATE OF number, name, parent, state, root, seed, digest, previous ON season
WHEN old.status IN ('published', 'withdrawn')
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER mail_stays BEFORE DELETE ON outbox
BEGIN SELECT RAISE(ABORT, 'a mail in the outbox is never deleted'); END;
CREATE TRIGGER mail_is_as_composed
BEFORE UPDATE OF recipient, message_id, subject, body ON outbox
BEGIN SELECT RAISE(ABORT, 'a mail in the outbox is never changed'); END;
CREATE TRIGGER journal_stays BEFORE DELETE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is never deleted'); END;
CREATE TRIGGER journal_is_written_once BEFORE UPDATE ON journal
BEGIN SELECT RAISE(ABORT, 'the journal is never changed'); END;
CREATE TRIGGER ruling_stays BEFORE DELETE ON ruling
BEGIN SELECT RAISE(ABORT, 'a ruling is dropped, never deleted'); END;
CREATE TRIGGER ruling_is_as_made BEFORE UPDATE OF season, key, answer, made ON ruling
BEGIN SELECT RAISE(ABORT, 'a ruling is dropped, never changed'); END;
CREATE VIEW settled AS SELECT id FROM season WHERE status IN ('published', 'withdrawn');
CREATE TRIGGER draft_settled BEFORE DELETE ON draft WHEN old.season IN (SELECT id FROM settled)
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER event_settled BEFORE DELETE ON event WHEN old.season IN (SELECT id FROM settled)
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER ledger_settled BEFORE DELETE ON ledger_entry WHEN old.season IN (SELECT id FROM settled)
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER report_settled BEFORE DELETE ON report WHEN old.season IN (SELECT id FROM settled)
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER known_after_settled BEFORE DELETE ON known_after WHEN old.season IN (SELECT id FROM settled)
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER letter_settled BEFORE DELETE ON letter WHEN old.season IN (SELECT id FROM settled)
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER draft_written_once BEFORE UPDATE ON draft
BEGIN SELECT RAISE(ABORT, 'a draft is replaced whole'); END;
CREATE TRIGGER event_written_once BEFORE UPDATE ON event
BEGIN SELECT RAISE(ABORT, 'a draft is replaced whole'); END;
CREATE TRIGGER ledger_written_once BEFORE UPDATE ON ledger_entry
BEGIN SELECT RAISE(ABORT, 'a draft is replaced whole'); END;
CREATE TRIGGER report_written_once BEFORE UPDATE ON report
BEGIN SELECT RAISE(ABORT, 'a draft is replaced whole'); END;
CREATE TRIGGER known_settled BEFORE DELETE ON known WHEN old.season IN (SELECT id FROM settled)
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE TRIGGER known_written_once BEFORE UPDATE ON known
BEGIN SELECT RAISE(ABORT, 'a season''s known is never changed'); END;
CREATE TRIGGER mail_is_as_addressed BEFORE UPDATE OF kind, sender, player, held ON outbox
BEGIN SELECT RAISE(ABORT, 'a mail in the outbox is never changed'); END;
CREATE TRIGGER post_letter_stays BEFORE DELETE ON post_letter
BEGIN SELECT RAISE(ABORT, 'a letter is never deleted'); END;
CREATE TRIGGER post_letter_is_as_written
BEFORE UPDATE OF season, sender, receiver, text, raw, received ON post_letter
BEGIN SELECT RAISE(ABORT, 'a letter is never changed'); END;
CREATE INDEX envelope_id ON envelope (message_id, player);
CREATE TRIGGER envelope_stays BEFORE DELETE ON envelope
BEGIN SELECT RAISE(ABORT, 'a mail that came in is never deleted'); END;
CREATE TRIGGER envelope_is_as_it_came BEFORE UPDATE ON envelope
BEGIN SELECT RAISE(ABORT, 'a mail that came in is never changed'); END;
CREATE INDEX answered_whom ON answered (player, at);
CREATE INDEX raw_judged ON raw (verdict);
CREATE TRIGGER narrative_stays BEFORE DELETE ON narrative
BEGIN SELECT RAISE(ABORT, 'words are taken back, never deleted'); END;
CREATE TRIGGER narrative_is_as_said BEFORE UPDATE OF season, power, text, made ON narrative
BEGIN SELECT RAISE(ABORT, 'words are taken back, never changed'); END;
CREATE TRIGGER ruling_is_as_worded BEFORE UPDATE OF kind, reason, place, asked, number ON ruling
BEGIN SELECT RAISE(ABORT, 'a ruling is dropped, never changed'); END;
CREATE UNIQUE INDEX ruling_season ON ruling (season, number);
CREATE TRIGGER season_is_sealed BEFORE UPDATE OF edition, book, seal ON season
WHEN old.status IN ('published', 'withdrawn')
BEGIN SELECT RAISE(ABORT, 'a published season is never changed'); END;
CREATE INDEX season_number ON season (number);
CREATE INDEX season_name ON season (name COLLATE NOCASE);
CREATE INDEX raw_sealed ON raw (sealed);
CREATE TRIGGER raw_is_sealed BEFORE UPDATE OF status, verdict, reason, length, sealed ON raw
WHEN old.sealed IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a mail of a published season is never changed'); END;
CREATE INDEX post_letter_season ON post_letter (season);
CREATE INDEX narrative_season ON narrative (season);
CREATE INDEX standing_season ON standing (season);
CREATE INDEX standing_power ON standing (power);
CREATE INDEX option_season ON option_value (season);
CREATE INDEX outbox_season ON outbox (season);
CREATE INDEX season_parent ON season (parent);
CREATE TABLE indexed (
    audience TEXT NOT NULL,
    season   INTEGER NOT NULL REFERENCES season (id),
    edition  INTEGER NOT NULL, -- how its passages were made
    PRIMARY KEY (audience, season)
) STRICT, WITHOUT ROWID;
COMMIT;
PRAGMA application_id = 1431130194;
PRAGMA user_version = 6;
