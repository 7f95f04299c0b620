import { describe, expect, it } from "vitest";
import { hostileForms } from "./attacks/hostile-forms.ts";
import { codeOf, grammars, markupBuilders, plainInAddresses, templatesOf } from "./support/grammars.ts";
import { textOf, trackedFiles } from "./support/import-graph.ts";

/**
 * Each language that a person's text may get into has one function that writes it; this test reads the source for
 * others.
 */
const code = trackedFiles().filter(
  (file) => /^(?:src|devkit)\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$/.test(file),
);
const product = code.filter((file) => file.startsWith("src/"));

describe("a text that meets a grammar", () => {
  it.each(grammars)("is written by one function alone: $name", ({ file, marks, also = {} }) => {
    const byHand = code.flatMap((one) => {
      if (one === file || one in also) return [];
      const source = codeOf(one);
      return marks.filter((mark) => mark.test(source)).map((mark) => `${one}: ${mark.exec(source)?.[0]}`);
    });
    expect(byHand).toEqual([]);
    expect(code).toContain(file);
  });

  it("is put into markup only by the listed files", () => {
    const strange = product.flatMap((file) =>
      file in markupBuilders
        ? []
        : templatesOf(file)
            .filter(({ parts }) => parts.some((part) => /<\/?[a-z!][\w-]*[\s/>]|<[a-z][\w-]*$/i.test(part)))
            .filter(({ values }) => values.some((value) => !value.startsWith("escapeHtml(")))
            .map(({ parts }) => `${file}: ${parts.join("…").slice(0, 80)}`),
    );
    expect(strange).toEqual([]);
  });

  it("is encoded in the query of an address", () => {
    const strange = product.flatMap((file) =>
      templatesOf(file).flatMap(({ parts, values }) =>
        values
          .filter((_, i) => /[?&][\w]+=$/.test(parts[i] ?? ""))
          .filter((value) => !value.startsWith("encodeURIComponent(") && !plainInAddresses.has(value))
          .map((value) => `${file}: ${value}`),
      ),
    );
    expect(strange).toEqual([]);
  });

  it("names in a link's query only what the linked page reads", () => {
    const read = new Set(
      hostileForms.flatMap(({ by, path, fields }) =>
        by === "query" ? Object.keys(fields).map((name) => `${path.split("?")[0]} ${name}`) : [],
      ),
    );
    const links = product.flatMap((file) =>
      [...textOf(file).matchAll(/["`](\/(?:admin|gate)[a-z/-]*)\?([^"`]*)["`]/g)].flatMap(
        ([, page, query = ""]) =>
          [...query.matchAll(/(?:^|&)([a-z_]+)=/g)].map(([, name]) => ({ file, link: `${page} ${name}` })),
      ),
    );
    expect(links.length).toBeGreaterThan(20);
    expect(links.filter(({ link }) => !read.has(link))).toEqual([]);
  });

  it("has its line in docs/grammars.md, with the function and its file", () => {
    const page = textOf("docs/grammars.md");
    const missing = grammars.filter(
      ({ name, file }) =>
        !page
          .split("\n")
          .some((line) => line.includes(`| ${name} `) && line.includes(file.replace(/^src\//, ""))),
    );
    expect(missing.map(({ name }) => name)).toEqual([]);
  });

  it("is listed for existing files only", () => {
    const listed = [
      ...grammars.flatMap(({ also = {} }) => Object.keys(also)),
      ...Object.keys(markupBuilders),
    ];
    expect(listed.filter((file) => !code.includes(file))).toEqual([]);
  });
});

it("what a browser may lack or refuse is asked for by the one file that goes on without it", () => {
  // by name, or of `navigator` without a guard: what is not there is undefined, and its call would throw
  const mark =
    /\b(?:sessionStorage|localStorage|BroadcastChannel|IntersectionObserver|ResizeObserver|matchMedia|indexedDB|SharedWorker|requestIdleCallback)\b|navigator\.(?:storage|permissions|connection|userAgentData|getBattery|sendBeacon)\b/;
  const facilities = "src/web/ui/browser-facilities.ts";
  const strange = product.filter(
    (file) => file !== facilities && !file.includes(".server.") && mark.test(codeOf(file)),
  );
  expect(strange).toEqual([]);
});

describe("when a night is", () => {
  // reports, settlement and VAT are by the night's own date
  const byDate = [
    "src/ticketing/reports/report-queries.server.ts",
    "src/ticketing/reports/settlement-queries.server.ts",
  ];
  const marks = [
    /\b(?:e|v|n|events)\.date\s*(?:[<>]|BETWEEN)/,
    /(?<![.\w])date\s*(?:[<>]=?|BETWEEN)\s*(?:\$|\(|now|'|today|dayOf)/,
    /ORDER BY (?:\w+\.)?date\b/,
    /\b(?:eventDate|\w*(?:night|event)\w*\.date)\s*[<>]/i,
  ];

  it("is asked of night-time alone: its date is compared with no day, and orders nothing (96)", () => {
    const found = product
      .filter((file) => !byDate.includes(file))
      .flatMap((file) =>
        marks.flatMap((mark) => mark.exec(codeOf(file))?.[0] ?? []).map((text) => `${file}: ${text}`),
      );
    expect(found).toEqual([]);
    expect(byDate.filter((file) => !marks.some((mark) => mark.test(codeOf(file))))).toEqual([]);
  });
});

it("whose an address is, is asked of `findAccountOf` alone, for which an unproven account is none (24, 65b)", () => {
  const mark =
    /(?:FROM|JOIN) (?:profiles\b|identity\."user")[^`]{0,500}?\b(?:email|contact|contact_email|mailbox)(?:::\w+)?\)* ?(?:=|IN\b|~|I?LIKE\b)|\b(?:eq|inArray|i?like)\(\s*\w+\.(?:email|contact|contactEmail)\b|mailbox_key\([^)]*\)\)* =|belongsToMailbox\(/;
  const asksOtherwise: Record<string, string> = {
    "src/ticketing/people/person-queries.server.ts": "findAccountOf",
    "src/ticketing/delivery/night-messages/night-holders-queries.server.ts":
      "whether an address has the newsletter",
    "src/ticketing/gate/door-orders-queries.server.ts":
      "whose tickets the chief looks for, with the whole address",
    "src/ticketing/delivery/refusal-queries.server.ts": "whether an email went to its person's own address",
    "src/ticketing/delivery/send-guest-tickets.server.ts": "what goes to the address itself",
    "src/ticketing/orders/checkout/hold-codes.server.ts": "uses of a code, of proven addresses",
    "src/ticketing/orders/waiting/room-store.server.ts": "whether another account of the mailbox waits",
    "src/ticketing/orders/checkout/hold-customers.server.ts": "how many tickets guests of one address have",
    "src/ticketing/orders/claim-store.server.ts": "whether the guest's is still the account's",
    "src/ticketing/orders/forget-buyer.server.ts": "whether anybody else may have an old address",
    "src/ticketing/orders/gifts/grant-invitation.server.ts": "what the same form gave already",
    "src/ticketing/people/account-callbacks.server.ts":
      "whether the name of an id may go to a proven address",
    "src/ticketing/people/make-guest.server.ts": "the session that the same form opened",
    "src/ticketing/people/team/invite-member.server.ts":
      "whether it has a role, which proven addresses get alone",
  };
  const found = product.filter(
    (file) => !file.startsWith("src/platform/identity/") && mark.test(codeOf(file)),
  );
  expect(found.sort()).toEqual(Object.keys(asksOtherwise).sort());
});
