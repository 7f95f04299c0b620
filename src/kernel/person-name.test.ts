import { expect, test } from "vitest";
import { personName } from "./person-name.ts";

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
  ...[
    "عبد الله",
    "علی\u200cرضا رضایی",
    "क्\u200dष राव",
    "Nr. 5 & Co",
    "Ana 2 și Ion 14",
    "Grupa 1234",
    "Raj s/o Kumar",
    "Devi d/o Rao",
  ],
])("%j is a name, kept as it is", (name) => expect(personName(name)).toBe(name));

test.each([
  ["  Ana \u00a0Pop\ufeff", "Ana Pop"],
  ["\u200bAna Pop\u200e", "Ana Pop"],
  ["Ana\u202epoP", "AnapoP"],
  ["A\u00adna \u200dPop\u3164", "Ana Pop"],
  ["\u015etefan \u0162urcanu", "Ștefan Țurcanu"],
  ["S\u0326tefan", "Ștefan"],
  ["premii-fosfor.example", "premii-fosfor. example"],
  ["premii。рф", "premii。 рф"],
  ["a․example", "a․ example"],
  ["Dr.Popescu", "Dr. Popescu"],
])("%j is kept as %j: it carries nothing unseen and no link", (name, kept) =>
  expect(personName(name)).toBe(kept),
);

test.each([
  ...["https://evil.example", "Ana evil://x", "www.evil.example", "WWW.evil.example", "evil.example/premiu"],
  ...["Ana\\Pop", "ｗｗｗ．evil.example", "evil.example／x", "evil.example\u2044x", "evil.example\u2215x"],
  ...["t.co/a", "a/premiu", "Ana\nPop", "Ana\r\nBcc: x@y.ro", "Ana\u2028Pop", "Ana\u0085Pop", "Ana\0Pop"],
  ...["Ana\tPop", "Ana\ud800", "Ana\ue000"],
  ...[
    "Ana 0900-123-456",
    "0900 123 456",
    "Ana (0900) 12 34 56",
    "+40 722–000–000",
    "1 2 3 4 5",
    "Ana 0900 · 123 · 456",
  ],
  ...["٠٩٠٠١٢٣٤٥٦", "۰۹۰۰ ۱۲۳", "०९००१२३", "Ana ٠٩٠٠-١٢٣", "０９００ １２３", "𝟎𝟗𝟎𝟎𝟏"],
  ...["tel:0900123456 Premiu", "sms:123 Ana", "Ana 0900123456", "1.1.1.1", "x:y"],
])("%j is refused as a name", (name) => expect(personName(name)).toBeUndefined());
