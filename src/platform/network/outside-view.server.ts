import { Resolver } from "node:dns/promises";
import { get } from "node:https";
import type { TLSSocket } from "node:tls";

/** TXT records of a name; empty when the name has none, null when the name service does not answer. */
export type Texts = readonly string[] | null;

/** How the site answers from outside. `failed`: no secure connection; the reason is Node's error code. */
export type SiteAnswer =
  | {
      readonly kind: "answered";
      readonly isWell: boolean;
      readonly status: number;
      readonly certificateEnds: Date;
    }
  | { readonly kind: "failed"; readonly code: string };

/** How others see this site: its names in DNS, and its own address. Neither call rejects. */
export type OutsideView = {
  textsOf(name: string): Promise<Texts>;
  site(origin: string): Promise<SiteAnswer>;
};

const noRecordCodes = new Set(["ENODATA", "ENOTFOUND"]);
const timeoutMs = 5000;

export const outsideView: OutsideView = {
  async textsOf(name) {
    try {
      const records = await new Resolver({ timeout: timeoutMs / 2, tries: 1 }).resolveTxt(name);
      return records.map((parts) => parts.join(""));
    } catch (error) {
      return noRecordCodes.has((error as NodeJS.ErrnoException).code ?? "") ? [] : null;
    }
  },
  site: (origin) =>
    new Promise((resolve) => {
      const fail = (error: NodeJS.ErrnoException) =>
        resolve({ kind: "failed", code: error.code ?? error.message });
      const options = { agent: false, signal: AbortSignal.timeout(timeoutMs) };
      const request = get(new URL("/healthz", origin), options, (answer) => {
        const certificateEnds = new Date((answer.socket as TLSSocket).getPeerCertificate().valid_to);
        let body = "";
        answer.setEncoding("utf8").on("data", (part: string) => {
          body = (body + part).slice(0, 1000);
        });
        answer.on("error", fail).on("end", () => {
          const status = answer.statusCode ?? 0;
          resolve({ kind: "answered", isWell: body.includes('"status":"ok"'), status, certificateEnds });
        });
      });
      request.on("error", fail);
    }),
};
