import { spawn } from "node:child_process";
import { done, type Outcome, refused } from "#kernel/outcome.ts";
import type { PictureKind } from "./picture-format.ts";

export type DrawRefusal = {
  readonly reason: "unreadable" | "too_many_pixels" | "too_small" | "too_narrow" | "too_hard" | "busy";
};

/** A re-encoded picture. It has no byte of the upload and no metadata. */
export type DrawnPicture = {
  readonly kind: PictureKind;
  readonly width: number;
  readonly height: number;
  /** The most frequent colour. */
  readonly colour: readonly [red: number, green: number, blue: number];
  readonly bytes: Buffer;
  /** The same picture in WebP, the narrowest first. */
  readonly variants: readonly { readonly width: number; readonly bytes: Buffer }[];
};

/** The line of JSON that the program writes before the bytes of its files. */
export type DrawnHeader = Omit<DrawnPicture, "bytes" | "variants"> & {
  readonly originalLength: number;
  readonly variants: readonly { readonly width: number; readonly length: number }[];
};

export type ImageConverter = {
  /**
   * Re-encodes an uploaded picture, upright, at most 2560 px wide and 16383 px high. Refuses: a file that cannot be
   * read (`unreadable`), more than 40 megapixels, a side below 16 px (as sent or as scaled), too much memory or time
   * (`too_hard`), and any picture while too many wait.
   */
  draw(bytes: Uint8Array): Promise<Outcome<DrawnPicture, DrawRefusal>>;
};

type ImageConverterOptions = {
  /** `re-encode-process.server.ts`, which runs as a process of its own. */
  readonly program: string;
  /** Bytes of memory that the program may use for its data. */
  readonly memory?: number;
  readonly timeoutMs?: number;
  /** The most pictures that may wait while one is processed. */
  readonly waiting?: number;
};

/**
 * Re-encodes one picture at a time, each in its own process. The kernel limits its memory (a limit on the JavaScript
 * heap would not bind the decoder). An exploited decoder ends with its process.
 */
export function openImageConverter({
  program,
  memory = 1024 * 1024 * 1024,
  timeoutMs = 30_000,
  waiting = 8,
}: ImageConverterOptions): ImageConverter {
  let previousPicture: Promise<unknown> = Promise.resolve();
  let picturesInLine = 0;

  async function drawOne(bytes: Uint8Array): Promise<Outcome<DrawnPicture, DrawRefusal>> {
    const limit = `ulimit -d ${Math.ceil(memory / 1024)} && exec nice -n 15 "$0" "$@"`;
    const child = spawn(
      "/bin/sh",
      [
        "-c",
        limit,
        process.execPath,
        "--max-old-space-size=96",
        "--v8-pool-size=1",
        "--disable-warning=ExperimentalWarning",
        program,
      ],
      {
        stdio: ["pipe", "pipe", "ignore"],
        env: { PATH: process.env.PATH, UV_THREADPOOL_SIZE: "2", MALLOC_ARENA_MAX: "2" },
        timeout: timeoutMs,
        killSignal: "SIGKILL",
      },
    );
    // The program may end before it has read everything; that is not an error here.
    child.stdin.on("error", () => {});
    child.stdin.end(bytes);
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    return code === 0 ? readAnswer(Buffer.concat(chunks)) : refused({ reason: "too_hard" });
  }

  return {
    async draw(bytes) {
      if (picturesInLine > waiting) return refused({ reason: "busy" });
      picturesInLine += 1;
      const drawing = previousPicture.then(() => drawOne(bytes));
      previousPicture = drawing.catch(() => {});
      try {
        return await drawing;
      } finally {
        picturesInLine -= 1;
      }
    },
  };
}

function readAnswer(answer: Buffer): Outcome<DrawnPicture, DrawRefusal> {
  const end = answer.indexOf(10);
  const header = JSON.parse(answer.toString("utf8", 0, end)) as DrawnHeader | DrawRefusal;
  if ("reason" in header) return refused({ reason: header.reason });
  let offset = end + 1;
  const take = (length: number) => {
    offset += length;
    return answer.subarray(offset - length, offset);
  };
  const { kind, width, height, colour } = header;
  const bytes = take(header.originalLength);
  const variants = header.variants.map((one) => ({ width: one.width, bytes: take(one.length) }));
  return done({ kind, width, height, colour, bytes, variants });
}
