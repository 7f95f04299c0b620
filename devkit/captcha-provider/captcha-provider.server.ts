import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A captcha on this machine that speaks as the real ones do: a script that draws a box into the page, and
 * `/siteverify`, which takes what pressing the box gave once, and only with our secret.
 */
export async function startCaptchaProvider({ siteKey, secret }: { siteKey: string; secret: string }) {
  const given = new Set<string>();
  let mood: "well" | "broken" = "well";
  let origin = "";

  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", origin);
    if (url.pathname === "/api.js") {
      response.writeHead(200, { "content-type": "text/javascript" });
      return response.end(script(origin));
    }
    if (url.pathname === "/press") {
      response.writeHead(200, { "content-type": "text/plain", "access-control-allow-origin": "*" });
      return response.end(give());
    }
    if (url.pathname !== "/siteverify" || request.method !== "POST") {
      response.writeHead(404);
      return response.end();
    }
    const sent = new URLSearchParams(await textOf(request));
    response.writeHead(mood === "well" ? 200 : 503, { "content-type": "application/json" });
    const isOurs = sent.get("secret") === secret && (sent.get("sitekey") ?? siteKey) === siteKey;
    const isGood = given.delete(sent.get("response") ?? "");
    const problem = isOurs ? "timeout-or-duplicate" : "invalid-input-secret";
    return response.end(
      JSON.stringify(isOurs && isGood ? { success: true } : { success: false, "error-codes": [problem] }),
    );
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  function give(): string {
    const token = `dovada-${randomUUID()}`;
    given.add(token);
    return token;
  }

  return {
    origin,
    /** What a person gets who pressed the box. */
    give,
    /** Whether the provider works from now on. */
    is(next: "well" | "broken"): void {
      mood = next;
    },
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

/** Draws a box by the call that both real ones know: `render(place, { sitekey, callback })`. */
function script(origin: string): string {
  return `window.turnstile = window.hcaptcha = {
  render(place, { callback }) {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.setAttribute("aria-label", "Nu sunt robot");
    box.addEventListener("change", async () => callback(await (await fetch("${origin}/press")).text()));
    place.append(box);
    return box;
  },
  reset(box) { box.checked = false; },
};`;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
