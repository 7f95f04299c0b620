import type { ReactNode } from "react";
import { nightRefusal } from "#ticketing/gate/admission.ts";
import type { IconName } from "#web/ui/icon.tsx";
import { gateTexts } from "../gate-texts.ts";
import type { Phone } from "./phone.ts";
import { serverNow } from "./phone-clock.ts";
import type { ScanResult } from "./scan-result.ts";
import { Foot, ScannerMessage } from "./scanner-frame.tsx";
import { scannerTexts as texts } from "./scanner-texts.ts";

/** Makes the camera read codes for a tool, until the tool or somebody stops it. */
export type CameraTask = {
  readonly title: string;
  readonly hint: string;
  /** False for a tool that waits for another code than a ticket's. */
  readonly readsTickets?: false;
  /** `scan`: scans the code as if there were no tool. */
  readonly onCode: (text: string, takenAt: number, scan: () => void) => void | Promise<void>;
};

export type ToolScreenProps = {
  phone: Phone;
  /** Shows the camera and gives the tool what it reads, until `read(null)`. */
  read: (wish: CameraTask | null) => void;
  /** Shows the whole-screen answer to the tool's scan. */
  showResult: (result: ScanResult, takenAt?: number) => void;
  onTools: () => void;
  onScan: () => void;
};

export type Tool = {
  readonly name: string;
  readonly icon: IconName;
  readonly title: string;
  readonly hint: (phone: Phone) => string;
  /** Whether this phone has the tool; without it, every phone has it. */
  readonly isFor?: (phone: Phone) => boolean;
  readonly Screen: (props: ToolScreenProps) => ReactNode;
};

/** The way back to the camera, at the bottom of a tool. */
export function BackToScan({ onScan, isMain = true }: { onScan: () => void; isMain?: boolean }) {
  return <Foot text={texts.scan} icon="camera" look={isMain ? "main" : "second"} onPress={onScan} />;
}

/** Why the night lets in nobody at this time, with or without a ticket, in words; null when it does. */
export function whyNightOff({ parts }: Phone): { title: string; hint: string } | null {
  const { head } = parts.list();
  const refusal = nightRefusal(head, new Date(serverNow(parts)));
  return refusal && { title: gateTexts.what[refusal], hint: gateTexts.adviceOf(refusal, head?.night) };
}

type NightOffProps = { off: NonNullable<ReturnType<typeof whyNightOff>>; onScan: () => void };

/** Stands for a tool that lets people in or sells, while the night lets in nobody. */
export function NightOff({ off, onScan }: NightOffProps) {
  return <ScannerMessage {...off} isAlert foot={<BackToScan onScan={onScan} />} />;
}
