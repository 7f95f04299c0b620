import { useRef, useState } from "react";
import type { Phone } from "./phone.ts";
import { isRescueFrame, joinedFrames, type ReadChain, withFrame } from "./rescue-frames.ts";
import { carryUploads, readUploads, sendCarried } from "./rescue-rows.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";

type Said = { readonly title: string; readonly hint: string };

/**
 * Reads another phone's rows out of the codes that it shows, and sends them. `take` says whether a scanned text was one of
 * those codes; `said` is how far it has come.
 */
export function useRescue(phone: Phone): {
  readonly said: Said | null;
  take(text: string): boolean;
  stop(): void;
} {
  const [said, say] = useState<Said | null>(null);
  const read = useRef<ReadChain | null>(null);
  const joined = useRef<string | null>(null);

  const join = async (chain: ReadChain) => {
    const bytes = await joinedFrames(chain);
    const uploads = bytes ? await readUploads(bytes) : [];
    if (uploads.length === 0) return say({ title: texts.rescueReading, hint: texts.rescueBroken });
    joined.current = chain.chain;
    await carryUploads(phone.parts, uploads);
    const count = uploads.reduce((sum, { rows }) => sum + rows.length, 0);
    say({ title: texts.rescueRead(count), hint: texts.rescueReadHint });
    await sendCarried(phone.parts);
  };

  return {
    said,
    take(text) {
      if (!isRescueFrame(text)) return false;
      const chain = withFrame(read.current, text);
      read.current = chain;
      if (!chain || chain.chain === joined.current) return true;
      say({ title: texts.rescueReading, hint: texts.rescueProgress(chain.parts.size, chain.count) });
      if (chain.parts.size === chain.count)
        join(chain).catch(() => say({ title: texts.notWritten, hint: texts.storageFailsHint }));
      return true;
    },
    stop: () => say(null),
  };
}
