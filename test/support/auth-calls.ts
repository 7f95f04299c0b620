import { Hono } from "hono";
import { createAuthService } from "#host/auth-service.ts";
import { createFunctions } from "#host/functions.ts";
import { createRenderingLimit } from "#host/rendering-limit.ts";
import { openLog } from "#platform/log/log.server.ts";
import type { SiteServices } from "#web/request/site-services.ts";
import { goodPassword, siteOrigin, type testAccounts } from "./accounts.ts";

export type Call = { body?: unknown; token?: string; method?: string; headers?: Record<string, string> };

/** The calls of /auth/v1 and of /functions/v1 over these accounts, without the pipeline before them. */
export function authCalls(
  { identity, keys, database, ...accounts }: Awaited<ReturnType<typeof testAccounts>>,
  { tokens = accounts.tokens, ...more }: Partial<SiteServices> = {},
) {
  const service = new Hono<{ Variables: { address: string } }>();
  service.use(async (c, next) => {
    c.set("address", "203.0.113.8");
    await next();
  });
  const log = openLog("silent");
  const site = { tokens, identity, keys, database, origin: siteOrigin, log, ...more } as SiteServices;
  service.route("/functions", createFunctions(site, createRenderingLimit()));
  service.route("/", createAuthService(site));

  async function call(path: string, { body, token, method, headers }: Call = {}) {
    const answer = await service.request(path, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        "content-type": "application/json;charset=UTF-8",
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.startsWith("application/json");
    return {
      status: answer.status,
      headers: answer.headers,
      location: answer.headers.get("location"),
      body: isJson && text !== "" ? JSON.parse(text) : null,
    };
  }
  return {
    call,
    /** The session of the specification, or the error. */
    signIn: async (email: string, password = goodPassword) =>
      (await call("/token?grant_type=password", { body: { email, password } })).body,
  };
}

export const refusal = (status: number, error_code: string, msg: string) => ({
  status,
  body: { code: status, error_code, msg },
});
