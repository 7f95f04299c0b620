import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseSync, type SpreadElement, Visitor } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { cycles, type Import, importsOf, textOf, trackedFiles } from "./support/import-graph.ts";
import { cataloguesOf, keptTexts } from "./support/kept-texts.ts";
import { romanianIn } from "./support/romanian-in-code.ts";
import { routeFiles } from "./support/route-list.ts";
import { looseSql } from "./support/sql-in-code.ts";
import { stringsOf } from "./support/strings-in-code.ts";
import { unnamedRows } from "./support/unnamed-rows.ts";

/**
 * The rules of ARCHITECTURE.md that no linter checks, over the real import graph. Each test lists the violations, so
 * that a failure names the lines to change.
 */
const files = trackedFiles();
const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file) || file.startsWith("test/");
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith(".d.ts"));
const product = code.filter((file) => file.startsWith("src/") && !isTest(file));
const devkit = code.filter((file) => file.startsWith("devkit/") && !isTest(file));
const imports = code.flatMap(importsOf);
const ofProduct = imports.filter(({ from }) => product.includes(from));
const between = ofProduct.filter(({ kind }) => kind === "file");

const said = ({ from, written, isType }: Import) => `${from} -> ${written}${isType ? " (type)" : ""}`;
const breaking = (some: readonly Import[], breaks: (one: Import) => boolean) => some.filter(breaks).map(said);
const folder = (file: string, depth: number) => file.split("/").slice(0, depth).join("/");
const name = (file: string) => file.slice(file.lastIndexOf("/") + 1);
const isServer = (file: string) => /\.server\.tsx?$/.test(file);
/** React Router removes loader, action and their own imports from these before a browser gets them. */
const isRouteModule = (file: string) => routeModules.includes(file);
const routeModules = routeFiles();

describe("the floors", () => {
  const floors = ["src/kernel", "src/platform", "src/ticketing", "src/web", "src/host"];

  it("import only downwards: host, web, ticketing, platform, kernel", () => {
    expect(between.length).toBeGreaterThan(300);
    expect(
      breaking(between, ({ from, to }) => floors.indexOf(folder(to, 2)) > floors.indexOf(folder(from, 2))),
    ).toEqual([]);
  });

  it("import no test, and the devkit only in host and only dynamically", () => {
    expect(
      breaking(
        between,
        ({ from, to, isType, isDynamic }) =>
          to.startsWith("test/") ||
          (to.startsWith("devkit/") && !(from.startsWith("src/host/") && (isDynamic || isType))),
      ),
    ).toEqual([]);
  });

  it("are imported by their floor's name; ../ leads only to the module's own folder", () => {
    expect(
      breaking(
        between,
        ({ from, to, written }) =>
          written.startsWith("..") && !written.includes("/+types/") && folder(from, 3) !== folder(to, 3),
      ),
    ).toEqual([]);
  });

  it("have no import cycles, types included", () => {
    expect(
      cycles(imports.filter(({ from }) => !from.includes("+types"))).map((ring) => ring.join(" > ")),
    ).toEqual([]);
  });
});

