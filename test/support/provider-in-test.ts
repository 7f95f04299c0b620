import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type CardProviderOptions, createCardProvider } from "#devkit/card-provider/card-provider.server.ts";
import { openLoopbackServer } from "#devkit/loopback-server.ts";

export const testKeys = { secretKey: "sk_test_estival", webhookSecret: "whsec_estival" };

/** A folder of its own, gone afterwards. */
export function temporaryFolder(): { file: (name: string) => string; remove: () => void } {
  const folder = mkdtempSync(path.join(tmpdir(), "card-provider-"));
  return {
    file: (name) => path.join(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** A provider on a free port, with its own memory. */
export async function startProviderInTest(options: Partial<CardProviderOptions> = {}) {
  const folder = temporaryFolder();
  const provider = createCardProvider({
    ...testKeys,
    stateFile: folder.file("provider.sqlite"),
    notifyUrl: null,
    ...options,
  });
  const addresses = await provider.listen(0);
  return {
    ...provider,
    ...addresses,
    close: async () => {
      await provider.close();
      folder.remove();
    },
  };
}

export type ReceivedNotice = { body: Buffer; signature: string; event: { id: string; type: string } };

/** Listens for notices; `answer` decides the status of each. */
export async function startNoticeListener(answer: (seen: number) => number = () => 200) {
  const received: ReceivedNotice[] = [];
  const { origin, close } = await openLoopbackServer(async (request) => {
    const body = Buffer.from(await request.arrayBuffer());
    const signature = String(request.headers.get("stripe-signature"));
    received.push({ body, signature, event: JSON.parse(body.toString()) });
    return new Response(null, { status: answer(received.length) });
  });
  return {
    url: `${origin}/webhooks/stripe`,
    received,
    types: () => received.map(({ event }) => event.type),
    async until(count: number): Promise<void> {
      for (let tries = 0; received.length < count; tries += 1) {
        if (tries > 500) throw new Error(`${received.length} of ${count} notices came`);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    close,
  };
}
