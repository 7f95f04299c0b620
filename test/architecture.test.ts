import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { cycles, type Import, importsOf, textOf, trackedFiles } from "./support/import-graph.ts";
import { looseSql } from "./support/sql-in-code.ts";

/**
 * The rules of ARCHITECTURE.md that no linter knows, over the real import graph. Each test lists what breaks a rule,
 * so that a failure names the lines to change.
 */
const files = trackedFiles();
const isTest = (file: string) => /\.(test|e2e)\.tsx?$/.test(file) || file.startsWith("test/");
const code = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file) && !file.endsWith(".d.ts"));
const product = code.filter((file) => file.startsWith("src/") && !isTest(file));
const imports = code.flatMap(importsOf);
const ofProduct = imports.filter(({ from }) => product.includes(from));
const between = ofProduct.filter(({ kind }) => kind === "file");

const said = ({ from, written, isType }: Import) => `${from} -> ${written}${isType ? " (type)" : ""}`;
const breaking = (some: readonly Import[], breaks: (one: Import) => boolean) => some.filter(breaks).map(said);
const folder = (file: string, depth: number) => file.split("/").slice(0, depth).join("/");
const name = (file: string) => file.slice(file.lastIndexOf("/") + 1);
const isServer = (file: string) => /\.server\.tsx?$/.test(file);
/** React Router takes loader and action, and what only they import, out of these before a browser gets them. */
const isRouteModule = (file: string) => routeModules.includes(file);
const routeModules = [...textOf("src/web/routes.ts").matchAll(/"([\w/-]+\.tsx?)"/g)].map(
  ([, path]) => `src/web/${path}`,
);

describe("the floors", () => {
  const floors = ["src/kernel", "src/platform", "src/ticketing", "src/web", "src/host"];

  it("import only downwards: host, web, ticketing, platform, kernel", () => {
    expect(between.length).toBeGreaterThan(300);
    expect(
      breaking(between, ({ from, to }) => floors.indexOf(folder(to, 2)) > floors.indexOf(folder(from, 2))),
    ).toEqual([]);
  });

  it("import no test, and demo mode's kit only in host and only when it is wanted", () => {
    expect(
      breaking(
        between,
        ({ from, to, isType, isDynamic }) =>
          to.startsWith("test/") ||
          (to.startsWith("devkit/") && !(from.startsWith("src/host/") && (isDynamic || isType))),
      ),
    ).toEqual([]);
  });

  it("say their floor first; ../ leads only to the module's own folder", () => {
    expect(
      breaking(
        between,
        ({ from, to, written }) =>
          written.startsWith("..") && !written.includes("/+types/") && folder(from, 3) !== folder(to, 3),
      ),
    ).toEqual([]);
  });

  it("have no ring of files that import each other, types included", () => {
    expect(
      cycles(imports.filter(({ from }) => !from.includes("+types"))).map((ring) => ring.join(" > ")),
    ).toEqual([]);
  });
});

