import { randomUUID } from "node:crypto";
import { openLoopbackServer } from "#devkit/loopback-server.ts";

/**
 * A captcha on this machine that speaks as the real ones do: a script that draws a box into the page, and
 * `/siteverify`, which takes what pressing the box gave once, and only with our secret.
 */
export async function startCaptchaProvider({ siteKey, secret }: { siteKey: string; secret: string }) {
  const given = new Set<string>();
  let mood: "well" | "broken" = "well";

  const { origin, close } = await openLoopbackServer(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/api.js")
      return new Response(script(origin), { headers: { "content-type": "text/javascript" } });
    if (pathname === "/click")
      return new Response(give(), { headers: { "access-control-allow-origin": "*" } });
    if (pathname !== "/siteverify" || request.method !== "POST") return new Response(null, { status: 404 });
    const sent = new URLSearchParams(await request.text());
    const isOurs = sent.get("secret") === secret && (sent.get("sitekey") ?? siteKey) === siteKey;
    const isGood = given.delete(sent.get("response") ?? "");
    const problem = isOurs ? "timeout-or-duplicate" : "invalid-input-secret";
    return Response.json(
      isOurs && isGood ? { success: true } : { success: false, "error-codes": [problem] },
      { status: mood === "well" ? 200 : 503 },
    );
  });

  function give(): string {
    const token = `dovada-${randomUUID()}`;
    given.add(token);
    return token;
  }

  return {
    origin,
    /** What a person gets who clicked the box. */
    give,
    /** Whether the provider works from now on. */
    is(next: "well" | "broken"): void {
      mood = next;
    },
    close,
  };
}

/** Draws a box by the call that both real ones know: `render(place, { sitekey, callback })`. */
function script(origin: string): string {
  return `window.turnstile = window.hcaptcha = {
  render(place, { callback }) {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.setAttribute("aria-label", "Nu sunt robot");
    box.addEventListener("change", async () => callback(await (await fetch("${origin}/click")).text()));
    place.append(box);
    return box;
  },
  reset(box) { box.checked = false; },
};`;
}
