import type { CaptchaOptions } from "#platform/captcha/captcha-adapter.server.ts";
import { type CaptchaProvider, captchaProviders } from "#platform/captcha/captcha-widget.ts";
import type { OidcProvider } from "#platform/identity/oidc/oidc-client.server.ts";
import type { BucketSettings } from "#platform/storage/picture-bucket.server.ts";

/** The region for services that have none. */
const usualRegion = "us-east-1";

/** The bucket for pictures, if the environment names one: S3_BUCKET with its address and keys. */
export function readBucket(env: Record<string, string | undefined>): {
  pictureBucket: BucketSettings | null;
  problems: readonly string[];
} {
  const {
    S3_ENDPOINT: endpoint = "",
    S3_BUCKET: bucket = "",
    S3_REGION: region = usualRegion,
    S3_ACCESS_KEY_ID: keyId = "",
    S3_SECRET_ACCESS_KEY: secretKey = "",
  } = env;
  const needed = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: keyId,
    S3_SECRET_ACCESS_KEY: secretKey,
  };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === "" ? [name] : []));
  if (missing.length === Object.keys(needed).length && env.S3_REGION === undefined)
    return { pictureBucket: null, problems: [] };
  const problems = missing.map((name) => `${name} is missing beside the other S3_ values`);
  if (endpoint !== "" && !isAddress(endpoint))
    problems.push("S3_ENDPOINT must be the address of the service alone, such as https://s3.example");
  if (bucket !== "" && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    problems.push("S3_BUCKET is no name of a bucket");
  if (!/^[a-z0-9-]{1,40}$/.test(region)) problems.push("S3_REGION is no name of a region");
  if (/\s/.test(keyId) || /\s/.test(secretKey)) problems.push("the S3_ keys must have no spaces");
  if (problems.length > 0) return { pictureBucket: null, problems };
  return { pictureBucket: { endpoint, bucket, region, keyId, secretKey }, problems };
}

/** Whether a text is an address without a path, a query, or a name and password, which would end up in logs. */
function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    url.href === `${url.origin}/`
  );
}

const parts = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "DOMAINS"] as const;

/**
 * The providers with which people may sign in, from OIDC_{NAME}_ISSUER, _CLIENT_ID, _CLIENT_SECRET and _DOMAINS
 * (optional, separated by commas). Applications name a provider by NAME in lower case.
 */
export function readOidcProviders(env: Record<string, string | undefined>): {
  providers: readonly OidcProvider[];
  problems: readonly string[];
} {
  const problems: string[] = [];
  const names = new Set<string>();
  for (const variable of Object.keys(env).filter((key) => key.startsWith("OIDC_"))) {
    const part = parts.find((one) => variable.endsWith(`_${one}`));
    const name = part === undefined ? "" : variable.slice("OIDC_".length, -part.length - 1);
    if (/^[A-Z][A-Z0-9]{0,30}$/.test(name)) names.add(name);
    else problems.push(`${variable}: write OIDC_{NAME}_${parts.join(" / _")}`);
  }
  const providers = [...names].map((name): OidcProvider => {
    const variableOf = (part: (typeof parts)[number]) => env[`OIDC_${name}_${part}`] ?? "";
    const issuer = variableOf("ISSUER");
    if (!isIssuer(issuer)) problems.push(`OIDC_${name}_ISSUER must be an https address`);
    if (variableOf("CLIENT_ID") === "") problems.push(`OIDC_${name}_CLIENT_ID is missing`);
    if (variableOf("CLIENT_SECRET") === "") problems.push(`OIDC_${name}_CLIENT_SECRET is missing`);
    const domains = variableOf("DOMAINS").toLowerCase().split(",");
    return {
      name: name.toLowerCase(),
      issuer,
      clientId: variableOf("CLIENT_ID"),
      clientSecret: variableOf("CLIENT_SECRET"),
      domains: domains.map((domain) => domain.trim()).filter(Boolean),
    };
  });
  if (names.has("EMAIL") || names.has("CREDENTIAL") || names.has("PHONE"))
    problems.push("OIDC_{NAME}: EMAIL, CREDENTIAL and PHONE are names of our own");
  return { providers, problems };
}

/** Whether an issuer's address is allowed. Plain http only on this machine, for tests. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && hostname === "127.0.0.1");
}

/** The captcha, if the environment names one: CAPTCHA_PROVIDER with CAPTCHA_SITE_KEY and CAPTCHA_SECRET. */
export function readCaptcha(env: Record<string, string | undefined>): {
  captcha: CaptchaOptions | null;
  problems: readonly string[];
} {
  const {
    CAPTCHA_PROVIDER: provider,
    CAPTCHA_SITE_KEY: siteKey = "",
    CAPTCHA_SECRET: secret = "",
    CAPTCHA_API_BASE: apiBase,
  } = env;
  const isNamed = (name: string | undefined): name is CaptchaProvider =>
    captchaProviders.some((known) => known === name);
  if (provider === undefined)
    return siteKey || secret || apiBase
      ? { captcha: null, problems: ["CAPTCHA_PROVIDER is missing beside the other CAPTCHA_ values"] }
      : { captcha: null, problems: [] };
  const problems: string[] = [];
  if (!isNamed(provider)) problems.push(`CAPTCHA_PROVIDER must be ${captchaProviders.join(" or ")}`);
  if (!/^[\w.-]{1,200}$/.test(siteKey)) problems.push("CAPTCHA_SITE_KEY is missing or is none");
  if (secret === "") problems.push("CAPTCHA_SECRET is missing");
  if (apiBase !== undefined && !/^(?:https:\/\/[\w.-]+|http:\/\/127\.0\.0\.1)(?::\d+)?$/.test(apiBase))
    problems.push("CAPTCHA_API_BASE must be an https origin");
  if (problems.length > 0 || !isNamed(provider)) return { captcha: null, problems };
  return { captcha: { provider, siteKey, secret, apiBase }, problems };
}
