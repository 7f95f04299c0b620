import { homedir } from "node:os";
import { z } from "zod";
import { inSeconds } from "#kernel/time.ts";
import type { CaptchaOptions } from "#platform/captcha/captcha-adapter.server.ts";
import { type LoginName, type LoginUrls, loginNames } from "#platform/database/database-roles.ts";
import type { OidcProvider } from "#platform/identity/oidc/oidc-client.server.ts";
import type { BucketSettings } from "#platform/storage/picture-bucket.server.ts";
import { durations } from "#ticketing/limits.ts";
import { release } from "./project-folder.ts";
import { readBucket, readCaptcha, readOidcProviders } from "./service-config.ts";

/** The whole configuration from the environment, parsed once. */
export type Config = Readonly<ReturnType<typeof configOf>>;

/** The place of the nightly backup. Undefined: DATA_DIR/backups. Null: no backup. */
type BackupPlace = { readonly folder: string } | "bucket" | undefined | null;

/** The environment variable with each login's address. */
export const loginVariables = {
  public: "DATABASE_URL",
  office: "DATABASE_URL_OFFICE",
  identity: "DATABASE_URL_IDENTITY",
  worker: "DATABASE_URL_WORKER",
  export: "DATABASE_URL_EXPORT",
} as const satisfies Record<LoginName, string>;

const text = z.string().trim().min(1).optional();
const wholeNumber = (least: number, most: number, otherwise: number) =>
  z.coerce.number().int().min(least).max(most).default(otherwise);

const commaList = (one: RegExp) =>
  z
    .string()
    .default("")
    .transform((list) =>
      list
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== ""),
    )
    .pipe(z.array(z.string().regex(one)));

/** Minutes. The card page stays open no longer than this. */
const longestHold = durations.hold / inSeconds.minute;

const environment = z.object({
  ESTIVAL_MODE: z.enum(["demo", "production"]).default("demo"),
  ESTIVAL_DEMO_PUBLIC: z.enum(["0", "1"]).default("0"),
  NODE_ENV: text,
  HOST: z.string().default("127.0.0.1"),
  PORT: wholeNumber(1, 65_535, 3000),
  PUBLIC_ORIGIN: z.url({ protocol: /^https?$/ }).optional(),
  TRUST_PROXY: wholeNumber(0, 10, 0),
  DATA_DIR: text,
  BACKUP_TO: text,
  DATABASE_URL: text,
  DATABASE_URL_OFFICE: text,
  DATABASE_URL_IDENTITY: text,
  DATABASE_URL_WORKER: text,
  DATABASE_URL_EXPORT: text,
  DATABASE_ADMIN_URL: text,
  DATABASE_ROLE_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,30}$/)
    .default("app"),
  APP_SECRET: text,
  STRIPE_SECRET_KEY: text,
  STRIPE_WEBHOOK_SECRET: text,
  STRIPE_API_BASE: z.url().optional(),
  PROVIDER_RATE: z.coerce.number().min(0).max(1000).default(24),
  HOLD_MINUTES: z.coerce.number().positive().max(longestHold).default(longestHold),
  HASH_CONCURRENCY: z.coerce.number().int().min(1).max(64).optional(),
  SMTP_ALLOWED_HOSTS: commaList(/^[\w.:-]{1,253}$/),
  SMTP_ALLOWED_PORTS: commaList(/^[1-9]\d{0,4}$/),
  METRICS_TOKEN: text,
  ESTIVAL_VERSION: text.default(release),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "silent"]).default("info"),
});

const loopback = new Set(["127.0.0.1", "localhost", "::1", "[::1]"]);

/** Reads the environment into a configuration, or into one list of all its errors. */
export function readConfig(
  env: Record<string, string | undefined>,
): { config: Config } | { problems: string[] } {
  // an empty value counts as no value
  const setVariables = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ""),
  );
  const parsed = environment.safeParse(setVariables);
  if (!parsed.success)
    return { problems: parsed.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.message}`) };
  const variables = parsed.data;
  const origin = new URL(
    variables.PUBLIC_ORIGIN ??
      `http://${variables.HOST.includes(":") ? `[${variables.HOST}]` : variables.HOST}:${variables.PORT}`,
  ).origin;
  const problems =
    variables.ESTIVAL_MODE === "demo"
      ? problemsInDemo(variables, origin)
      : problemsInProduction(variables, origin);
  const oidc = readOidcProviders(setVariables);
  const { captcha, problems: captchaProblems } = readCaptcha(setVariables);
  const { pictureBucket, problems: bucketProblems } = readBucket(setVariables);
  const backupTo = backupPlaceIn(variables.BACKUP_TO, pictureBucket?.bucket);
  problems.push(...oidc.problems, ...captchaProblems, ...bucketProblems);
  // a variable of releases before 0.6.0: an installation that relied on it must not start without the protection that
  // it asked for
  if (setVariables.ADMIN_SECOND_FACTOR === "required")
    problems.push("ADMIN_SECOND_FACTOR is not read any more: demand a second factor on the team's page");
  if (backupTo === "wrong")
    problems.push("BACKUP_TO must be a folder (/srv/backups), s3:// with the name in S3_BUCKET, or off");
  const databaseUrls = addressesIn(variables);
  if (Object.keys(databaseUrls).length > 0 && !databaseUrls.public)
    problems.push("DATABASE_URL is needed beside the addresses of other logins");
  if (problems.length > 0 || backupTo === "wrong") return { problems };
  const others = { databaseUrls, oidcProviders: oidc.providers, captcha, pictureBucket, backupTo };
  return { config: configOf(variables, origin, others) };
}

