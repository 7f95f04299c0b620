import type { Page } from "@playwright/test";
import { openBenchDoor } from "#devkit/lab/bench/bench-door.ts";
import { boundPhone, show, withCamera, word } from "#test/support/scanner-steps.ts";
import { expect, test } from "#test/support/watched-test.ts";

/** What a busy phone writes in twelve hours; less of it in every run of the tests. */
const rows = process.env.TEST_SCALE === "long" ? 2500 : 900;

test(`50: after twelve hours without network and ${rows} rows a phone opens again, decides right and sends them in parts`, async () => {
  test.slow();
  const door = await openBenchDoor(3);
  try {
    const [first, second] = door.takeCodes(2) as [string, string];
    await withCamera(door.origin, async (newContext, film) => {
      const context = await newContext();
      const phone = await boundPhone(context, await door.invite(), "Radu M.");
      await context.setOffline(true);
      await phone.getByRole("button", { name: "Începe tura" }).click();
      await writeRows(phone, first, rows);
      await show(phone, film, [second]);
      await expect(word(phone)).toHaveText("ADMIS");
      await show(phone, film, [first]);
      await expect(word(phone)).toHaveText("REFUZAT");
      await expect(phone.getByRole("alert")).toContainText("Bilet deja folosit");
      const written = rows + 2;
      const pill = phone.getByRole("status").filter({ hasText: "netrimise" });
      await expect(pill).toHaveText(`Fără internet · ${grouped(written)} netrimise`);

      const parts: number[] = [];
      phone.on("request", (request) => {
        if (request.url().endsWith("/gate/api/log")) parts.push(request.postDataJSON().rows.length);
      });
      await context.setOffline(false);
      await expect
        .poll(
          async () => {
            await minuteLater();
            return kept();
          },
          { timeout: 240_000 },
        )
        .toBe(written);
      await expect(phone.getByText("Online")).toBeVisible();
      expect(Math.max(...parts)).toBe(200);
      expect(await door.entered()).toBe(2);
    });

    async function kept(): Promise<number> {
      const { rows: found } = await door.owner.query("SELECT count(*)::int AS n FROM gate_log");
      return found[0].n;
    }

    /** So that the phone is not told to wait. */
    async function minuteLater(): Promise<void> {
      await door.owner.query("BEGIN");
      await door.owner.query("SET LOCAL session_replication_role = replica");
      await door.owner.query("UPDATE gate_log SET received_at = received_at - interval '1 minute'");
      await door.owner.query("COMMIT");
    }
  } finally {
    await door.close();
  }
});

const grouped = (n: number) => n.toLocaleString("ro-RO");

/** So many rows as the phone itself writes and signs them: the code comes in, and is refused ever after. */
async function writeRows(phone: Page, qr: string, count: number): Promise<void> {
  await phone.evaluate(
    async ([scanned, most]) => {
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open("estival-gate");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => resolve(opening.result);
      });
      const facts = database.transaction("facts").objectStore("facts").get("phone");
      await new Promise((resolve) => facts.addEventListener("success", resolve));
      const { enrolled, keys } = facts.result;
      const sha256 = async (text: string) =>
        Array.from(
          new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
          (byte) => byte.toString(16).padStart(2, "0"),
        ).join("");
      const code = await sha256(scanned);
      const tickets = database.transaction("tickets").objectStore("tickets").getAllKeys();
      await new Promise((resolve) => tickets.addEventListener("success", resolve));
      const written = [];
      for (let seq = 1; seq <= most; seq++) {
        const kind = seq === 1 ? "admit" : "refuse";
        const entries = seq === 1 ? 1 : 0;
        const at = Date.now() - 1000 * (most - seq);
        const text = JSON.stringify({
          v: 1,
          device: enrolled.device,
          at,
          seq,
          guest: null,
          list: null,
          kind,
          mode: "offline",
          code,
          entries,
          undoes: null,
          reason: null,
        });
        const bytes = new TextEncoder().encode(`estival-gate-1\nrow\n${text}`);
        const signed = await crypto.subtle.sign({ name: "ECDSA", hash: "SHA-256" }, keys.privateKey, bytes);
        const signature = btoa(String.fromCharCode(...new Uint8Array(signed)))
          .replaceAll("+", "-")
          .replaceAll("/", "_")
          .replace(/=+$/, "");
        const verdict = seq === 1 ? null : "used";
        const shown = {
          kind,
          mode: "offline",
          key: await keyOf(scanned),
          entries,
          typeName: null,
          verdict,
          at,
          undoes: null,
          reason: null,
        };
        written.push({ seq, text, signature, qr: scanned, isSent: false, shown });
      }
      const writing = database.transaction("log", "readwrite");
      for (const row of written) writing.objectStore("log").add(row);
      await new Promise((resolve) => writing.addEventListener("complete", resolve));
      database.close();

      /** The ticket's key in the list, by the id within the code. */
      async function keyOf(text: string): Promise<string> {
        const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
        const bytes: number[] = [];
        for (let place = "FSC1:".length; place + 3 <= text.length; place += 3) {
          const [a = 0, b = 0, c = 0] = [...text.slice(place, place + 3)].map((sign) =>
            alphabet.indexOf(sign),
          );
          const value = a + b * 45 + c * 2025;
          bytes.push(value >> 8, value & 0xff);
        }
        const id = bytes
          .slice(2, 18)
          .map((byte) => byte.toString(16).padStart(2, "0"))
          .join("");
        return (await sha256(id.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, "$1-$2-$3-$4-$5"))).slice(0, 16);
      }
    },
    [qr, count] as const,
  );
}