describe("the outside world", () => {
  /** Each vendor's package and the one place that may use it; types of it included. */
  const doors: [vendor: RegExp, place: RegExp][] = [
    [/^stripe$/, /^src\/platform\/card-checkout\//],
    [
      /^(better-auth|better-call|@better-(auth|fetch)\/|@simplewebauthn\/server$)/,
      /^src\/platform\/identity\//,
    ],
    [/^@simplewebauthn\/browser$/, /^src\/web\//],
    [/^(jose|otpauth|openid-client)$/, /^src\/platform\/identity\//],
    [/^nodemailer$/, /^src\/platform\/mail\//],
    [/^pino$/, /^src\/platform\/log\//],
    [/^(hono|@hono\/.*|virtual:.*)$/, /^src\/host\//],
    [/^prom-client$/, /^src\/host\/metrics\.ts$/],
    [/^pdfkit$/, /\/ticket-pdf\.server\.ts$/],
    [/^sanitize-html$/, /\/template-html\.server\.ts$/],
    [/^fontkit$/, /\/ticket-fonts\.server\.ts$/],
    [/^qrcode$/, /\/ticket-qr\.server\.ts$/],
    [/^sharp$/, /^src\/platform\/storage\//],
    // definitions of tables; what asks and writes is plain SQL on the connection it is given
    [/^drizzle-orm$/, /^src\/platform\/|-tables\.server\.ts$/],
    // what comes in from outside: forms, configuration, documents that were stored by hand
    [/^zod$/, /-form\.ts$|^src\/host\/(config|backup-manifest)\.ts$|\/legal-text\.ts$/],
    [/^(react|react-dom|react-hot-toast|isbot|@react-router\/.*)$/, /^src\/web\//],
    [/^react-router$/, /^src\/(web\/|host\/pages\.ts$)/],
    [/^pg-copy-streams$/, /^src\/platform\/database\//],
    [/^pg$/, /^src\/(platform|ticketing|host)\//],
    [/^postcss(-selector-parser)?$/, /^src\/web\/critical-style\.ts$/],
    // charts: of administrators alone, in files that are loaded when one is seen
    [/^recharts$/, /^src\/web\/admin\/reports\//],
  ];

  it("is behind one door for each vendor", () => {
    const packages = ofProduct.filter(({ kind, to }) => kind === "package" && !to.startsWith("node:"));
    expect(
      breaking(packages, ({ from, to }) => {
        const door = doors.find(([vendor]) => vendor.test(to));
        return !door?.[1].test(from);
      }),
    ).toEqual([]);
  });

  it("has no connection to the database but those of platform/database, and of host before it serves", () => {
    expect(
      breaking(
        ofProduct,
        ({ from, to, isType }) => to === "pg" && !isType && !/^src\/(platform\/database|host)\//.test(from),
      ),
    ).toEqual([]);
  });

  it("is touched by files that say so: others may run anywhere", () => {
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

  it("gives platform's doors nothing of each other but the database", () => {
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

describe("the business", () => {
  /** Left to right; those that stand together know nothing of each other. */
  const order = [
    ["rights"],
    ["journal"],
    ["letters"],
    ["people"],
    ["stock", "pictures"],
    ["events", "content"],
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

  it("keeps each module's store to itself", () => {
    const outside = between.filter(({ from, to }) => folder(from, 3) !== folder(to, 3));
    expect(
      breaking(outside, ({ to }) => to.startsWith("src/ticketing/") && /-store(\.server)?\.ts$/.test(to)),
    ).toEqual([]);
  });

  it("asks the doors what time it is", () => {
    const clock = /new Date\(\s*\)|\bDate\.now\(|\bperformance\.now\(/g;
    expect(
      product
        .filter((file) => file.startsWith("src/ticketing/"))
        .flatMap((file) => [...textOf(file).matchAll(clock)].map(([found]) => `${file}: ${found}`)),
    ).toEqual([]);
  });
});

describe("the screens", () => {
  const actorOf = (file: string) => /^src\/web\/([^/]+)\//.exec(file)?.[1] ?? "";

  it("of one actor know nothing of another's; the gallery of demo mode shows them all", () => {
    expect(
      breaking(
        between,
        ({ from, to }) =>
          actorOf(from) !== "" &&
          actorOf(from) !== "demo" &&
          actorOf(to) !== "" &&
          actorOf(to) !== actorOf(from) &&
          !["ui", "request"].includes(actorOf(to)),
      ),
    ).toEqual([]);
  });

  it("are drawn with a design system that knows no business word", () => {
    expect(
      breaking(between, ({ from, to }) => actorOf(from) === "ui" && !/^src\/(web\/ui|kernel)\//.test(to)),
    ).toEqual([]);
  });

  it("read and act in route modules and .server files only", () => {
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

describe("files", () => {
  const named = files.filter((file) => /\.(ts|tsx|mjs|css)$/.test(file));

  it("have names of their own, in src and devkit", () => {
    const places = new Map<string, string[]>();
    for (const file of named)
      if (/^(src|devkit)\//.test(file)) places.set(name(file), [...(places.get(name(file)) ?? []), file]);
    expect([...places.values()].filter((same) => same.length > 1)).toEqual([]);
  });

  it("are named in kebab-case, and not by words that say nothing", () => {
    expect(named.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)+$/.test(name(file)))).toEqual([]);
    const empty = /^(utils?|helpers?|misc|commons?|managers?|data|handles?|handlers?|stuff|shared|lib)$/;
    // "data folder" and "check data" are the contract's own words (DATA_DIR, npm run check:data), and what the
    // passwords are is common
    const known = ["check-data", "data-invariants", "data-folder-lock", "common-passwords"];
    const empties = (file: string) =>
      [...file.split("/").slice(0, -1), name(file).replace(/\..*$/, "")].some(
        (part) => !known.includes(part) && part.split("-").some((word) => empty.test(word)),
      );
    expect(named.filter(empties)).toEqual([]);
  });

  it("are read where they are: no index.ts, none that only passes on", () => {
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

  it("end before they are too long to read", () => {
    const long = [...product, ...code.filter((file) => file.startsWith("devkit/"))].filter(
      (file) => textOf(file).split("\n").length > 301,
    );
    expect(long).toEqual([]);
  });

  it("speak through the log, not the console", () => {
    const quiet = product.filter((file) => !file.startsWith("src/host/"));
    expect(quiet.filter((file) => /\bconsole\.\w/.test(textOf(file)))).toEqual([]);
  });
});

describe("acts", () => {
  /** One verb, one exported function, doors first. */
  const acts = product.filter((file) => {
    if (
      !/^src\/ticketing\/.*\.server\.ts$/.test(file) ||
      /-(tables|store|queries|services|book|queue|batch|desk)\.server\.ts$/.test(file)
    )
      return false;
    const { staticExports } = parseSync(file, textOf(file)).module;
    const values = staticExports.flatMap(({ entries }) => entries).filter((entry) => !entry.isType);
    return values.length === 1 && /export async function/.test(textOf(file));
  });

  it("are each called by a test of their own", () => {
    expect(acts.length).toBeGreaterThan(15);
    // what an act of its own folder calls and a test of that act shows
    const parts = [
      "src/ticketing/orders/ask-for-page.server.ts",
      "src/ticketing/people/tell-administrators.server.ts",
    ];
    const called = new Set(imports.filter(({ from, isType }) => isTest(from) && !isType).map(({ to }) => to));
    expect(acts.filter((file) => !called.has(file))).toEqual(parts);
  });

  it("say what they promise", () => {
    expect(acts.filter((file) => !/\*\/\nexport async function/.test(textOf(file)))).toEqual([]);
  });
});

describe("SQL", () => {
  /** What these write is SQL whatever they are given: a placeholder, or names in quotes. */
  const writers = ["bind", "pg.escapeIdentifier", "escapeIdentifier", "nameOf", "listOf", "quotedList"];

  /** All that stands in SQL besides and is not fixed before the program runs, each with why it is no value. */
  const known: readonly [file: string, expression: string, why: string][] = [
    [
      "src/platform/database/database.server.ts",
      "begin",
      "put together here, of constants and the name of a role",
    ],
    ["src/platform/database/database.server.ts", "statements", "asked about where copyOut is called"],
    ["src/platform/database/copy-out.server.ts", "statement", "asked about where copyOut is called"],
    [
      "src/platform/database/prepare-database.server.ts",
      'withPrefix(readFileSync(join(folder, file), "utf8"), roles)',
      "our own files with our own roles",
    ],
    [
      "src/platform/database/prepare-database.server.ts",
      'pg.escapeLiteral(password ?? "alege o parolă")',
      "text for an operator, who runs it",
    ],
    ["src/host/refuse-powerful-logins.ts", "login", "a sentence that names a statement"],
    ["src/host/refuse-powerful-logins.ts", "variable", "a sentence that names a statement"],
    [
      "src/platform/database/prepare-logins.server.ts",
      "rows[0]?.statement",
      "put together by the server's own format()",
    ],
    ["src/platform/database/table-archive.server.ts", "sequence", "a name that the server has put in quotes"],
    ["src/ticketing/reports/bind-values.ts", "values.length", "the number of a placeholder"],
    ["src/ticketing/reports/bind-values.ts", "type", "one of five types"],
  ];

  it("holds no value: nothing stands in it that is not fixed before the program runs", () => {
    const loose = looseSql(product, writers).filter(
      ({ file, expression }) => !known.some(([where, what]) => where === file && what === expression),
    );
    expect(loose.map(({ file, expression }) => `${file}: ${expression}`)).toEqual([]);
  });

  it("is asked about in the forms in which a value gets into it", () => {
    const folder = mkdtempSync(join(tmpdir(), "estival-sql-"));
    const found = (code: string) => {
      const file = relative(process.cwd(), join(folder, "asking.ts"));
      writeFileSync(join(folder, "asking.ts"), code);
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

  it("writes Romanian with commas below, not with cedillas (decision 16)", () => {
    const cedillas = /[\u015e\u015f\u0162\u0163]/;
    expect(texts.filter((file) => cedillas.test(textOf(file)))).toEqual([]);
  });
});