type OtherSettings = {
  /** The addresses of logins that the operator set; empty with the embedded database. */
  readonly databaseUrls: Partial<LoginUrls>;
  /** Other providers with which people may sign in. */
  readonly oidcProviders: readonly OidcProvider[];
  /**
   * The captcha, checked before accounts are made or emails sent, and after failed logins; null when there is none.
   */
  readonly captcha: CaptchaOptions | null;
  /** The bucket for pictures; null when they are in DATA_DIR. */
  readonly pictureBucket: BucketSettings | null;
  readonly backupTo: BackupPlace;
};

function configOf(variables: Environment, origin: string, others: OtherSettings) {
  return {
    ...others,
    mode: variables.ESTIVAL_MODE,
    host: variables.HOST,
    port: variables.PORT,
    origin,
    trustedProxies: variables.TRUST_PROXY,
    dataDir: variables.DATA_DIR && expandHome(variables.DATA_DIR),
    databaseAdminUrl: variables.DATABASE_ADMIN_URL,
    rolePrefix: variables.DATABASE_ROLE_PREFIX,
    demoPublic: variables.ESTIVAL_DEMO_PUBLIC === "1",
    appSecret: variables.APP_SECRET,
    cardSecretKey: variables.STRIPE_SECRET_KEY,
    cardWebhookSecret: variables.STRIPE_WEBHOOK_SECRET,
    cardApiBase: variables.STRIPE_API_BASE,
    providerRate: variables.PROVIDER_RATE,
    holdMinutes: variables.HOLD_MINUTES,
    hashConcurrency: variables.HASH_CONCURRENCY,
    /** Allowed in mail settings besides public servers: hosts in the operator's own network, and more ports. */
    smtpAllowedHosts: variables.SMTP_ALLOWED_HOSTS,
    smtpAllowedPorts: variables.SMTP_ALLOWED_PORTS.map(Number),
    metricsToken: variables.METRICS_TOKEN,
    /** The version that `/healthz` tells: ESTIVAL_VERSION, which names a build, else the release. */
    version: variables.ESTIVAL_VERSION,
    logLevel: variables.LOG_LEVEL,
  };
}

function expandHome(folder: string): string {
  return folder.replace(/^~(?=\/|$)/, homedir());
}

function backupPlaceIn(named: string | undefined, bucket: string | undefined): BackupPlace | "wrong" {
  if (named === undefined) return undefined;
  if (named === "off") return null;
  if (bucket !== undefined && named.replace(/\/$/, "") === `s3://${bucket}`) return "bucket";
  const folder = expandHome(named);
  return folder.startsWith("/") ? { folder } : "wrong";
}

/** The settings of the database alone, for commands that need nothing else. */
export function readDatabaseConfig(
  env: Record<string, string | undefined>,
): Pick<Config, "databaseUrls" | "rolePrefix"> {
  const loginAddressesSet = Object.fromEntries(
    Object.values(loginVariables).map((name) => [name, env[name] || undefined]),
  );
  const variables = environment.parse({
    ...loginAddressesSet,
    DATABASE_ROLE_PREFIX: env.DATABASE_ROLE_PREFIX || undefined,
  });
  return { databaseUrls: addressesIn(variables), rolePrefix: variables.DATABASE_ROLE_PREFIX };
}

type Environment = z.infer<typeof environment>;

function addressesIn(variables: Environment): Partial<LoginUrls> {
  return Object.fromEntries(
    loginNames.flatMap((name) => {
      const address = variables[loginVariables[name]];
      return address === undefined ? [] : [[name, address]];
    }),
  );
}

function problemsInDemo(variables: Environment, origin: string): string[] {
  const problems: string[] = [];
  if (variables.NODE_ENV === "production")
    problems.push(
      "NODE_ENV=production needs ESTIVAL_MODE=production: demo accounts and a pretend card page must never be taken for real",
    );
  if (/^(sk|rk)_live_/.test(variables.STRIPE_SECRET_KEY ?? ""))
    problems.push("STRIPE_SECRET_KEY moves real money: set ESTIVAL_MODE=production, or use a test key");
  if (variables.STRIPE_SECRET_KEY && !variables.STRIPE_WEBHOOK_SECRET)
    problems.push("STRIPE_WEBHOOK_SECRET is needed beside STRIPE_SECRET_KEY");
  if (variables.ESTIVAL_DEMO_PUBLIC !== "1") {
    if (!loopback.has(variables.HOST))
      problems.push(
        `HOST=${variables.HOST} is open to others: demo mode serves this machine only (ESTIVAL_DEMO_PUBLIC=1 lifts this, with random passwords)`,
      );
    if (variables.PUBLIC_ORIGIN && !loopback.has(new URL(origin).hostname))
      problems.push(
        `PUBLIC_ORIGIN=${origin} is not this machine: demo mode serves this machine only (ESTIVAL_DEMO_PUBLIC=1 lifts this, with random passwords)`,
      );
  }
  return problems;
}

function problemsInProduction(variables: Environment, origin: string): string[] {
  const problems: string[] = [];
  if (!variables.PUBLIC_ORIGIN || !origin.startsWith("https://"))
    problems.push("PUBLIC_ORIGIN must be the https address that people see");
  if (Buffer.byteLength(variables.APP_SECRET ?? "") < 32)
    problems.push("APP_SECRET must be at least 32 bytes, secret and the same in every process");
  if (!variables.STRIPE_SECRET_KEY) problems.push("STRIPE_SECRET_KEY is missing");
  if (!variables.STRIPE_WEBHOOK_SECRET) problems.push("STRIPE_WEBHOOK_SECRET is missing");
  if (!variables.DATABASE_URL && process.getuid?.() === 0)
    problems.push(
      "the embedded database does not run in production as root: set DATABASE_URL, or run as an ordinary user",
    );
  return problems;
}
