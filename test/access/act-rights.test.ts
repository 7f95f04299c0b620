/** The table of acts (src/ticketing/rights) against the acts and the addresses that there are. */
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { importsOf, textOf, trackedFiles } from "#test/support/import-graph.ts";
import { type Act, actRules, programActs } from "#ticketing/rights/act-rights.ts";
import { officeRoutes } from "#web/admin/office-rights.ts";

const product = trackedFiles().filter((file) => /^src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
const nameOf = (file: string) => file.slice(file.lastIndexOf("/") + 1).replace(/(\.server)?\.tsx?$/, "");
const known = Object.keys(actRules) as Act[];
const isAct = (name: string): name is Act => Object.hasOwn(actRules, name);

/** As test/architecture.test.ts finds them, and those that export a value or a second function beside the act. */
const actFiles = product.filter((file) => {
  if (
    !/^src\/ticketing\/.*\.server\.ts$/.test(file) ||
    /-(tables|store|queries|services|book|queue|batch|desk)\.server\.ts$|\/may-still-do\./.test(file)
  )
    return false;
  const values = parseSync(file, textOf(file))
    .module.staticExports.flatMap(({ entries }) => entries)
    .filter((entry) => !entry.isType);
  const isOne = values.length === 1 && /export async function/.test(textOf(file));
  return isOne || /mayDo\(|mayStillDo\(/.test(textOf(file).split("export async function")[1] ?? "");
});

describe("every act", () => {
  it("has a line in the table with its right and whether it needs a fresh proof, or is the program's own", () => {
    expect(actFiles.length).toBeGreaterThan(80);
    const lines: readonly string[] = [...known, ...programActs];
    expect(actFiles.map(nameOf).filter((name) => !lines.includes(name))).toEqual([]);
    const files = new Set(product.map(nameOf));
    expect(programActs.filter((name) => !files.has(name))).toEqual([]);
  });

  it("asks for its own right by its own name, if not everybody has it, before it changes anything", () => {
    // where the question stands when the act itself knows the person by an id or a session only
    const elsewhere: Partial<Record<Act, string>> = {
      "open-checkout": "src/ticketing/orders/hold.ts",
      "buy-before-opening": "src/ticketing/orders/hold.ts",
      "admit-entry": "src/web/gate/gate-route.tsx",
      "resend-any-tickets": "src/ticketing/delivery/resend-tickets.server.ts",
    };
    // the guard of the address asks: a comparison belongs to the jobs too, a preview touches nothing
    const byRoute: readonly Act[] = ["reconcile", "preview-template"];
    const silent = known
      .filter(
        (act) => !["site.browse", "account.keep"].includes(actRules[act].right) && !byRoute.includes(act),
      )
      .filter((act) => {
        const file =
          elsewhere[act] ?? product.find((one) => one.startsWith("src/ticketing/") && nameOf(one) === act);
        return !file || !new RegExp(`may(Still)?Do\\([^;]*?"${act}"`).test(textOf(file));
      });
    expect(silent).toEqual([]);
  });

  it("compares no role with a word, but for whose things a person sees", () => {
    const compares = /\brole (!==|===) "(admin|gate|user)"/;
    expect(
      product.filter(
        (file) =>
          /^src\/(ticketing|host|web\/(admin|gate|request))\//.test(file) && compares.test(textOf(file)),
      ),
    ).toEqual([
      // one customer's things; what the journal calls a person; whom nobody may erase; the role of the protocol
      "src/host/pages.ts",
      "src/ticketing/delivery/resend-tickets.server.ts",
      "src/ticketing/people/appoint-person.server.ts",
      "src/ticketing/people/erase-person.server.ts",
      "src/ticketing/people/roles.ts",
      "src/web/request/auth-session.ts",
    ]);
  });
});

/** Every address of web/routes.ts with its file, nested ones whole. */
const routes = (() => {
  let parent = "";
  const text = textOf("src/web/routes.ts");
  return [...text.matchAll(/route\(\s*"([^"]+)",\s*"([^"]+)"/g)].map(([, path = "", file = ""]) => {
    const isNested = /^(delete|opening|duplicate|start)$/.test(path);
    if (!isNested) parent = path;
    return { pattern: isNested ? `${parent}/${path}` : path, file: `src/web/${file}` };
  });
})();
const office = routes.filter(({ file }) => file.startsWith("src/web/admin/"));
const takesForms = (file: string) => /export (?:async function|const) action\b/.test(textOf(file));

/** The acts that a route imports, itself or through what it imports of the screens. */
function actsOf(file: string, seen = new Set<string>()): Set<Act> {
  const acts = new Set<Act>();
  if (seen.has(file) || !/\.tsx?$/.test(file)) return acts;
  seen.add(file);
  for (const { to, isType } of importsOf(file)) {
    if (isType) continue;
    if (to.startsWith("src/ticketing/") && isAct(nameOf(to))) acts.add(nameOf(to) as Act);
    if (to.startsWith("src/web/") && !to.startsWith("src/web/ui/"))
      for (const act of actsOf(to, seen)) acts.add(act);
  }
  return acts;
}

describe("every address of the back-office", () => {
  it("has a line with the right to look, and there is no line without an address", () => {
    expect(office.length).toBeGreaterThan(40);
    expect(office.map(({ pattern }) => pattern).sort()).toEqual(Object.keys(officeRoutes).sort());
  });

  it.each(office)(
    "$pattern names every act that its form reaches, and takes no form without one",
    ({ pattern, file }) => {
      const { acts = {}, also = [] } = officeRoutes[pattern] ?? {};
      const named: string[] = [...Object.values(acts), ...also];
      // the same act under the name of what belongs to others
      const reached = [...actsOf(file)].map((act) => (act === "resend-tickets" ? "resend-any-tickets" : act));
      expect(reached.filter((act) => !named.includes(act))).toEqual([]);
      expect(Object.keys(acts).length > 0).toBe(takesForms(file));
    },
  );

  it.each(office)(
    "$pattern asks for the proof by the name of each act that wants a fresh one",
    ({ file }) => {
      const texts = product
        .filter((one) => one.startsWith(file.slice(0, file.lastIndexOf("/"))))
        .map(textOf)
        .join("\n");
      const wanting = [...actsOf(file)].filter((act) => actRules[act].proof === "fresh");
      expect(wanting.filter((act) => !texts.includes(`passwordAgain(args, "${act}"`))).toEqual([]);
    },
  );
});

it("the door's address reaches one act, and asks for its right", () => {
  const door = routes.filter(({ file }) => file.startsWith("src/web/gate/"));
  expect(door.map(({ pattern, file }) => [pattern, [...actsOf(file)]])).toEqual([["gate", ["admit-entry"]]]);
});

it("what is called past the router asks for the right of every act of the office that it reaches", () => {
  const reached = product
    .filter((file) => /^src\/host\/(exports|uploads|functions|letter-functions)\.ts$/.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ to, isType }) => !isType && to.startsWith("src/ticketing/"))
        .map(({ to }) => [file, nameOf(to)] as const),
    )
    .filter(([, name]) => isAct(name) && !["account.keep", "tickets.buy"].includes(actRules[name].right));
  expect(reached.length).toBeGreaterThan(3);
  expect(reached.filter(([file, name]) => !textOf(file).includes(`"${name}"`))).toEqual([]);
});
