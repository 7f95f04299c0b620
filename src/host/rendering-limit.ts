import { createMinuteLimit } from "#kernel/minute-limit.ts";
import { addressBucket } from "#kernel/network-address.ts";
import { limits } from "#ticketing/limits.ts";
import type { Visitor } from "#web/request/who-asks.server.ts";

export type RenderingLimit = {
  /** Renders for whoever asks, or says how many seconds to wait. */
  render<Made>(
    who: { readonly visitor: Visitor; readonly address: string },
    make: () => Promise<Made>,
  ): Promise<{ readonly made: Made } | { readonly wait: number }>;
};

/**
 * How many pages are rendered for one account, or for one network of people who are not signed in: in a minute, and at
 * once. What is kept is sent without being counted.
 */
export function createRenderingLimit(): RenderingLimit {
  const clock = () => performance.now();
  const perAccount = createMinuteLimit(limits.renderingsPerAccountAndMinute, clock);
  const perAddress = createMinuteLimit(limits.renderingsPerAddressAndMinute, clock);
  const underWay = new Map<string, number>();
  return {
    async render({ visitor, address }, make) {
      const isPerson = visitor.kind === "person";
      const key = isPerson ? visitor.userId : addressBucket(address);
      const begun = underWay.get(key) ?? 0;
      if (begun >= limits.renderingsAtOnce) return { wait: 1 };
      const wait = (isPerson ? perAccount : perAddress).waitFor(key);
      if (wait > 0) return { wait };
      underWay.set(key, begun + 1);
      try {
        return { made: await make() };
      } finally {
        const left = (underWay.get(key) ?? 1) - 1;
        if (left === 0) underWay.delete(key);
        else underWay.set(key, left);
      }
    },
  };
}
