/** Compares the table of acts (src/ticketing/rights) with the existing acts and addresses. */
import { parseSync } from "oxc-parser";
import { describe, expect, it } from "vitest";
import { importsOf, textOf, trackedFiles } from "#test/support/import-graph.ts";
import { listRoutes } from "#test/support/route-list.ts";
import { type Act, actRules, programActs } from "#ticketing/rights/act-rights.ts";
import { officeAddresses } from "#web/office-addresses.ts";

const product = trackedFiles().filter((file) => /^src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
const nameOf = (file: string) => file.slice(file.lastIndexOf("/") + 1).replace(/(\.server)?\.tsx?$/, "");
const known = Object.keys(actRules) as Act[];
const isAct = (name: string): name is Act => Object.hasOwn(actRules, name);

/** The acts as test/architecture.test.ts finds them, and files that also export a value or a second function. */
const actFiles = product.filter((file) => {
  if (
    !/^src\/ticketing\/.*\.server\.ts$/.test(file) ||
    /-(tables|store|queries|services|queue|batch)\.server\.ts$|\/may-still-do\./.test(file)
  )
    return false;
  const values = parseSync(file, textOf(file))
    .module.staticExports.flatMap(({ entries }) => entries)
    .filter((entry) => !entry.isType);
  const isOne = values.length === 1 && /export async function/.test(textOf(file));
  return isOne || /mayDo\(|mayStillDo\(/.test(textOf(file).split("export async function")[1] ?? "");
});

describe("every act", () => {
  it("has a line in the table with its right and its proof, or is the program's own", () => {
    expect(actFiles.length).toBeGreaterThan(80);
    const lines: readonly string[] = [...known, ...programActs];
    expect(actFiles.map(nameOf).filter((name) => !lines.includes(name))).toEqual([]);
    const files = new Set(product.map(nameOf));
    expect(programActs.filter((name) => !files.has(name))).toEqual([]);
  });

  it("checks its right by its own name before it changes anything, unless everybody has it", () => {
    // Acts whose right is checked in another file, because the act knows the person by an id or a session only.
    const elsewhere: Partial<Record<Act, string>> = {
      "open-checkout": "src/ticketing/orders/checkout/hold.ts",
      "buy-before-opening": "src/ticketing/orders/checkout/sellable-type.ts",
      "invite-chief-phone": "src/ticketing/gate/invite-phone.server.ts",
      "resend-any-tickets": "src/ticketing/delivery/resend-tickets.server.ts",
      "split-any-code": "src/ticketing/orders/split-code.server.ts",
    };
    // `account.keep`: one's own account. The act takes the account of the session, and every role has this right.
    const silent = known
      .filter((act) => !["site.browse", "account.keep"].includes(actRules[act].right))
      .filter((act) => {
        const file =
          elsewhere[act] ?? product.find((one) => one.startsWith("src/ticketing/") && nameOf(one) === act);
        return !file || !new RegExp(`may(Still)?Do\\([^;]*?"${act}"`).test(textOf(file));
      });
    expect(silent).toEqual([]);
  });

  it("refuses with `notAllowed` alone when the right is missing", () => {
    const own = /refused\(\s*(?:"not_allowed"|\{\s*reason:\s*"not_allowed")/;
    expect(actFiles.filter((file) => own.test(textOf(file)))).toEqual([]);
    expect(actFiles.filter((file) => textOf(file).includes("refused(notAllowed)")).length).toBeGreaterThan(
      30,
    );
  });

  it("compares roles with words only to decide whose things a person sees", () => {
    const compares = /\brole (!==|===) "(admin|gate|user)"/;
    expect(
      product.filter(
        (file) =>
          /^src\/(ticketing|host|web\/(admin|gate|request|sign-in))\//.test(file) &&
          compares.test(textOf(file)),
      ),
    ).toEqual([
      // The pages that a visitor gets; the last administrator; people who cannot be erased; the role in tokens.
      "src/host/pages.ts",
      "src/ticketing/people/appoint-person.server.ts",
      "src/ticketing/people/erase-person.server.ts",
      "src/web/sign-in/auth-session.ts",
    ]);
  });
});

const routes = listRoutes().map(({ path, file }) => ({ pattern: path.slice(1), file: `src/web/${file}` }));
const office = routes.filter(({ file }) => file.startsWith("src/web/admin/"));
const takesForms = (file: string) => /export (?:async function|const) action\b/.test(textOf(file));

/** The acts that a route imports, directly or through its screens' files. */
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
  it.each(office)(
    "$pattern names every act that its form can run, and takes no form without one",
    ({ pattern, file }) => {
      const { acts = {}, also = [] } = officeAddresses[pattern] ?? {};
      const named: string[] = [...Object.values(acts), ...also];
      // The same act has another name for other people's things.
      const ofOthers: Partial<Record<Act, Act>> = {
        "resend-tickets": "resend-any-tickets",
        "split-code": "split-any-code",
      };
      const reached = [...actsOf(file)].map((act) => ofOthers[act] ?? act);
      expect(reached.filter((act) => !named.includes(act))).toEqual([]);
      expect(Object.keys(acts).length > 0).toBe(takesForms(file));
    },
  );

  it.each(office)("$pattern checks the proof by the name of each act that needs a fresh one", ({ file }) => {
    const texts = product
      .filter((one) => one.startsWith(file.slice(0, file.lastIndexOf("/"))))
      .map(textOf)
      .join("\n");
    const wanting = [...actsOf(file)].filter((act) => actRules[act].proof === "fresh");
    expect(
      wanting.filter(
        (act) =>
          ![
            `passwordAgain(args, "${act}"`,
            `changeNight(args, { act: "${act}"`,
            // asks by itself when emails would say something else; the first steps are in none
            ...(act === "save-content" ? ["saveTexts(args, {", 'key: "first_steps"'] : []),
          ].some((call) => texts.includes(call)),
      ),
    ).toEqual([]);
  });
});

it("the gate's addresses run their acts alone, and checks their rights", () => {
  const gate = routes.filter(({ file }) => file.startsWith("src/web/gate/"));
  expect(gate.map(({ pattern, file }) => [pattern, [...actsOf(file)]])).toEqual([
    ["gate", ["admit-entry", "admit-guest"]],
    ["gate/nights/:id", []],
    ["gate/nights/:id/orders", ["admit-found-ticket", "reissue-ticket"]],
    [
      "gate/nights/:id/gates",
      ["accept-phone-rows", "invite-phone", "save-gate", "set-gate-mode", "stop-phone"],
    ],
    ["gate/nights/:id/sale", ["close-till", "give-back-from-door", "read-door-sales", "set-aside-for-door"]],
    ["gate/nights/:id/after", ["mark-cleared"]],
    ["gate/nights/:id/after/:form", []],
    ["gate/sales", []],
    ["poarta", []],
    ["poarta/inrolare", []],
  ]);
});

it("calls that do not pass the router check the right of every back-office act that they run", () => {
  const reached = product
    .filter((file) => /^src\/host\/(exports|uploads|functions|letter-functions)\.ts$/.test(file))
    .flatMap((file) =>
      importsOf(file)
        .filter(({ to, isType }) => !isType && to.startsWith("src/ticketing/"))
        .map(({ to }) => [file, nameOf(to)] as const),
    )
    .filter(
      ([, name]) =>
        isAct(name) && !["account.keep", "tickets.buy", "site.browse"].includes(actRules[name].right),
    );
  expect(reached.length).toBeGreaterThan(3);
  const whole = (file: string) => textOf(file) + textOf("src/web/request/read-upload.server.ts");
  expect(reached.filter(([file, name]) => !whole(file).includes(`"${name}"`))).toEqual([]);
});
