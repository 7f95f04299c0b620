/** Browsers of the system, driven by what they bring themselves: Firefox by WebDriver BiDi, WebKitGTK by its WebDriver. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { freePort } from "#test/support/site.ts";

export type OutsideBrowser = {
  open(url: string): Promise<void>;
  /** Runs the body of a function in the page, and resolves to what it returns. */
  run<T>(body: string): Promise<T>;
  close(): Promise<void>;
};

type Opener = () => Promise<OutsideBrowser>;

/** The browsers that are installed, and the names of the others. */
export function outsideBrowsers(): {
  readonly found: [name: string, open: Opener][];
  readonly missing: string[];
} {
  const webKit = miniBrowser();
  const all: [string, Opener | undefined][] = [
    ["Firefox ESR", existsSync("/usr/bin/firefox-esr") ? openFirefox : undefined],
    [
      "WebKitGTK",
      webKit && existsSync("/usr/bin/WebKitWebDriver") && existsSync("/usr/bin/Xvfb")
        ? () => openWebKit(webKit)
        : undefined,
    ],
  ];
  const found = all.filter((one): one is [string, Opener] => one[1] !== undefined);
  return { found, missing: all.filter(([, open]) => !open).map(([name]) => name) };
}

async function openFirefox(): Promise<OutsideBrowser> {
  const profile = mkdtempSync(join(tmpdir(), "estival-firefox-"));
  const program = spawn(
    "/usr/bin/firefox-esr",
    ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
    { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: profile } },
  );
  const address = await lineOf(program.stderr, /WebDriver BiDi listening on (ws:\S+)/);
  const socket = new WebSocket(`${address}/session`);
  await once(socket, "open");
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener("message", ({ data }) => {
    const answer = JSON.parse(data);
    const asked = waiting.get(answer.id);
    if (answer.type === "error") asked?.reject(new Error(`${answer.error}: ${answer.message}`));
    else asked?.resolve(answer.result);
  });
  let last = 0;
  const send = (method: string, params: object) => {
    last += 1;
    const asked = Promise.withResolvers<unknown>();
    waiting.set(last, asked);
    socket.send(JSON.stringify({ id: last, method, params }));
    return asked.promise;
  };
  await send("session.new", { capabilities: {} });
  const { contexts } = (await send("browsingContext.getTree", {})) as { contexts: { context: string }[] };
  const context = contexts[0]?.context;
  return {
    open: async (url) => void (await send("browsingContext.navigate", { context, url, wait: "complete" })),
    run: async (body) => {
      const expression = `JSON.stringify((() => { ${body} })() ?? null)`;
      const said = (await send("script.evaluate", {
        expression,
        target: { context },
        awaitPromise: false,
      })) as {
        result?: { value: string };
        exceptionDetails?: { text: string };
      };
      if (!said.result) throw new Error(said.exceptionDetails?.text);
      return JSON.parse(said.result.value);
    },
    close: async () => {
      socket.close();
      await end(program);
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

function miniBrowser(): string | undefined {
  const libraries = "/usr/lib/x86_64-linux-gnu";
  if (!existsSync(libraries)) return undefined;
  return readdirSync(libraries)
    .filter((name) => name.startsWith("webkit2gtk-"))
    .map((name) => join(libraries, name, "MiniBrowser"))
    .find((path) => existsSync(path));
}

async function openWebKit(binary: string): Promise<OutsideBrowser> {
  const screen = spawn(
    "/usr/bin/Xvfb",
    ["-displayfd", "3", "-screen", "0", "1280x1024x24", "-nolisten", "tcp"],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    },
  );
  const display = `:${await lineOf(screen.stdio[3] as Readable, /^(\d+)$/)}`;
  const port = await freePort();
  const driver = spawn("/usr/bin/WebKitWebDriver", [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: display, WEBKIT_DISABLE_COMPOSITING_MODE: "1" },
  });
  const ask = async (path: string, body: object, method = "POST") => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === "POST" ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await answer.json()) as {
      value: { sessionId?: string; message?: string } | string | null;
    };
    if (!answer.ok) throw new Error(`WebKitGTK: ${JSON.stringify(value)}`);
    return value;
  };
  const capabilities = { alwaysMatch: { "webkitgtk:browserOptions": { binary, args: ["--automation"] } } };
  const begin = async () => {
    for (let left = 100; ; left -= 1)
      try {
        return await ask("/session", { capabilities });
      } catch (error) {
        if (left === 0 || !(error instanceof TypeError)) throw error;
        await pause(50);
      }
  };
  const { sessionId } = (await begin()) as { sessionId: string };
  const session = `/session/${sessionId}`;
  return {
    open: async (url) => void (await ask(`${session}/url`, { url })),
    run: async (body) => {
      const script = `return JSON.stringify((() => { ${body} })() ?? null)`;
      return JSON.parse((await ask(`${session}/execute/sync`, { script, args: [] })) as string);
    },
    close: async () => {
      await ask(session, {}, "DELETE");
      await end(driver);
      await end(screen);
    },
  };
}

async function lineOf(stream: Readable, wanted: RegExp): Promise<string> {
  for await (const line of createInterface(stream)) {
    const found = wanted.exec(line)?.[1];
    if (found !== undefined) {
      stream.resume();
      return found;
    }
  }
  throw new Error(`it ended before it said ${wanted}`);
}

async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  program.kill("SIGTERM");
  await once(program, "exit");
}
