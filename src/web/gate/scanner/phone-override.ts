import type { OverrideReason, UndoReason } from "#ticketing/gate/door-words.ts";
import { isNightOff } from "#ticketing/gate/gate-list.ts";
import type { ChiefProof } from "#ticketing/gate/gate-row-form.ts";
import { noteUsedCode, readChiefCode, signChiefProof, writeAsChief } from "./chief-code.ts";
import type { Phone } from "./phone.ts";
import { readOurs } from "./phone-guests.ts";
import type { PhoneParts } from "./phone-parts.ts";
import { readTyped } from "./phone-scan.ts";
import { isUndoable, mayOverride, type ScanResult } from "./scan-result.ts";
import { scannerTexts as texts } from "./scanner-texts.ts";
import type { CameraTask } from "./scanner-tool.tsx";

type OverrideGrounds = { readonly reason: OverrideReason; readonly proof: ChiefProof };

/** Lets in one person whom this result refuses, with the chief's proof; works without network. */
export function overrideResult(
  { parts }: { readonly parts: PhoneParts },
  result: ScanResult,
  { reason, proof }: OverrideGrounds,
): Promise<ScanResult> {
  return parts.inTurn(async () => {
    if (isNightOff(parts.list().head)) return { ...result, seq: null, answer: { verdict: "cancelled" } };
    const scanned = mayOverride(result)
      ? ((await readOurs(parts, result.qr)) ?? (await readTyped(result.qr)))
      : undefined;
    if (!scanned) return { ...result, seq: null, answer: { verdict: "invalid" } };
    const { code, key, typed } = scanned;
    const guest = "guest" in scanned ? scanned.guest : null;
    const row = guest ? ({ kind: "guest", guest } as const) : ({ kind: "admit", code } as const);
    // a guest's name is stored nowhere
    const shown = guest ? { typeName: texts.guest } : { typeName: result.typeName, qr: typed ?? result.qr };
    try {
      const kept = { key: key ?? "", ...shown };
      const seq = await writeAsChief(parts, { ...row, entries: 1, reason }, proof, kept);
      if (seq === null) return { ...result, seq, answer: { verdict: "chief_used" } };
      // only the server can check a typed code
      if (result.answer.verdict === "no_network")
        return { ...result, seq, answer: { verdict: "unchecked", asksAge: parts.asksAge() } };
      // the phone may not know how many entries are left, so the answer does not show it
      return {
        ...result,
        seq,
        entriesTotal: null,
        answer: { verdict: "admitted", entries: 1, left: 0, asksAge: parts.asksAge() },
      };
    } catch {
      return { ...result, seq: null, answer: { verdict: "not_written" } };
    }
  });
}

/** Undoes an entry of this phone, also after `durations.undo`. False: undone before, or the chief's code was used. */
export function undoAsChief(
  { parts }: { readonly parts: PhoneParts },
  seq: number,
  { reason, proof }: { readonly reason: UndoReason; readonly proof: ChiefProof },
): Promise<boolean> {
  return parts.inTurn(async () => {
    const undone = parts.rows.find((row) => row.seq === seq)?.shown;
    if (!undone || !isUndoable(parts.rows, seq)) return false;
    const undoes = { device: parts.enrolled.device, seq };
    return (await writeAsChief(parts, { kind: "undo", undoes, reason }, proof, { key: undone.key })) !== null;
  });
}

type ChiefProofRequest = {
  readonly title: string;
  /** The code of the refused ticket, which may still be in view. */
  readonly refused?: string;
  readonly read: (wish: CameraTask | null) => void;
  readonly use: (proof: ChiefProof) => Promise<void>;
};

/**
 * Gets the chief's proof: on the chief's own phone at once, on another phone from the code that the camera reads. Any
 * ticket but the refused one ends the waiting and is scanned.
 */
export async function askChief({ parts }: Pick<Phone, "parts">, request: ChiefProofRequest): Promise<void> {
  const { title, refused, read, use } = request;
  if (parts.enrolled.isChief) return use(await signChiefProof(parts));
  const cameraTask = (hint: string): CameraTask => ({
    title,
    hint,
    readsTickets: false,
    onCode: async (code, _takenAt, scan) => {
      if (code === refused) return;
      if (await readOurs(parts, code)) {
        read(null);
        return scan();
      }
      const found = await readChiefCode(parts, code);
      if (found.kind === "used") await parts.inTurn(() => noteUsedCode(parts, found.proof));
      if (found.kind !== "chief") return read(cameraTask(texts.chiefNot[found.kind]));
      read(null);
      await use(found.proof);
    },
  });
  read(cameraTask(texts.chiefShowsHint));
}
