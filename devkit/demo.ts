import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#host/config.ts";
import type { CardKeys, DemoServices } from "#host/open-services.ts";
import type { Uuid } from "#kernel/id.ts";
import { businessDay } from "#kernel/time.ts";
import { openMail } from "#platform/mail/mail-adapter.server.ts";
import { createPerson } from "#ticketing/people/appoint-person.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { createCardProvider } from "./card-provider/card-provider.server.ts";
import { createDemoAnswers, paintedFile } from "./demo-answers.ts";
import { openDemoSignIn } from "./demo-sign-in.ts";
import { letterView, openMailbox } from "./mailbox/mailbox.ts";
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
  const inside = config.host.includes(":")
    ? `[${config.host}]`
    : config.host === "0.0.0.0"
      ? "127.0.0.1"
      : config.host;
  // what stands in the source is good on this machine only
  const word = config.demoPublic ? randomBytes(24).toString("hex") : "estival_demo";
  const keys = { secretKey: `sk_test_${word}`, webhookSecret: `whsec_${word}` };
  const provider = createCardProvider({
    ...keys,
    stateFile: join(dataDir, "card-provider.sqlite"),
    notifyUrl: `http://${inside}:${config.port}/webhooks/stripe`,
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
        const made = await createPerson(site, account);
        if (!made.ok) throw new Error(`the demo account ${account.email} was refused: ${made.refusal}`);
        return made.value.userId;
      };
      const loaded = await loadSeason({
        ownerUrl,
        ownerRole: site.database.roles.owner,
        today: businessDay(site.now()).day,
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
