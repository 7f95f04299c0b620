import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openMail } from "#platform/mail/mail-door.server.ts";
import { type Mailbox, openMailbox } from "./mailbox.ts";
import { answerMailbox } from "./mailbox-pages.ts";

const folder = mkdtempSync(join(tmpdir(), "estival-mailbox-"));
let mailbox: Mailbox;

beforeAll(async () => {
  mailbox = await openMailbox(folder);
  const { host, port } = mailbox;
  const mail = openMail({
    host,
    port,
    security: "loopback",
    from: { name: "Club", address: "salut@club.example" },
  });
  await mail.send({
    to: "ana@exemplu.example",
    subject: "Noapte <script>alert(1)</script>",
    html: '<p>Bună</p><img src="cid:qr@x">\n',
    text: "Bună\n",
    messageId: "<1@x>",
    attachments: [
      { filename: "qr.png", contentType: "image/png", content: Buffer.from([1, 2, 3]), cid: "qr@x" },
    ],
  });
});
afterAll(async () => {
  await mailbox.close();
  rmSync(folder, { recursive: true });
});

const get = (path: string, method = "GET") =>
  answerMailbox(mailbox, new Request(`http://127.0.0.1${path}`, { method }));

describe("the mailbox one can open", () => {
  it("lists letters as a page that runs nothing, and as JSON of the agreed shape", async () => {
    const page = await get("/_demo/mail");
    const html = (await page?.text()) ?? "";
    expect(html).toContain("ana@exemplu.example");
    expect(html).not.toContain("<script>");
    expect(page?.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await (await get("/_demo/mail.json"))?.json()).toEqual([
      {
        to: "ana@exemplu.example",
        from: "Club <salut@club.example>",
        subject: "Noapte <script>alert(1)</script>",
        html: '<p>Bună</p><img src="cid:qr@x">\n',
        text: "Bună\n",
        attachments: [{ filename: "qr.png", contentType: "image/png", size: 3 }],
      },
    ]);
  });
  it("shows a letter with its pictures, its text and its files", async () => {
    const [letter] = await mailbox.listLetters();
    expect(await (await get(`/_demo/mail/${letter?.id}`))?.text()).toContain(
      'src="data:image/png;base64,AQID"',
    );
    expect(await (await get(`/_demo/mail/${letter?.id}/text`))?.text()).toBe("Bună\n");
    const file = await get(`/_demo/mail/${letter?.id}/0`);
    expect(file?.headers.get("content-disposition")).toContain("qr.png");
    expect((await file?.arrayBuffer())?.byteLength).toBe(3);
  });
  it("knows no other address, and takes nothing", async () => {
    expect((await get("/_demo/mail/nope"))?.status).toBe(404);
    expect((await get("/_demo/mail/..%2f..%2fetc"))?.status).toBe(404);
    expect((await get("/_demo/mail", "POST"))?.status).toBe(405);
    expect(await get("/_demo/pay/x")).toBeUndefined();
    expect(await get("/_demo/mailx")).toBeUndefined();
  });
});
