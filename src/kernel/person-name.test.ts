import { expect, test } from "vitest";
import { isPersonName } from "./person-name.ts";

test.each([
  ...[
    "Ștefan Țîrcă",
    "Sinéad O'Brien",
    "Ana-Maria Pop",
    "Ion Pop jr.",
    "Ș.T. Ionescu",
    "D’Artagnan",
    "李小龍",
  ],
  ...["عبد الله", "\u015etefan \u0162urcanu", "S\u0326tefan", "Jean Luc\u00a0Pop", "Nr. 5 & Co"],
])("%j is accepted as a name", (name) => expect(isPersonName(name)).toBe(true));

test.each([
  ...["https://evil.example", "Ana evil://x", "www.evil.example", "WWW.evil.example", "evil.example/premiu"],
  ...["Ana\\Pop", "ｗｗｗ．evil.example", "evil.example／x", "evil.example\u2044x", "evil.example\u2215x"],
  ...["Ana\u202epoP", "\u2066Ana", "Ana\u200fPop", "Ana\u200bPop", "Ana\u200dPop", "Ana\ufeff", "A\u00adna"],
  ...["Ana\u034fPop", "\u3164", "Ana\u2800Pop", "Ana\u{e0061}", "Ana\ue000"],
  ...["Ana\nPop", "Ana\r\nBcc: x@y.ro", "Ana\u2028Pop", "Ana\u0085Pop", "Ana\0Pop", "Ana\tPop", "Ana\ud800"],
])("%j is refused as a name", (name) => expect(isPersonName(name)).toBe(false));