describe("the outside world", () => {
  /** Each vendor's package and the only place that may use it, types included. */
  const places: [vendor: RegExp, place: RegExp][] = [
    [/^stripe$/, /^src\/platform\/card-checkout\//],
    [/^@simplewebauthn\/browser$/, /^src\/web\//],
    [/^(jose|openid-client)$/, /^src\/platform\/identity\/oidc\//],
    [/^(otpauth|@simplewebauthn\/server)$/, /^src\/platform\/identity\/factors\//],
    [/^nodemailer$/, /^src\/platform\/mail\//],
    [/^pino$/, /^src\/platform\/log\//],
    [/^write-excel-file(\/.*)?$/, /^src\/platform\/spreadsheet\//],
    [/^(hono|@hono\/.*|virtual:.*)$/, /^src\/host\//],
    [/^lru-cache$/, /^src\/web\/request\/page-cache\.server\.ts$/],
    [/^prom-client$/, /^src\/host\/metrics\.ts$/],
    [/^pdfkit$/, /\/(?:ticket|settlement)-pdf\.server\.ts$/],
    [/^sanitize-html$/, /\/(?:template-html|written-text)\.server\.ts$/],
    [/^marked$/, /\/written-text\.server\.ts$/],
    [/^(fontkit|any-ascii)$/, /\/ticket-fonts\.server\.ts$/],
    [/^qr(\/.*)?$/, /\/(ticket-qr\.server\.ts|qr-on-screen\.tsx|decode-frame\.ts)$/],
    [/^(zxing-wasm|idb)(\/.*)?$/, /^src\/web\/gate\/scanner\/(decode-|phone-store)/],
    [/^sharp$/, /^src\/platform\/storage\//],
    [/^@aws-sdk\/client-s3$/, /^src\/platform\/storage\/picture-bucket\.server\.ts$/],
    // Tables, and the builder's statements (docs/decisions/0014).
    [/^drizzle-orm$/, /^src\/(platform|ticketing)\/.*\.server\.ts$/],
    // Input from outside: forms, configuration, documents stored by hand.
    [/^zod$/, /-form\.ts$|^src\/host\/(config|backup-manifest)\.ts$|\/legal-text\.ts$/],
    [/^(react|react-dom|react-hot-toast|@react-router\/.*)$/, /^src\/web\//],
    [/^react-router$/, /^src\/(web\/|host\/pages\.ts$)/],
    [/^pg-copy-streams$/, /^src\/platform\/database\//],
    // All other files have `Sql`, whose rows cannot be read before they are typed.
    [/^pg$/, /^src\/(platform\/database|host)\//],
  ];

  it("is behind one adapter for each vendor", () => {
    const packages = ofProduct.filter(({ kind, to }) => kind === "package" && !to.startsWith("node:"));
    expect(
      breaking(packages, ({ from, to }) => {
        const place = places.find(([vendor]) => vendor.test(to));
        return !place?.[1].test(from);
      }),
    ).toEqual([]);
  });

  it("makes a Drizzle object in the builder and in the preparation of the database only", () => {
    const makers = ["builder.server.ts", "prepare-database.server.ts"].map(
      (file) => `src/platform/database/${file}`,
    );
    expect(
      breaking(
        ofProduct,
        ({ from, written }) => written.startsWith("drizzle-orm/node-postgres") && !makers.includes(from),
      ),
    ).toEqual([]);
  });

  it("is used in .server files only: others may run anywhere", () => {
    expect(
      breaking(
        ofProduct,
        ({ from, to, isType, written }) =>
          !isType &&
          !isServer(from) &&
          !from.startsWith("src/host/") &&
          !isRouteModule(from) &&
          (isServer(to) ||
            /^(node:|virtual:)|^(pg|drizzle-orm|stripe|nodemailer|sharp|pdfkit)$/.test(written)),
      ),
    ).toEqual([]);
  });

  it("lets an adapter use no other adapter but the database", () => {
    expect(
      breaking(
        between,
        ({ from, to }) =>
          /^src\/platform\/[^/]+\//.test(from) &&
          to.startsWith("src/platform/") &&
          folder(from, 3) !== folder(to, 3) &&
          !to.startsWith("src/platform/database/") &&
          !to.startsWith("src/platform/faults/"),
      ),
    ).toEqual([]);
  });
});

describe("the card provider's words", () => {
  const words =
    /[\w./-]*(?:stripe|payment_?intent|checkout\.session\.|async_payment|charge\.(?:refund|dispute))[\w./-]*/gi;
  /** Names that the schema has: SQL may say them, and the definitions of tables. */
  const ofSchema =
    /^(?:\w+\.)?(?:stripe_price_id|payment_intent_id|tickets_stripe_price_id_unique|stripe_user_(?:orders|subscriptions)|stripe_subscriptions(?:_\w+)?)$/;
  const known: readonly [file: RegExp, word: RegExp, why: string][] = [
    [/^src\/platform\/card-checkout\//, /./, "the adapter"],
    [/^src\/host\/config\.ts$/, /^(?:variables\.)?STRIPE_\w+$/, "names of the environment"],
    [/^src\/web\/admin\/.*-texts\.ts$/, /^Stripe[.,]?$/, "administrators know the provider by its name"],
    [/\/status\/ready-reason-texts\.ts$/, /^STRIPE_\w+\.?$/, "which setting the operator mends"],
    [/\/export-ledger\.server\.ts$/, /^Stripe$/, "a heading that administrators read"],
    [
      /\/ticket-(?:type-form|form-(?:route|reading\.server)|sentences|texts)\.tsx?$|\/history-texts\.ts$/,
      /^(?:\w+\.)*stripe_price_id(?:\.label)?$/,
      "the specified field of the form, and its label",
    ],
    [
      /\/(?:ticket-type-saving-store\.server|history-texts)\.ts$/,
      /^stripePriceId$/,
      "a stored key of the journal",
    ],
    [
      /\/reconcil(?:e|iation-queries)\.server\.ts$/,
      /^paymentIntentId$/,
      "a stored key of comparisons with the provider",
    ],
  ];

  it("are in its adapter, in names of the environment and of the schema, in what is stored, specified or read", () => {
    const found = product.flatMap((file) => {
      const texts = stringsOf(file);
      return [...textOf(file).matchAll(words)]
        .filter(({ 0: word, index }) => {
          const isSql = texts.some(([start, end]) => start <= index && index < end) && ofSchema.test(word);
          return !isSql && !known.some(([place, what]) => place.test(file) && what.test(word));
        })
        .map(([word]) => `${file}: ${word}`);
    });
    expect(found).toEqual([]);
  });

  it("are said where the list says so", () => {
    const isSaid = ([place, what]: (typeof known)[number]) =>
      product.some(
        (file) => place.test(file) && [...textOf(file).matchAll(words)].some(([word]) => what.test(word)),
      );
    expect(known.filter((one) => !isSaid(one)).map(([, , why]) => why)).toEqual([]);
  });
});

describe("the business", () => {
  /** Left to right; modules in one place do not import each other. */
  const order = [
    ["rights", "forms"],
    ["journal"],
    ["letters"],
    ["people"],
    ["stock", "pictures"],
    ["events", "content"],
    ["guest-lists"],
    ["orders"],
    ["delivery"],
    ["gate", "reports"],
  ];
  const moduleOf = (file: string) => /^src\/ticketing\/([^/]+)\//.exec(file)?.[1] ?? "";
  const place = (module: string) => order.findIndex((modules) => modules.includes(module));
  const across = between.filter(
    ({ from, to }) => moduleOf(from) && moduleOf(to) && folder(from, 3) !== folder(to, 3),
  );

  it("has modules that import to their left only", () => {
    const there = new Set(product.map(moduleOf).filter((module) => module !== ""));
    expect([...there].sort()).toEqual(order.flat().sort());
    expect(across.length).toBeGreaterThan(30);
    expect(breaking(across, ({ from, to }) => place(moduleOf(to)) >= place(moduleOf(from)))).toEqual([]);
  });

  it("has stores that only their own module imports", () => {
    const outside = between.filter(({ from, to }) => folder(from, 3) !== folder(to, 3));
    expect(
      breaking(
        outside,
        ({ to }) => /^src\/(ticketing|platform\/identity)\//.test(to) && /-store(\.server)?\.ts$/.test(to),
      ),
    ).toEqual([]);
  });

  it("takes the time from its services only", () => {
    const clock = /new Date\(\s*\)|\bDate\.now\(|\bperformance\.now\(/g;
    expect(
      product
        .filter((file) => file.startsWith("src/ticketing/"))
        .flatMap((file) => [...textOf(file).matchAll(clock)].map(([found]) => `${file}: ${found}`)),
    ).toEqual([]);
  });
});

describe("what one process does", () => {
  it.each([
    ["src/ticketing/delivery/print-order.server.ts", "src/ticketing/delivery/pdf-process.server.ts"],
    ["src/ticketing/delivery/ticket-pdf.server.ts", "src/ticketing/delivery/print-order.server.ts"],
  ])("%s is run by the printing process alone", (file, place) => {
    expect(ofProduct.filter(({ to }) => to === file).map(({ from }) => from)).toEqual([place]);
  });
});

describe("what one function writes", () => {
  it.each([
    ["journal", "src/ticketing/journal/record-change.server.ts"],
    ["admissions", "src/ticketing/gate/admission-store.server.ts"],
  ])("%s: no other statement adds a row", (table, place) => {
    const adding = new RegExp(`INSERT INTO ${table}\\b|\\.insert\\(${table}\\)`, "g");
    expect(product.flatMap((file) => [...textOf(file).matchAll(adding)].map(() => file))).toEqual([place]);
  });
});

describe("the names", () => {
  // Names that React Router gives to the parts of a route.
  const ofRoutes = new Set([
    "loader",
    "action",
    "clientAction",
    "meta",
    "headers",
    "shouldRevalidate",
    "ErrorBoundary",
  ]);

  it("of exports are unique, so that a name means one thing", () => {
    const exported = /^export (?:async )?(?:function|const|class|type|interface) +(\w+)/gm;
    const placesOf = new Map<string, Set<string>>();
    for (const file of [...product, ...devkit])
      for (const [, found = ""] of textOf(file).matchAll(exported))
        placesOf.set(found, (placesOf.get(found) ?? new Set()).add(file));
    expect(placesOf.size).toBeGreaterThan(1000);
    const repeated = [...placesOf].filter(([found, places]) => places.size > 1 && !ofRoutes.has(found));
    expect(repeated.map(([found, places]) => `${found}: ${[...places].join(", ")}`)).toEqual([]);
  });
});

describe("the screens", () => {
  const actorOf = (file: string) => /^src\/web\/([^/]+)\//.exec(file)?.[1] ?? "";

  it("of one actor do not import another's; the test purchase of demo mode shows a night and bought tickets", () => {
    expect(
      breaking(
        between,
        ({ from, to }) =>
          actorOf(from) !== "" &&
          actorOf(from) !== "demo" &&
          actorOf(to) !== "" &&
          actorOf(to) !== actorOf(from) &&
          !["ui", "request", "sign-in"].includes(actorOf(to)),
      ),
    ).toEqual([]);
  });

  it("use a design system that imports no business code", () => {
    expect(
      breaking(between, ({ from, to }) => actorOf(from) === "ui" && !/^src\/(web\/ui|kernel)\//.test(to)),
    ).toEqual([]);
  });

  it("read and write in route modules and .server files only", () => {
    expect(
      breaking(
        between,
        ({ from, to, isType }) =>
          from.startsWith("src/web/") &&
          !isType &&
          !isServer(from) &&
          !isRouteModule(from) &&
          !from.startsWith("src/web/request/") &&
          (to.startsWith("src/platform/") || isServer(to)),
      ),
    ).toEqual([]);
  });
});

describe("sentences for people", () => {
  const elsewhere: readonly [place: RegExp, why: string][] = [
    [/^src\/ticketing\/delivery\/letter-templates\//, "an email each"],
    [/\/letter-sample\.ts$/, "invented data of the samples"],
    [/\/ticket-(?:wording|pdf\.server)\.ts$/, "what is printed on a ticket"],
    [/\/site-content\.ts$/, "texts of the site until somebody writes others"],
    [
      /\/export-(?:ledger|purchases|code-uses|codes)\.server\.ts$/,
      "headings of a file, beside what its statement selects",
    ],
    [/\/own-export-table\.ts$/, "headings of a file"],
    [/\/guest-rows\.ts$/, "words that people paste, and that are read"],
  ];

  it("are in *-texts.ts, or in a place that is named here", () => {
    const romanian = product.filter(
      (file) =>
        /^src\/(web|ticketing)\//.test(file) && !/-texts\.tsx?$/.test(file) && romanianIn(file).length > 0,
    );
    expect(romanian.filter((file) => !elsewhere.some(([place]) => place.test(file)))).toEqual([]);
    expect(elsewhere.filter(([place]) => !romanian.some((file) => place.test(file)))).toEqual([]);
  });

  it("of the office call the currency by one word, the one of the letters and of the nights' pages", () => {
    const office = product.filter((file) => /^src\/web\/admin\//.test(file));
    expect(office.filter((file) => /\bRON\b/.test(textOf(file)))).toEqual([]);
    expect(office.filter((file) => /\bLEI\b/.test(textOf(file))).length).toBeGreaterThan(9);
  });

  it("of buyers are read when they are shown: no file keeps one from its loading on (kernel/language)", () => {
    const catalogues = product.flatMap(cataloguesOf);
    expect(catalogues.length).toBeGreaterThan(30);
    const buyers = product.filter((file) => !/-texts\.ts$|^src\/web\/(?:admin|gate)\//.test(file));
    expect(buyers.flatMap((file) => keptTexts(file, catalogues).map((text) => `${file}: ${text}`))).toEqual(
      [],
    );
  });
});

describe("files", () => {
  const named = files.filter((file) => /\.(ts|tsx|mjs|css)$/.test(file));

  it("have unique names, in src and devkit", () => {
    const places = new Map<string, string[]>();
    for (const file of named)
      if (/^(src|devkit)\//.test(file)) places.set(name(file), [...(places.get(name(file)) ?? []), file]);
    expect([...places.values()].filter((same) => same.length > 1)).toEqual([]);
  });

  it("are named in kebab-case, and not by empty words", () => {
    expect(named.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+$/.test(name(file)))).toEqual([]);
    const empty = /^(utils?|helpers?|misc|commons?|managers?|data|handles?|handlers?|stuff|shared|lib)$/;
    // "data folder" and "check data" are the names of the specification (DATA_DIR, npm run check:data), and the
    // passwords are common ones.
    const known = ["check-data", "data-invariants", "data-folder-lock", "common-passwords"];
    const empties = (file: string) =>
      [...file.split("/").slice(0, -1), name(file).replace(/\..*$/, "")].some(
        (part) => !known.includes(part) && part.split("-").some((word) => empty.test(word)),
      );
    expect(named.filter(empties)).toEqual([]);
  });

  it("are imported directly: no index.ts, and no file that only re-exports", () => {
    expect(named.filter((file) => /^index\./.test(name(file)))).toEqual([]);
    const passesOn = (file: string) => {
      const { body } = parseSync(file, textOf(file)).program;
      return (
        body.length > 0 &&
        body.every(
          (node) =>
            node.type === "ImportDeclaration" ||
            node.type === "ExportAllDeclaration" ||
            (node.type === "ExportNamedDeclaration" && node.declaration === null),
        )
      );
    };
    expect(code.filter(passesOn)).toEqual([]);
  });

  it("have at most 300 lines; screens, sentences and tables at most 450", () => {
    const most = (file: string) =>
      /^src\/web\/.*\.tsx$|-texts\.ts$|-addresses\.ts$|\/limits\.ts$/.test(file) ? 450 : 300;
    const long = [...product, ...devkit].filter((file) => textOf(file).split("\n").length > most(file) + 1);
    expect(long).toEqual([]);
  });

  it("spread no object and no list that they write themselves: its parts stand where they belong", () => {
    const spreadsIn = (file: string): string[] => {
      const text = textOf(file);
      // The parser is slow, and says which of these are calls of the literal's own functions.
      if (!/\.{3}[\s(]*[[{]/.test(text)) return [];
      const found: string[] = [];
      const note = ({ start, argument }: Pick<SpreadElement, "start" | "argument">) => {
        let literal = argument;
        while (literal.type === "TSAsExpression" || literal.type === "TSSatisfiesExpression")
          literal = literal.expression;
        if (/^(?:Object|Array)Expression$/.test(literal.type))
          found.push(`${file}:${text.slice(0, start).split("\n").length}`);
      };
      const { program } = parseSync(file, text, { preserveParens: false });
      new Visitor({ SpreadElement: note, JSXSpreadAttribute: note }).visit(program);
      return found;
    };
    expect(code.flatMap(spreadsIn)).toEqual([]);
  });

  it("write to the log, not to the console", () => {
    const quiet = product.filter((file) => !file.startsWith("src/host/"));
    expect(quiet.filter((file) => /\bconsole\.\w/.test(textOf(file)))).toEqual([]);
  });
});

describe("acts", () => {
  /** One verb, one exported function, services first. */
  const acts = product.filter((file) => {
    if (
      !/^src\/ticketing\/.*\.server\.ts$/.test(file) ||
      /-(tables|store|queries|services|queue|batch)\.server\.ts$/.test(file)
    )
      return false;
    const { staticExports } = parseSync(file, textOf(file)).module;
    const values = staticExports.flatMap(({ entries }) => entries).filter((entry) => !entry.isType);
    return values.length === 1 && /export async function/.test(textOf(file));
  });

  it("are each called by a test of their own", () => {
    expect(acts.length).toBeGreaterThan(15);
    // Acts that an act of their own folder calls; a test of that act covers them.
    const parts = [
      "src/ticketing/orders/payment/ask-for-page.server.ts",
      "src/ticketing/people/tell-administrators.server.ts",
    ];
    const called = new Set(imports.filter(({ from, isType }) => isTest(from) && !isType).map(({ to }) => to));
    expect(acts.filter((file) => !called.has(file))).toEqual(parts);
  });

  it("have a docstring", () => {
    expect(acts.filter((file) => !/\*\/\nexport async function/.test(textOf(file)))).toEqual([]);
  });
});

describe("SQL", () => {
  /** The result of these is safe SQL for every argument: a placeholder, or quoted names. */
  const writers = ["bind", "pg.escapeIdentifier", "escapeIdentifier", "nameOf", "listOf", "quotedList"];

  /** All other parts of SQL that are not fixed before the program runs, each with the reason why it is no value. */
  const known: readonly [file: string, expression: string, why: string][] = [
    ["src/platform/database/database.server.ts", "begin", "made of constants and the name of a role"],
    ["src/platform/database/database.server.ts", "statement", "checked where copyOut is called"],
    ["src/platform/database/copy-out.server.ts", "statement", "checked where copyOut is called"],
    [
      "src/platform/database/prepare-database.server.ts",
      'withPrefix(readFileSync(join(folder, file), "utf8"), roles)',
      "our own files with our own roles",
    ],
    [
      "src/platform/database/prepare-database.server.ts",
      "pg.escapeLiteral(password)",
      "text for an operator, who runs it",
    ],
    ["src/host/refuse-powerful-logins.ts", "login", "a sentence that names a statement"],
    ["src/host/refuse-powerful-logins.ts", "variable", "a sentence that names a statement"],
    [
      "src/platform/database/prepare-logins.server.ts",
      "rows[0]?.statement",
      "made by the server's own format()",
    ],
    ["src/platform/database/table-archive.server.ts", "sequence", "a name that the server has quoted"],
    ["src/ticketing/reports/bind-values.ts", "values.length", "the number of a placeholder"],
    ["src/ticketing/reports/bind-values.ts", "type", "one of a few types"],
  ];

  it("contains no value: every part is fixed before the program runs", () => {
    const loose = looseSql(product, writers).filter(
      ({ file, expression }) => !known.some(([where, what]) => where === file && what === expression),
    );
    expect(loose.map(({ file, expression }) => `${file}: ${expression}`)).toEqual([]);
  });

  it("has no duration: they are in ticketing/limits.ts, and a statement gets them as values", () => {
    // In Drizzle's own tag a part in braces is a value that is sent beside the statement.
    const written =
      /\binterval '[^']*'|\bmake_interval\(\s*\w+\s*=>\s*\d[^)]*\)|(?<!\bsql`[^`]*)\bmake_interval\(\s*\w+\s*=>\s*\$\{[^)]*\)/gi;
    // Steps of the calendar, by which a statement counts; they limit nothing.
    const steps = [
      "src/ticketing/reports/count-members.server.ts: interval '1 day'",
      "src/ticketing/reports/reconciliation-queries.server.ts: interval '1 month'",
    ];
    // What a night without an end lasts: the table's own columns say it, and nothing else.
    const hours = "src/ticketing/events/night-time.ts";
    const found = product
      .filter((file) => /^src\/(ticketing|platform)\//.test(file) && file !== hours)
      .flatMap((file) => [...textOf(file).matchAll(written)].map(([span]) => `${file}: ${span}`));
    expect(found).toEqual(steps);
  });

  it("makes locks alone with hashtext, of which anybody finds two texts with one number", () => {
    // Those before are done, and what they made is gone: the database of today is asked beside `mailbox_key`.
    const migrations = files.filter((file) =>
      /^migrations\/(?:[a-z]+|006[4-9].*|00[7-9].*|0[1-9].*)\.sql$/.test(file),
    );
    const outsideLocks = (text: string) =>
      text
        .split("\n")
        .filter((line) => /hashtext/i.test(line.replace(/pg_(?:try_)?advisory_\w*lock\(.*/i, "")));
    const known = ["migrations/0064_mailbox-secret.sql: RETURN hashtextextended("];
    const found = [...product, ...devkit, ...migrations].flatMap((file) =>
      outsideLocks(textOf(file)).map((line) => `${file}: ${line.trim()}`),
    );
    expect(found).toEqual(known);
    expect(outsideLocks("SELECT hashtext(email) FROM profiles")).toHaveLength(1);
  });

  it("reads no text that a phone signed as JSON: what we can read, PostgreSQL may refuse, and with it the screen", () => {
    const parsed = /signed_text\s*::|\b(?:cast|jsonb?_\w+)\([^)]*signed_text/i;
    expect(product.filter((file) => parsed.test(textOf(file)))).toEqual([]);
    for (const asked of ["l.signed_text::jsonb ->> 'code'", "cast(l.signed_text AS json)"])
      expect(asked).toMatch(parsed);
  });

  it("has a type for the rows at each call, also at calls of the driver", () => {
    // Everywhere else the types of `Sql` forbid to read rows without a type.
    const withDriver = product.filter((file) => /^src\/(platform\/database|host)\//.test(file));
    expect(
      withDriver.flatMap((file) => unnamedRows(file, textOf(file)).map((asked) => `${file}: ${asked}`)),
    ).toEqual([]);
    const reading = [
      'const { rows } = await sql.query("SELECT 1");',
      'const one = (await sql.query("SELECT 1")).rows[0];',
      'const all = await sql.query("SELECT 1"); all.rows.map(String);',
    ];
    expect(reading.map((code) => unnamedRows("asking.ts", code).length)).toEqual([1, 1, 1]);
    expect(unnamedRows("asking.ts", reading.join("\n").replaceAll("query(", "query<Row>("))).toEqual([]);
    expect(unnamedRows("asking.ts", 'await sql.query("COMMIT");')).toEqual([]);
  });

  it("has a row type that names its columns", () => {
    const nameless = /\bquery<(?:Record<string, (?:unknown|any)>|unknown|any)>/;
    // Each invariant has columns of its own, which are only shown.
    const known = ["src/ticketing/reports/find-violations.server.ts"];
    expect(product.filter((file) => nameless.test(textOf(file)))).toEqual(known);
  });

  it("is checked for each form in which a value can get into it", () => {
    const folder = mkdtempSync(join(tmpdir(), "estival-sql-"));
    const found = (code: string, name = "asking.ts") => {
      const file = relative(process.cwd(), join(folder, name));
      writeFileSync(join(folder, name), code);
      return looseSql([file], writers).map(({ expression }) => expression);
    };
    // biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is code, to be read as such
    try {
      const fixed = 'const id = "id"; const of = (table: string) => `SELECT ${id} FROM ${table}`;';
      expect(found(`${fixed} sql.query(of("events"));`)).toEqual([]);
      expect(found("const find = (name: string) => sql.query(`SELECT ${name}`);")).toEqual(["name"]);
      expect(
        found("let name = read(); sql.query({ text: `DELETE FROM events WHERE name = '${name}'` });"),
      ).toEqual(["name"]);
      expect(found(`${fixed} sql.query(of(request.table));`)).toEqual(["table", "of(request.table)"]);
      expect(found('sql.query("SELECT 1 WHERE name = " + name);')).toEqual([
        '"SELECT 1 WHERE name = " + name',
      ]);
      expect(found('const asked = "SELECT $1"; sql.query(asked.replaceAll("$1", name));')).toEqual([
        'asked.replaceAll("$1", name)',
      ]);
      expect(
        found(
          'const parts = ["true"]; parts.push(`name = ${name}`); sql.query(`SELECT ${parts.join(" AND ")}`);',
        ),
      ).toEqual(['parts.join(" AND ")']);
      expect(found("database.copyOut([statementOf(request)]);")).toEqual(["statementOf(request)"]);
      expect(found("sql.query(`SELECT ${a ? `'${name}'` : 1}`);")).toEqual(["name"]);
      const tag = 'import { sql } from "drizzle-orm"; ';
      expect(
        found(`${tag} const by = (name: string) => sql\`SELECT \${events.id} WHERE \${name} = 'a'\`;`),
      ).toEqual([]);
      expect(found("const sql = String.raw; const by = (name: string) => sql`SELECT ${name}`;")).toEqual([
        "name",
      ]);
      const raw = `${tag} const by = (name: string) => sql\`SELECT \${sql.raw(name)}\`;`;
      expect(found(raw)).toEqual(["sql.raw"]);
      expect(found(`${tag} const made = sql.raw; made(name);`)).toEqual(["sql.raw"]);
      expect(found(raw, "asking-tables.server.ts")).toEqual([]);
      // biome-ignore-end lint/suspicious/noTemplateCurlyInString: it is code, to be read as such
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe("every word of the repository", () => {
  const texts = files.filter((file) =>
    /\.(ts|tsx|mjs|js|css|sql|md|json|html|svg|txt|yml|yaml|webmanifest)$|(^|\/)\.[a-z]+rc$|^\.ci\//.test(
      file,
    ),
  );

  it("names no registry and no path of a machine", () => {
    const own = "test/architecture.test.ts";
    const places = /registry\.(npmjs|yarnpkg)|\/(home|root|Users)\/[a-z]|\/work\/|[A-Z]:\\\\/;
    expect(texts.filter((file) => file !== own && places.test(textOf(file)))).toEqual([]);
  });

  it("cites no decision, attack or ambiguity by a number, which says nothing without its page", () => {
    const numbers = /\b(?:decisions?|attacks?) (?!0)\d{1,3}(?![\d-])|\bAMB-\d/i;
    const citing = texts.filter((file) => numbers.test(textOf(file)));
    expect(citing).toEqual([]);
  });

  it("writes Romanian with commas below, not with cedillas", () => {
    const cedillas = /[\u015e\u015f\u0162\u0163]/;
    expect(texts.filter((file) => cedillas.test(textOf(file)))).toEqual([]);
  });
});

it("the files that vite.config.ts puts into one script exist", () => {
  const named = [...textOf("vite.config.ts").matchAll(/"((?:kernel|web)\/[\w/-]+)"/g)].map(
    ([, path]) => path,
  );
  expect(named.length).toBeGreaterThan(20);
  expect(
    named.filter((path) => !files.some((file) => /^\.tsx?$/.test(file.replace(`src/${path}`, "")))),
  ).toEqual([]);
});

it("README, CONTRIBUTING and STYLE name files and folders that exist", () => {
  const named = ["README.md", "CONTRIBUTING.md", "STYLE.md"].flatMap((page) =>
    [...textOf(page).matchAll(/(?<![\w/])(?:src|test|devkit|docs)\/(?!decisions\/\d)[\w./-]*\w/g)].map(
      ([path]) => path,
    ),
  );
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

it("every path in ARCHITECTURE.md and docs/adding.md leads to a file or folder", () => {
  // names that stand for any
  const patterns = /^(?:x|thing)[-.]|^thing-/;
  const named = ["ARCHITECTURE.md", "docs/adding.md"].flatMap((page) =>
    [...textOf(page).matchAll(/`([\w.*-]+(?:\/[\w.*-]+)+\/?|[\w*-]+(?:\.server)?\.(?:tsx?|sql|md))`/g)].map(
      ([, path = ""]) => path,
    ),
  );
  expect(named.length).toBeGreaterThan(80);
  const isThere = (path: string) => {
    const asFile = path.replace(/\/$/, "").replaceAll(".", "\\.").replaceAll("*", "[^/]*");
    const place = new RegExp(`(?:^|/)${asFile}(?:$|/|(?:\\.server)?\\.tsx?$)`);
    return files.some((file) => place.test(file));
  };
  expect(named.filter((path) => !patterns.test(path) && !isThere(path))).toEqual([]);
});

it("the walks of ARCHITECTURE.md are each of at most nine files, which exist", () => {
  const walks = textOf("ARCHITECTURE.md")
    .split("## Five walks")[1]
    ?.split(/\n## /)[0]
    ?.split(/\n\*\*An? /);
  const named =
    walks?.slice(1).map((walk) => [...walk.matchAll(/^\| `([^`]+)`/gm)].map(([, file]) => file)) ?? [];
  expect(named.length).toBe(5);
  for (const walk of named) {
    expect(walk.length).toBeGreaterThan(4);
    expect(walk.length).toBeLessThanOrEqual(9);
    expect(walk.filter((file) => !files.includes(file ?? ""))).toEqual([]);
  }
});
