import { join } from "node:path";
import { createMinuteLimit } from "#kernel/minute-limit.ts";
import { openCaptcha } from "#platform/captcha/captcha-door.server.ts";
import { openCallThread } from "#platform/card-checkout/call-thread.server.ts";
import { createCardCheckout } from "#platform/card-checkout/card-checkout.server.ts";
import { openDatabase } from "#platform/database/database.server.ts";
import type { LoginUrls } from "#platform/database/database-roles.ts";
import { openIdentity } from "#platform/identity/identity.server.ts";
import { openLog } from "#platform/log/log.server.ts";
import { type Mail, type MailSettings, openMail } from "#platform/mail/mail-door.server.ts";
import { createMailGuard } from "#platform/mail/mail-guard.server.ts";
import type { Services } from "#platform/services.ts";
import { keySealOf } from "#platform/signing/sealed-key.server.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { openPictureFolder } from "#platform/storage/picture-folder.server.ts";
import { openWorkshop } from "#platform/storage/picture-workshop.server.ts";
import { openShareStudio } from "#ticketing/delivery/share-picture.server.ts";
import { openTicketPress } from "#ticketing/delivery/ticket-press.server.ts";
import { openStopBoard } from "#ticketing/events/stop-board.server.ts";
import type { MailServices } from "#ticketing/letters/mail-services.server.ts";
import { areLettersOn, findMail } from "#ticketing/letters/mail-settings-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { rememberTypesOfPrices } from "#ticketing/orders/find-type-of-price.server.ts";
import { openHoldDesk } from "#ticketing/orders/hold-desk.server.ts";
import { createLineBoard } from "#ticketing/orders/line-board.server.ts";
import { createProviderPace } from "#ticketing/orders/provider-pace.server.ts";
import { createRoomBoard } from "#ticketing/orders/room-board.server.ts";
import { openSettleDesk } from "#ticketing/orders/settle-desk.server.ts";
import { accountCallbacks } from "#ticketing/people/account-callbacks.server.ts";
import { createPageCache } from "#web/request/page-cache.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { findVisitor } from "#web/request/who-asks.server.ts";
import type { Config } from "./config.ts";
import { projectFolder } from "./project-folder.ts";

// processes of their own, run as they are written
const drawingProgram = join(projectFolder, "src/platform/storage/re-encode-process.server.ts");
const callingProgram = join(projectFolder, "src/platform/card-checkout/run-call-thread.server.ts");
const printingProgram = join(projectFolder, "src/ticketing/delivery/print-process.server.ts");
/** Milliseconds for a connection while the site starts: on a busy machine that is no reason to give up. */
const startPatience = 20_000;
const pageCacheBytes = 64 * 1024 * 1024;

export type CardKeys = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly apiBase?: string;
};

/** What demo mode puts in the place of the outside world; empty in production. */
export type DemoDoors = {
  readonly forSite?: Partial<SiteServices>;
  /** The bytes of a painted picture of the season; undefined for every other address. */
  readonly paintedPicture?: (url: string) => Promise<Uint8Array | undefined>;
  /** The mailbox of this machine: what letters leave by until settings are saved, and whenever those name it. */
  readonly mailbox?: {
    readonly defaults: NonNullable<MailServices["mailDefaults"]>;
    /** Undefined for settings that name another server. */
    open(settings: MailSettings): Mail | undefined;
  };
};

/** The composition root: every door is made here, once, and nowhere else. */
export async function openServices(
  config: Config,
  storage: { urls: LoginUrls; dataDir: string; appSecret: string },
  cards: CardKeys,
  demo: DemoDoors,
): Promise<SiteServices & { close(): Promise<void> }> {
  const log = openLog(config.logLevel);
  const database = openDatabase({
    urls: storage.urls,
    rolePrefix: config.rolePrefix,
    startPatience,
    onIdleError: (error) => log.warn({ error: error.message }, "a connection was lost"),
  });
  const services: Services = {
    database,
    cards: createCardCheckout({
      ...cards,
      now: () => new Date(),
      calls: openCallThread(callingProgram, () =>
        log.warn("calls to the card provider are made in the process itself: their thread could not begin"),
      ),
      ...(config.providerRate > 0 ? { turn: createProviderPace(database, config.providerRate) } : {}),
    }),
    log,
    now: () => new Date(),
    origin: config.origin,
    settings: {
      mode: config.mode,
      livemode: /^(sk|rk)_live_/.test(cards.secretKey),
      holdMinutes: config.holdMinutes,
      providerRate: config.providerRate,
    },
  };
  const mailGuard = createMailGuard({ hosts: config.smtpAllowedHosts, ports: config.smtpAllowedPorts });
  const mail: MailServices = {
    ...services,
    mailGuard,
    mailSeal: keySealOf(storage.appSecret, "mail-password"),
    openMail: (settings) => demo.mailbox?.open(settings) ?? openMail(settings, mailGuard),
    mailDefaults: demo.mailbox?.defaults ?? null,
  };
  const holds = openHoldDesk(services);
  const press = openTicketPress(printingProgram);
  const settling = openSettleDesk(services);
  const identity = await openIdentity({
    database: services.database,
    secret: storage.appSecret,
    origin: config.origin,
    seal: keySealOf(storage.appSecret, "second-factors"),
    adminFactor: config.adminFactor,
    callbacks: accountCallbacks({ origin: config.origin, lettersOn: () => areLettersOn(mail) }),
    ...(config.hashConcurrency ? { hashing: { concurrency: config.hashConcurrency } } : {}),
  });
  const pictures = await openPictureFolder(join(storage.dataDir, "pictures"));
  const keys = await openSigningKeys({ database: services.database, appSecret: storage.appSecret });
  const pages = createPageCache({ now: () => Date.now(), maxBytes: pageCacheBytes });
  // every page says what is stopped
  const stops = await openStopBoard({ ...services, changed: () => pages.dropAll() });
  return {
    ...mail,
    stops,
    rooms: createRoomBoard(services.database, {
      providerRate: config.providerRate,
      now: () => performance.now(),
    }),
    holds,
    press,
    settling,
    checkoutRate: createMinuteLimit(limits.checkoutsPerAccountAndMinute, () => performance.now()),
    typeOfPrice: rememberTypesOfPrices(services.database),
    pages,
    line: createLineBoard(services.database, { rate: config.providerRate, now: () => performance.now() }),
    identity,
    storage: pictures,
    shares: openShareStudio({
      storage: pictures,
      pictureBytes: async (url) => {
        const name = pictures.nameOf(url);
        return name ? pictures.read(name) : demo.paintedPicture?.(url);
      },
    }),
    workshop: openWorkshop({ program: drawingProgram }),
    tokens: identity.tokenService({
      signer: keys,
      issuer: `${config.origin}/auth/v1`,
      providers: config.oidcProviders,
    }),
    keys,
    findVisitor: (request) => findVisitor(request, { identity, origin: config.origin }),
    findMail: () => findMail(mail),
    captcha: config.captcha && openCaptcha(config.captcha),
    demoAccounts: null,
    ...demo.forSite,
    async close() {
      await holds.close();
      await stops.close();
      press.close();
      await settling.close();
      services.cards.close();
      await services.database.close();
    },
  };
}
