import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { namedFile } from "#kernel/named-file.ts";
import type { CardProvider } from "./card-provider/card-provider.server.ts";
import type { DemoSignIn } from "./demo-sign-in.ts";
import { galleryAnswer } from "./gallery/gallery.tsx";
import type { Mailbox } from "./mailbox/mailbox.ts";
import { lettersAsJson, showableHtml } from "./mailbox/parse-letter.ts";

type DemoParts = {
  readonly provider: CardProvider;
  readonly signIn: DemoSignIn;
  readonly mailbox: Mailbox;
  /** The folder of the painted pictures. */
  readonly pictures: string;
  /** Open to others: then the mailbox is for the demo's administrator only. */
  readonly isPublic: boolean;
};

const letterPolicy =
  "sandbox allow-top-navigation-by-user-activation; default-src 'none'; img-src data: 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; form-action 'none'; base-uri 'none'";

/** Answers below `/_demo/`: card pages, login pages of Google and Apple, painted pictures, emails as JSON and as documents, the gallery. */
export function createDemoAnswers({ provider, signIn, mailbox, pictures, isPublic }: DemoParts) {
  return async (request: Request, isAdministrator: () => Promise<boolean>): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/_demo/pay/")) return provider.fetch(request);
    if (pathname.startsWith("/_demo/sign-in/")) return signIn.answer(request);
    const painted = paintedFile(pathname, pictures);
    if (painted) return pictureAnswer(painted);
    if (!pathname.startsWith("/_demo/mail")) return galleryAnswer(request);
    if (isPublic && !(await isAdministrator()))
      return new Response("Cutia poștală cere contul de administrator.", { status: 403 });
    if (pathname === "/_demo/mail.json")
      return Response.json(lettersAsJson(await mailbox.listLetters()), {
        headers: { "cache-control": "no-store" },
      });
    const [, id, part] = /^\/_demo\/mail\/([^/]+)\/(html|\d+)$/.exec(pathname) ?? [];
    if (!id || !part) return undefined;
    const letter = await mailbox.readLetter(id);
    if (!letter) return new Response(null, { status: 404 });
    if (part === "html") {
      return new Response(
        showableHtml(letter, (n) => `/_demo/mail/${id}/${n}`),
        {
          headers: {
            "content-type": "text/html; charset=utf-8",
            "content-security-policy": letterPolicy,
            "x-frame-options": "SAMEORIGIN",
            "cache-control": "no-store",
          },
        },
      );
    }
    const attachment = letter.attachments[Number(part)];
    if (!attachment) return new Response(null, { status: 404 });
    return new Response(new Uint8Array(attachment.content), {
      headers: {
        "content-type": attachment.contentType,
        // the email that shows it stands in a sandbox, which is of no origin
        "cross-origin-resource-policy": "cross-origin",
        "content-disposition": namedFile(attachment.filename, "inline"),
        "cache-control": "no-store",
      },
    });
  };
}

/** The file of a painted picture of the season, by its address. */
export function paintedFile(path: string, folder: string): string | undefined {
  const name = /^\/_demo\/pictures\/([a-z0-9-]+\.webp)$/.exec(path)?.[1];
  return name ? join(folder, name) : undefined;
}

async function pictureAnswer(file: string): Promise<Response> {
  const bytes = await readFile(file).catch(() => undefined);
  if (!bytes) return new Response(null, { status: 404 });
  return new Response(bytes, {
    headers: { "content-type": "image/webp", "cache-control": "public, max-age=31536000, immutable" },
  });
}
