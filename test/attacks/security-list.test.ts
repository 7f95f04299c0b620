/** How an operator learns of attacks, over HTTP; the tests beside each act check that it records the cause. */
import { describe, expect, it } from "vitest";
import { demoAccounts } from "#devkit/season/demo-accounts.ts";
import { openAttackedSite } from "./attacked-site.ts";

const { site, attack, owner, season } = await openAttackedSite();
const admin = await season.person("admin");

async function eventsOf(kind: string): Promise<Record<string, unknown>[]> {
  const { rows } = await owner.query(
    "SELECT person_id, actor_id, network, detail FROM security_events WHERE kind = $1 ORDER BY id",
    [kind],
  );
  return rows;
}

describe("every attempt is recorded for the operator:", () => {
  it("a form, an upload or a call from another site's page, once a minute for a network", async () => {
    const from = (network: string) => ({ origin: "https://rau.example", "x-forwarded-for": `${network}.7` });
    for (let n = 0; n < 10; n++)
      expect(
        (await attack("/profile/security", { as: admin, form: { intent: "x" }, headers: from("203.0.113") }))
          .status,
      ).toBe(403);
    for (const [path, network] of [
      ["/admin/pictures/events", "198.51.100"],
      ["/functions/v1/send-test-email", "192.0.2"],
      ["/ana@exemplu.ro", "100.64.9"],
    ] as const)
      expect((await attack(path, { as: admin, json: {}, headers: from(network) })).status).toBe(403);
    const nobody = { person_id: null, actor_id: null };
    expect(await eventsOf("origin_refused")).toEqual([
      { ...nobody, network: "203.0.113.0", detail: "/profile/security" },
      { ...nobody, network: "198.51.100.0", detail: "/admin/pictures/events" },
      { ...nobody, network: "192.0.2.0", detail: "/functions/v1/send-test-email" },
      // an address may be any text, so an unknown one is not stored
      { ...nobody, network: "100.64.9.0", detail: null },
    ]);
  });

  it("a wrong password at a step that needs it again", async () => {
    const account = demoAccounts.find(({ role }) => role === "admin");
    const signedIn = await fetch(`${site.origin}/login`, {
      method: "POST",
      redirect: "manual",
      body: new URLSearchParams({ email: account?.email ?? "", password: account?.password ?? "" }),
    });
    const token = /session=([^;]*)/.exec(signedIn.headers.get("set-cookie") ?? "")?.[1] ?? "";
    const answer = await attack("/profile/security/factor", {
      as: { userId: "", token },
      form: { intent: "begin", current_password: "nu e asta" },
    });
    expect(answer.status).toBe(403);
    const { rows } = await owner.query("SELECT id FROM profiles WHERE email = $1", [account?.email]);
    const mine = { person_id: rows[0].id, actor_id: rows[0].id, network: expect.any(String) };
    expect(await eventsOf("step_up_failed")).toEqual([{ ...mine, detail: "enrol-factor" }]);
    expect(await eventsOf("admin_session_opened")).toContainEqual({ ...mine, detail: null });
  });
});

describe("the list of the operator", () => {
  it("shows names and words, has pages, and accepts any address", async () => {
    const read = async (query: string) => (await attack(`/admin/security${query}`, { as: admin })).text;
    const all = await read("");
    for (const text of [
      "Date exportate",
      "Formular trimis de pe alt site",
      "203.0.113.0",
      "Parolă greșită la o confirmare",
    ])
      expect(all).toContain(text);
    expect(await read("?kind=data_exported")).not.toContain("203.0.113.0");
    await owner.query(
      "INSERT INTO security_events (kind, person_id) SELECT 'passkey_added', $1 FROM generate_series(1, 60)",
      [admin.userId],
    );
    const first = await read(`?kind=passkey_added&person=${admin.userId}`);
    const [, before] = /[?&;]before=(\d+)/.exec(first) ?? [];
    const rowsOf = (html: string) => html.split("<tr").length - 2;
    expect(rowsOf(first)).toBe(50);
    expect(first).toMatch(/Doar: (<!-- -->)?Persoana/);
    expect(rowsOf(await read(`?kind=passkey_added&person=${admin.userId}&before=${before}`))).toBe(10);
    for (const odd of ["?kind=x'--", "?person=1", "?before=9e9", `?before=${"9".repeat(40)}`, "?person=%00"])
      expect((await attack(`/admin/security${odd}`, { as: admin })).status).toBe(200);
  });
});
