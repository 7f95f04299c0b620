import { type RefObject, useEffect, useRef, useState } from "react";
import { limits } from "#ticketing/limits.ts";
import type { PictureFolder } from "#ticketing/pictures/picture.ts";
import { pictureTexts } from "./picture-texts.ts";

/** A stored picture, as the server describes it. */
export type UploadPreview = {
  url: string;
  sources: { url: string; width: number }[];
  width: number;
  height: number;
  altText: string;
  /** Whether the picture itself contains the title. */
  hasTitle: boolean;
};

export type UploadState =
  | { kind: "idle" }
  | { kind: "stopped" }
  | { kind: "sending"; fileName: string; sent: number; whole: number }
  | { kind: "failed"; sentence: string };

type Upload = { state: UploadState; send: (file: File, altText: string) => void; stop: () => void };

/**
 * Uploads one picture and reports the progress, which only XMLHttpRequest can. `onDone` gets the stored picture and
 * the server's message. Another file, `stop` or leaving the page ends a running upload. A lost connection is tried
 * once more.
 */
export function usePictureUpload(
  folder: PictureFolder,
  onDone: (picture: UploadPreview, message: string) => void,
  onFailed: (message: string) => void,
): Upload {
  const [state, setState] = useState<UploadState>({ kind: "idle" });
  const running = useRef<XMLHttpRequest | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  function fail(sentence: string, message: string): void {
    setState({ kind: "failed", sentence });
    if (message) onFailed(message);
  }

  function send(file: File, altText: string): void {
    running.current?.abort();
    if (file.size > limits.uploadBytes) {
      fail(pictureTexts.tooLarge, "");
      return;
    }
    sendOnce(file, altText, crypto.randomUUID(), "retry");
  }

  /** A retry sends the same key, so a picture whose answer was lost is not stored twice. */
  function sendOnce(file: File, altText: string, key: string, ifLost: "retry" | "report"): void {
    const request = new XMLHttpRequest();
    running.current = request;
    setState({ kind: "sending", fileName: file.name, sent: 0, whole: file.size });
    request.upload.onprogress = ({ loaded }) =>
      setState({ kind: "sending", fileName: file.name, sent: Math.min(loaded, file.size), whole: file.size });
    request.onerror = () =>
      ifLost === "retry" ? sendOnce(file, altText, key, "report") : fail(pictureTexts.lost, "");
    request.onload = () => {
      const answer = readAnswer(request.responseText);
      if (request.status === 200 && answer.picture) {
        setState({ kind: "idle" });
        onDone(answer.picture, answer.message ?? "");
      } else
        fail([answer.error, answer.why].filter(Boolean).join(". ") || pictureTexts.lost, answer.error ?? "");
    };
    const form = new FormData();
    form.set("alt_text", altText);
    form.set("file", file);
    request.open("POST", `/admin/pictures/${folder}`);
    request.setRequestHeader("idempotency-key", key);
    request.send(form);
  }

  return {
    state,
    send,
    stop() {
      running.current?.abort();
      setState({ kind: "stopped" });
    },
  };
}

/**
 * Holds back a submit of the form while a picture is uploading, and sends it once the picture is stored. A failed or
 * stopped upload sends nothing. It listens on the form itself, before React does, so the form needs no code for it.
 * Returns whether a submit is waiting.
 */
export function useHeldSubmit(field: RefObject<HTMLInputElement | null>, state: UploadState): boolean {
  const [held, setHeld] = useState<{ submitter: HTMLElement | null } | null>(null);
  const { kind } = state;
  useEffect(() => {
    const form = field.current?.form;
    if (!form) return;
    if (kind !== "sending") {
      if (kind === "idle" && held) form.requestSubmit(held.submitter);
      setHeld(null);
      return;
    }
    const hold = (submit: SubmitEvent) => {
      submit.preventDefault();
      submit.stopPropagation();
      setHeld({ submitter: submit.submitter });
    };
    form.addEventListener("submit", hold);
    return () => form.removeEventListener("submit", hold);
  }, [field, kind, held]);
  return held !== null;
}

type Answer = { picture?: UploadPreview; message?: string; error?: string; why?: string };

function readAnswer(text: string): Answer {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return {};
  }
}
