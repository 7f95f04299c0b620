import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { expect } from "vitest";

/** What was sent, so that two that differ in nothing but ids, ports and tokens count as one. */
export type RecordedAttack = {
  readonly what: string;
  readonly status: number;
  /** The test that sent it, with what it stands in. */
  readonly test: string;
};

type Sent = {
  readonly method?: string;
  readonly json?: unknown;
  readonly form?: unknown;
  readonly body?: string | Uint8Array;
  readonly headers?: Record<string, string>;
  readonly as?: unknown;
};

/** Notes a request for `npm run catalogue`, which names the file; nothing happens at other times. */
export function recordAttack(path: string, sent: Sent, status: number): void {
  const file = process.env.ATTACK_RECORD;
  if (!file) return;
  const { method, json, form, body, headers, as } = sent;
  const bytes = body === undefined ? null : createHash("sha256").update(body).digest("hex");
  const what = JSON.stringify([
    method ?? null,
    path,
    json ?? null,
    form ?? null,
    bytes,
    headers ?? null,
    Boolean(as),
  ]);
  const test = expect.getState().currentTestName ?? "";
  const line: RecordedAttack = { what: withoutIds(what), status, test };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

function withoutIds(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g, "{id}")
    .replace(/127\.0\.0\.1:\d+/g, "{site}")
    .replace(/\b\d{10,13}\b/g, "{time}")
    .replace(/[A-Za-z0-9_-]{43}\b/g, "{token}");
}
