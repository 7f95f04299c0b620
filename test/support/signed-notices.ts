import { signatureHeader } from "#devkit/card-provider/notice-sender.server.ts";
import { testKeys } from "#devkit/card-provider/provider-in-test.ts";
import type { OrderServices } from "#ticketing/orders/hold-desk.server.ts";
import { processNotice } from "#ticketing/orders/process-notice.server.ts";
import { receiveNotice } from "#ticketing/orders/receive-notice.server.ts";

export type Notice = {
  readonly id: string;
  readonly type: string;
  readonly object: { readonly id: string; readonly object: string } & Record<string, unknown>;
  readonly livemode?: boolean;
};

/** A notice as the provider sends it: its bytes and its signature. */
export function signedNotice({ id, type, object, livemode = false }: Notice) {
  const now = Date.now();
  const created = Math.floor(now / 1000);
  const body = JSON.stringify({ id, object: "event", type, created, livemode, data: { object } });
  return { body: Buffer.from(body), signature: signatureHeader(body, testKeys.webhookSecret, now) };
}

/** As the webhook does it: the notice is taken in, and if it is new, looked at. */
export async function deliverNotice(site: OrderServices, notice: Notice): Promise<{ isNew: boolean }> {
  const received = await receiveNotice(site, signedNotice(notice));
  if (!received.ok) throw new Error(`a signed notice was refused: ${received.refusal.reason}`);
  const { lease } = received.value;
  if (lease) await processNotice(site, lease);
  return { isNew: lease !== null };
}
