import { request as httpRequest } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { webhookSignature } from "#devkit/card-provider/notice-sender.server.ts";
import { phoneKeys } from "#test/support/gate-phone.ts";
import type { HostileForm } from "./hostile-forms.ts";
import type { HostileSite } from "./hostile-site.ts";

export type Answered = {
  readonly status: number;
  readonly type: string;
  readonly location: string | null;
  readonly headers: readonly string[];
  readonly text: string;
};

type Value = HostileForm["fields"][string];
let networks = 0;
const smallPicture = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#38F2C0" } })
  .png()
  .toBuffer();

const phone = phoneKeys();
const enrolled = new WeakSet<HostileSite>();

/** The phone "Proba" of a gate of the night, with the keys that sign here. */
async function enrolPhone(hostile: HostileSite): Promise<void> {
  if (enrolled.has(hostile)) return;
  enrolled.add(hostile);
  await hostile.query(
    `WITH gate AS (INSERT INTO gates (id, event_id, name) VALUES (gen_random_uuid(), $1, 'Proba') RETURNING id)
     INSERT INTO gate_devices (id, gate_id, event_id, name, public_key, invited_by, decides, ends_at)
     SELECT gen_random_uuid(), id, $1, 'Proba', $2, $1, true, now() + interval '16 hours' FROM gate`,
    [hostile.ids.night, phone.key],
  );
}

/** Sends a form with this text in this field, like a program that ignores the rules of a browser's form. */
export async function sendText(
  hostile: HostileSite,
  form: HostileForm,
  field: string | null,
  text: string,
): Promise<Answered | "cannot be sent"> {
  if (form.by === "phone") await enrolPhone(hostile);
  if (form.first) await hostile.ask(form.first);
  const values = new Map<string, Value>();
  for (const [name, value] of Object.entries(form.fields)) {
    const fresh = form.fresh[name]?.();
    values.set(name, fresh ?? (await filled(hostile, value)));
  }
  if (field !== null) values.set(field, Array.isArray(values.get(field)) ? [text] : text);
  const path = hostile.withIds(form.path);
  const headers = {
    // each from a network of its own: these tests are about texts, not limits
    "x-forwarded-for": `2001:db8:${(networks >> 8).toString(16)}:${(networks++ & 255).toString(16)}::1`,
    ...(await hostile.headersOf(form.as)),
  };
  const method = form.method ?? "POST";
  const one = (name: string) => String(values.get(name));
  switch (form.by) {
    case "form":
      return answered(hostile, path, { method, headers, body: new URLSearchParams(listed(values)) });
    case "query":
      return answered(
        hostile,
        `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(listed(values))}`,
        {
          method: path.startsWith("/auth/v1/logout") || path === "/auth/v1/token" ? "POST" : "GET",
          headers,
        },
      );
    case "json":
      return answered(hostile, path, {
        method,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(nested(values)),
      });
    case "phone": {
      const call = path.slice(path.lastIndexOf("/") + 1);
      const what = call === "scan" ? "ask" : call === "log" ? "row" : (call as "enrol" | "beat" | "list");
      const signed = phone.call(what, nested(values), "FSC1:");
      const rows = { device: values.get("device"), rows: [{ seq: values.get("seq"), ...signed }] };
      return answered(hostile, path, {
        method,
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(what === "row" ? rows : signed),
      });
    }
    case "notice": {
      const body = JSON.stringify({
        object: "event",
        created: Math.floor(Date.now() / 1000),
        livemode: false,
        ...nested(values),
      });
      const signature = webhookSignature(body, "whsec_estival_demo", Date.now());
      return answered(hostile, path, {
        method,
        headers: { ...headers, "stripe-signature": signature },
        body,
      });
    }
    case "upload": {
      const body = new FormData();
      for (const [name, value] of listed(values))
        if (name.endsWith("file"))
          body.append(name, new Blob([new Uint8Array(smallPicture)], { type: "image/png" }), value);
        else body.append(name, value);
      return answered(hostile, path, { method, headers, body });
    }
    case "path":
      return answered(hostile, path.replace(":text", encodeURIComponent(one("text").toWellFormed())), {
        headers,
      });
    case "header":
      return withHeader(hostile, path, field ?? "accept", field === null ? "text/html" : text);
  }
}

async function filled(hostile: HostileSite, value: Value): Promise<Value> {
  if (Array.isArray(value)) return value.map((one: string) => hostile.withIds(one));
  if (typeof value !== "string") return value;
  return value.startsWith("=SELECT") ? ((await hostile.ask(value.slice(1))) ?? "") : hostile.withIds(value);
}

function listed(values: ReadonlyMap<string, Value>): [string, string][] {
  return [...values].flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly string[]) : [String(value)]).map((one): [string, string] => [
      name,
      one,
    ]),
  );
}

/** A name with dots is inside an object. Keys are set even where an object treats them specially. */
function nested(values: ReadonlyMap<string, Value>): Record<string, unknown> {
  const whole: Record<string, unknown> = {};
  for (const [name, value] of values) {
    const steps = name.split(".");
    const last = steps.pop() as string;
    let at = whole;
    for (const step of steps) {
      at[step] ??= {};
      at = at[step] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return whole;
}

/**
 * Reads a page again when its limit of renderings lets it, and asks again where the machine was too busy for a connection
 * to the database (503, nothing was done): these tests are about texts, not limits.
 */
export async function fetchInTime(address: string, init: RequestInit): Promise<Response> {
  const response = await fetch(address, init);
  const seconds = Number(response.headers.get("retry-after"));
  const isRead = (init.method ?? "GET") === "GET";
  const mayAskAgain = response.status === 503 || (response.status === 429 && isRead);
  if (!mayAskAgain || !(seconds > 0)) return response;
  await response.body?.cancel();
  await pause(seconds * 1000);
  return fetchInTime(address, init);
}

async function answered(hostile: HostileSite, path: string, init: RequestInit): Promise<Answered> {
  const response = await fetchInTime(`${hostile.site.origin}${path}`, { redirect: "manual", ...init });
  return {
    status: response.status,
    type: response.headers.get("content-type") ?? "",
    location: response.headers.get("location"),
    headers: [...response.headers.keys()],
    text: await response.text(),
  };
}

/** A header contains bytes; no program of ours can send what it may not contain. */
function withHeader(
  hostile: HostileSite,
  path: string,
  name: string,
  text: string,
): Promise<Answered | "cannot be sent"> {
  const value = Buffer.from(text, "utf8").toString("latin1");
  const { port } = new URL(hostile.site.origin);
  return new Promise((resolve, reject) => {
    try {
      const sent = httpRequest(
        { host: "127.0.0.1", port, path, headers: { accept: "text/html", [name]: value }, agent: false },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              type: response.headers["content-type"] ?? "",
              location: response.headers.location ?? null,
              headers: Object.keys(response.headers),
              text: Buffer.concat(parts).toString("utf8"),
            }),
          );
        },
      );
      sent.on("error", reject);
      sent.end();
    } catch (error) {
      if ((error as { code?: string }).code === "ERR_INVALID_CHAR") resolve("cannot be sent");
      else reject(error);
    }
  });
}
