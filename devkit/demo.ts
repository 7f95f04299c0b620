import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#host/config.ts";
import type { CardKeys, DemoServices } from "#host/open-services.ts";
import type { Uuid } from "#kernel/id.ts";
import { namedFile } from "#kernel/named-file.ts";
import { businessDay } from "#kernel/time.ts";
import { openMail } from "#platform/mail/mail-adapter.server.ts";
import { createPerson } from "#ticketing/people/appoint-person.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { type CardProvider, createCardProvider } from "./card-provider/card-provider.server.ts";
import { type DemoSignIn, openDemoSignIn } from "./demo-sign-in.ts";
import { galleryAnswer } from "./gallery/gallery.tsx";
import { letterView, type Mailbox, openMailbox } from "./mailbox/mailbox.ts";
import { lettersAsJson, showableHtml } from "./mailbox/parse-letter.ts";
import { demoAccountsFor } from "./season/demo-accounts.ts";
import { loadSeason, pastPaymentsOfSeason } from "./season/load-season.server.ts";

/** How the demo's emails leave until other settings are saved: to the mailbox of this machine. */
const demoMail = {
  smtpHost: "posta.fosfor.example",
  smtpPort: 587,
  pop3Host: null,
  pop3Port: null,
  username: "bilete@fosfor.example",
  password: "mod-demonstrativ",
  fromEmail: "bilete@fosfor.example",
  fromName: "Fosfor Summer Club",
  replyTo: null,
  enabled: true,
} as const;

type DemoOptions = {
  readonly config: Config;
  readonly dataDir: string;
  readonly project: string;
  readonly ownerUrl: string | null;
};

/** Everything that exists in demo mode only: the double of the card provider, the mailbox, the season, the accounts. */
export async function openDemo({ config, dataDir, project, ownerUrl }: DemoOptions) {
  // the double is reached over loopback like the real one over the network; nothing of ours knows which it is
  const loopbackHost = config.host.includes(":")
    ? `[${config.host}]`
    : config.host === "0.0.0.0"
      ? "127.0.0.1"
      : config.host;
  // a key written in the source may be used on this machine only; an open demo gets a random one
  const keySuffix = config.demoPublic ? randomBytes(24).toString("hex") : "estival_demo";
  const keys = { secretKey: `sk_test_${keySuffix}`, webhookSecret: `whsec_${keySuffix}` };
  const provider = createCardProvider({
    ...keys,
    stateFile: join(dataDir, "card-provider.sqlite"),
    notifyUrl: `http://${loopbackHost}:${config.port}/webhooks/stripe`,
    pagesBase: `${config.origin}/_demo/pay`,
  });
  const { apiBase } = await provider.listen(0);
  const cardKeys: CardKeys = { ...keys, apiBase };
  const signIn = await openDemoSignIn(config.origin);
  const mailbox = await openMailbox(join(dataDir, "mailbox"));
  const accounts = demoAccountsFor(config.demoPublic ? "others" : "this_machine");
  const pictures = join(project, "devkit", "season", "pictures");

  return {
    cardKeys,
    mailbox: {
      defaults: demoMail,
      // the settings name a server that does not exist; its emails go to this machine's mailbox
      open: (settings) => {
        if (settings.host !== demoMail.smtpHost) return undefined;
        const { from, replyTo } = settings;
        const { host, port } = mailbox;
        return openMail({ host, port, security: "loopback", from, ...(replyTo ? { replyTo } : {}) });
      },
    } satisfies DemoServices["mailbox"],
    providers: signIn.providers,
    forSite: {
      demoLetters: async () => (await mailbox.listLetters()).map(letterView),
      demoAccounts: config.demoPublic
        ? null
        : accounts.map(({ about, email, password }) => ({ role: about, email, password })),
    } satisfies Partial<SiteServices>,
    paintedPicture: async (url: string) => {
      const file = paintedFile(url, pictures);
      return file ? readFile(file).catch(() => undefined) : undefined;
    },
    answer: createDemoAnswers({ provider, signIn, mailbox, pictures, isPublic: config.demoPublic }),
    /** The sample season, once; the accounts get their passwords anew where these are random. */
    async prepare(site: SiteServices): Promise<void> {
      if (ownerUrl === null) return;
      const person = async (account: (typeof accounts)[number]): Promise<Uuid> => {
        const creation = await createPerson(site, account);
        if (!creation.ok)
          throw new Error(`the demo account ${account.email} was refused: ${creation.refusal}`);
        return creation.value.userId;
      };
      const loaded = await loadSeason({
        ownerUrl,
        ownerRole: site.database.roles.owner,
        // its first night ends at five, an hour before the club's day
        today: businessDay(new Date(site.now().getTime() + 60 * 60_000)).day,
        picturesDir: pictures,
        accounts,
        createPerson: person,
        createPrice: async (price) => {
          const created = await site.cards.createPrice(price);
          if (created.kind !== "created") throw new Error("the demo's card provider made no price");
          return created.price.id;
        },
      });
      if (loaded) provider.remember(await pastPaymentsOfSeason(ownerUrl, site.database.roles.owner));
      if (!loaded && config.demoPublic) for (const account of accounts) await person(account);
    },
    greeting: (): string[] => [
      "Mod demonstrativ: plăți pretinse, scrisorile la /_demo/mail.",
      ...accounts.map((account) => `  ${account.about}: ${account.email} / ${account.password}`),
    ],
    async close(): Promise<void> {
      await provider.close();
      await signIn.close();
      await mailbox.close();
    },
  };
}

type DemoParts = {
  readonly provider: CardProvider;
  readonly signIn: DemoSignIn;
  readonly mailbox: Mailbox;
  /** The folder of the painted pictures. */
  readonly pictures: string;
  /** Others can reach the demo: then only its administrator sees the mailbox. */
  readonly isPublic: boolean;
};

const letterPolicy =
  "sandbox allow-top-navigation-by-user-activation; default-src 'none'; img-src data: 'self'; style-src 'unsafe-inline'; frame-ancestors 'self'; form-action 'none'; base-uri 'none'";

/** Answers below `/_demo/`: card pages, login pages of Google and Apple, painted pictures, emails as JSON and as documents, the gallery. */
function createDemoAnswers({ provider, signIn, mailbox, pictures, isPublic }: DemoParts) {
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
        // the sandboxed frame of the email that shows the attachment has no origin
        "cross-origin-resource-policy": "cross-origin",
        "content-disposition": namedFile(attachment.filename, "inline"),
        "cache-control": "no-store",
      },
    });
  };
}

/** The file of a painted picture of the season, by its address. */
function paintedFile(path: string, folder: string): string | undefined {
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
