import { join } from "node:path";
import { createMinuteLimit } from "#kernel/minute-limit.ts";
import { createTurns } from "#kernel/turns.ts";
import { openCaptcha } from "#platform/captcha/captcha-adapter.server.ts";
import { createCardCheckout } from "#platform/card-checkout/card-checkout.server.ts";
import { openDatabase } from "#platform/database/database.server.ts";
import type { LoginUrls } from "#platform/database/database-roles.ts";
import { openIdentity } from "#platform/identity/identity.server.ts";
import type { OidcProvider } from "#platform/identity/oidc/oidc-client.server.ts";
import { openTokenService } from "#platform/identity/tokens/token-service.server.ts";
import { openLog } from "#platform/log/log.server.ts";
import { type Mail, type MailSettings, openMail } from "#platform/mail/mail-adapter.server.ts";
import { createMailGuard } from "#platform/mail/mail-guard.server.ts";
import type { Services } from "#platform/services.ts";
import { keySealOf } from "#platform/signing/sealed-key.server.ts";
import { openSigningKeys } from "#platform/signing/signing-keys.server.ts";
import { openSpreadsheets } from "#platform/spreadsheet/spreadsheet.server.ts";
import { openImageConverter } from "#platform/storage/image-converter.server.ts";
import { rememberLogoPng } from "#ticketing/delivery/logo-png.server.ts";
import { openPdfRenderer } from "#ticketing/delivery/pdf-renderer.server.ts";
import { openShareRenderer } from "#ticketing/delivery/share-picture.server.ts";
import { openSlugCache } from "#ticketing/events/slug-queries.server.ts";
import { openStopCache } from "#ticketing/events/stop-cache.server.ts";
import type { MailServices } from "#ticketing/letters/mail-services.server.ts";
import { areLettersOn, findMail } from "#ticketing/letters/mail-settings-queries.server.ts";
import { limits } from "#ticketing/limits.ts";
import { rememberTypesOfPrices } from "#ticketing/orders/checkout/find-type-of-price.server.ts";
import { openHoldQueue } from "#ticketing/orders/checkout/hold-queue.server.ts";
import { waitForCall } from "#ticketing/orders/payment/provider-turn.server.ts";
import { createPageQueueCache } from "#ticketing/orders/waiting/page-queue-cache.server.ts";
import { createRoomCache } from "#ticketing/orders/waiting/room-cache.server.ts";
import { accountCallbacks } from "#ticketing/people/account-callbacks.server.ts";
import { createPageCache } from "#web/request/page-cache.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { findVisitor } from "#web/request/visitor.server.ts";
import type { Config } from "./config.ts";
import { openPictures } from "./open-pictures.ts";
import { projectFolder } from "./project-folder.ts";

// programs that run from source in processes of their own
const drawingProgram = join(projectFolder, "src/platform/storage/re-encode-process.server.ts");
const printingProgram = join(projectFolder, "src/ticketing/delivery/pdf-process.server.ts");
const spreadsheetProgram = join(projectFolder, "src/platform/spreadsheet/spreadsheet-process.server.ts");
/** Milliseconds to wait for a connection while the site starts: on a busy machine a slow one is not a failure. */
const startTimeout = 20_000;

export type CardKeys = {
  readonly secretKey: string;
  readonly webhookSecret: string;
  readonly apiBase?: string;
};

/** The replacements of outside services in demo mode; empty in production. */
export type DemoServices = {
  readonly forSite?: Partial<SiteServices>;
  /** Doubles of other account services. A provider of the environment with the same name wins. */
  readonly providers?: readonly OidcProvider[];
  /** The bytes of a generated picture of the season; undefined for every other address. */
  readonly paintedPicture?: (url: string) => Promise<Uint8Array | undefined>;
  /**
   * The demo's mailbox on this machine. It takes all emails until mail settings are saved, then only if they name it.
   */
  readonly mailbox?: {
    readonly defaults: NonNullable<MailServices["mailDefaults"]>;
    /** Undefined when the settings name another server. */
    open(settings: MailSettings): Mail | undefined;
  };
};

/** The composition root: every adapter is made here once, and nowhere else. */
export async function openServices(
  config: Config,
  storage: { urls: LoginUrls; dataDir: string; appSecret: string },
  cards: CardKeys,
  demo: DemoServices,
): Promise<SiteServices & { close(): Promise<void> }> {
  const log = openLog(config.logLevel);
  const database = openDatabase({
    urls: storage.urls,
    rolePrefix: config.rolePrefix,
    startTimeout,
    onIdleError: (error) => log.warn({ error: error.message }, "a connection was lost"),
  });
  const services: Services = {
    database,
    cards: createCardCheckout({
      ...cards,
      now: () => new Date(),
      ...(config.providerRate > 0
        ? { waitForTurn: (kind) => waitForCall(database, config.providerRate, kind) }
        : {}),
    }),
    log,
    spreadsheets: openSpreadsheets(spreadsheetProgram, limits.rowsOfWorkbook),
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
  const holds = openHoldQueue(services);
  const pdfRenderer = openPdfRenderer(printingProgram);
  const pagePdfRenderer = openPdfRenderer(printingProgram);
  const identity = openIdentity({
    database: services.database,
    secret: storage.appSecret,
    origin: config.origin,
    seal: keySealOf(storage.appSecret, "second-factors"),
    callbacks: accountCallbacks({ origin: config.origin, lettersOn: () => areLettersOn(mail) }),
    ...(config.hashConcurrency ? { hashing: { concurrency: config.hashConcurrency } } : {}),
  });
  const pictures = await openPictures(config, storage.dataDir);
  const pictureBytes = async (url: string) => {
    const name = pictures.nameOf(url);
    return name ? pictures.read(name) : demo.paintedPicture?.(url);
  };
  const keys = await openSigningKeys({ database: services.database, appSecret: storage.appSecret });
  const pages = createPageCache({ now: () => performance.now(), maxBytes: limits.keptPageBytes });
  const stops = await openStopCache(services);
  return {
    ...mail,
    stops,
    rooms: createRoomCache(services.database, {
      providerRate: config.providerRate,
      now: () => performance.now(),
    }),
    holds,
    pdfRenderer,
    pagePdfRenderer,
    printTurns: createTurns(limits.printsWaitingPerAccount),
    checkoutRate: createMinuteLimit(limits.checkoutsPerSessionAndMinute, () => performance.now()),
    orderReads: createMinuteLimit(limits.readsPerBuyerAndMinute, () => performance.now()),
    typeOfPrice: rememberTypesOfPrices(services.database),
    slugs: openSlugCache(services.database),
    pages,
    pageQueue: createPageQueueCache(services.database, {
      rate: config.providerRate,
      now: () => performance.now(),
    }),
    identity,
    storage: pictures,
    shares: openShareRenderer({ storage: pictures, pictureBytes }),
    logoPng: rememberLogoPng(pictureBytes),
    imageConverter: openImageConverter({ program: drawingProgram }),
    tokens: openTokenService(identity, {
      signer: keys,
      issuer: `${config.origin}/auth/v1`,
      providers: [...config.oidcProviders, ...(demo.providers ?? [])],
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
      pdfRenderer.close();
      pagePdfRenderer.close();
      services.cards.close();
      await services.database.close();
    },
  };
}
