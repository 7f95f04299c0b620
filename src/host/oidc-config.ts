import type { OidcProvider } from "#platform/identity/oidc/oidc-client.server.ts";

const parts = ["ISSUER", "CLIENT_ID", "CLIENT_SECRET", "DOMAINS"] as const;

/**
 * The providers with which people may sign in, from OIDC_{NAME}_ISSUER, _CLIENT_ID, _CLIENT_SECRET and _DOMAINS (a list
 * with commas, optional). Applications name a provider by NAME in lower case.
 */
export function readOidcProviders(env: Record<string, string | undefined>): {
  providers: readonly OidcProvider[];
  wrong: readonly string[];
} {
  const wrong: string[] = [];
  const names = new Set<string>();
  for (const variable of Object.keys(env).filter((key) => key.startsWith("OIDC_"))) {
    const part = parts.find((one) => variable.endsWith(`_${one}`));
    const name = part === undefined ? "" : variable.slice("OIDC_".length, -part.length - 1);
    if (/^[A-Z][A-Z0-9]{0,30}$/.test(name)) names.add(name);
    else wrong.push(`${variable}: write OIDC_{NAME}_${parts.join(" / _")}`);
  }
  const providers = [...names].map((name): OidcProvider => {
    const read = (part: (typeof parts)[number]) => env[`OIDC_${name}_${part}`] ?? "";
    const issuer = read("ISSUER");
    if (!isIssuer(issuer)) wrong.push(`OIDC_${name}_ISSUER must be an https address`);
    if (read("CLIENT_ID") === "") wrong.push(`OIDC_${name}_CLIENT_ID is missing`);
    if (read("CLIENT_SECRET") === "") wrong.push(`OIDC_${name}_CLIENT_SECRET is missing`);
    const domains = read("DOMAINS").toLowerCase().split(",");
    return {
      name: name.toLowerCase(),
      issuer,
      clientId: read("CLIENT_ID"),
      clientSecret: read("CLIENT_SECRET"),
      domains: domains.map((domain) => domain.trim()).filter(Boolean),
    };
  });
  if (names.has("EMAIL") || names.has("CREDENTIAL") || names.has("PHONE"))
    wrong.push("OIDC_{NAME}: EMAIL, CREDENTIAL and PHONE are names of our own");
  return { providers, wrong };
}

/** Plain http only on this machine, for tests. */
function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || (protocol === "http:" && hostname === "127.0.0.1");
}
