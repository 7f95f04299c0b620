import { formatInstant } from "#kernel/time.ts";
import type { Mailbox, MailboxLetter } from "./mailbox.ts";
import { lettersAsJson, showableHtml } from "./parse-letter.ts";

/** Letters may show pictures that they carry and nothing from elsewhere; nothing in them runs. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * `/_demo/mail` (the letters, newest first), `/_demo/mail.json`, `/_demo/mail/{id}` (as it looks), `/_demo/mail/{id}/text`
 * and `/_demo/mail/{id}/{n}` (its n-th attachment). Undefined for every other address.
 */
export async function answerMailbox(mailbox: Mailbox, request: Request): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  const [, id, part] = /^\/_demo\/mail(?:\/([^/]+)(?:\/([^/]+))?)?$/.exec(pathname) ?? [];
  const isJson = pathname === "/_demo/mail.json";
  if (!isJson && pathname !== "/_demo/mail" && id === undefined) return undefined;
  if (request.method !== "GET" && request.method !== "HEAD")
    return answer("", "text/plain", { status: 405, headers: { allow: "GET" } });
  if (isJson)
    return answer(
      JSON.stringify(lettersAsJson(await mailbox.listLetters())),
      "application/json; charset=utf-8",
    );
  if (id === undefined) return answer(listPage(await mailbox.listLetters()), "text/html; charset=utf-8");
  const letter = await mailbox.readLetter(id);
  return (
    (letter && letterAnswer(letter, part)) ??
    answer("Nu există.", "text/plain; charset=utf-8", { status: 404 })
  );
}

function letterAnswer(letter: MailboxLetter, part: string | undefined): Response | undefined {
  if (part === undefined) {
    const html = showableHtml(letter, (at) => {
      const { contentType, content } = letter.attachments[at] ?? {
        contentType: "",
        content: new Uint8Array(),
      };
      return `data:${contentType};base64,${Buffer.from(content).toString("base64")}`;
    });
    return answer(html, "text/html; charset=utf-8");
  }
  if (part === "text") return answer(letter.text, "text/plain; charset=utf-8");
  const attachment = /^\d{1,3}$/.test(part) ? letter.attachments[Number(part)] : undefined;
  return (
    attachment &&
    answer(Buffer.from(attachment.content), "application/octet-stream", {
      headers: {
        "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(attachment.filename)}`,
      },
    })
  );
}

function answer(body: string | Buffer<ArrayBuffer>, type: string, init: ResponseInit = {}): Response {
  const headers = new Headers(init.headers);
  headers.set("content-type", type);
  headers.set("cache-control", "no-store");
  headers.set("content-security-policy", policy);
  return new Response(body, { ...init, headers });
}

function listPage(letters: readonly MailboxLetter[]): string {
  const rows = letters.map(
    (letter) => `<li><a href="/_demo/mail/${letter.id}"><b>${escaped(letter.subject)}</b>
<span>${escaped(letter.to)}</span><time>${formatInstant(letter.receivedAt)}</time></a>
<p><a href="/_demo/mail/${letter.id}/text">text</a>${letter.attachments
      .map(
        (one, at) =>
          ` <a href="/_demo/mail/${letter.id}/${at}">${escaped(one.filename)}, ${Math.ceil(one.size / 1024)} KB</a>`,
      )
      .join("")}</p></li>`,
  );
  const list = rows.length
    ? `<ul>${rows.join("")}</ul>`
    : "<p>Încă nu a plecat niciun email. Cumpără un bilet sau creează un cont.</p>";
  return `<!doctype html><html lang="ro"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>Cutia poștală</title><style>${style}</style></head>
<body><main><p><a href="/">Înapoi la site</a></p><h1>Cutia poștală</h1><p>Mod demonstrativ: emailurile nu pleacă nicăieri, se strâng aici.</p>${list}</main></body></html>`;
}

const style = `body{margin:0;background:#0B1020;color:#F6F1E7;font:16px/1.5 system-ui,sans-serif}main{max-width:760px;margin:0 auto;padding:24px 20px 64px}
h1{font-size:32px;line-height:1.1;margin:16px 0 8px}a{color:#38F2C0}a:focus-visible{outline:3px solid #38F2C0;outline-offset:2px}
ul{list-style:none;margin:24px 0 0;padding:0;display:grid;gap:12px}li{background:#172140;border:1px solid #2A3760;border-radius:16px;padding:16px 18px}
li>a{display:flex;flex-wrap:wrap;justify-content:space-between;gap:2px 16px;color:inherit;text-decoration:none;overflow-wrap:anywhere}li>a b{flex:1 0 100%;font-size:18px}
li span,li time{color:#A9B4D0}li p{display:flex;flex-wrap:wrap;gap:4px 16px;margin:10px 0 0;font-size:14px}li p a{padding:6px 0}`;

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
