import { expect, it } from "vitest";
import { newId } from "#kernel/id.ts";
import { textOf, trackedFiles } from "#test/support/import-graph.ts";
import { deviceCookie, readDevice } from "../gate/gates/chief.server.ts";
import {
  readRoomCookie,
  readSecondStep,
  readSessionCookie,
  roomCookie,
  secondStepCookie,
  sessionCookie,
} from "./cookies.server.ts";
import { flashCookie, readFlash } from "./flash.server.ts";
import { cookieLine, cookieName, endedCookie, readCookie } from "./own-cookie.server.ts";

const https = "https://estival.example";
const http = "http://127.0.0.1:3000";
const token = "a".repeat(43);
const id = newId();
const flash = { kind: "success", text: "Gata" } as const;
const asking = (cookie: string) => new Request(https, { headers: { cookie } });

const lines = (origin: string) => [
  sessionCookie(token, origin),
  endedCookie("session", origin),
  flashCookie(flash, origin),
  endedCookie("flash", origin),
  secondStepCookie(token, origin),
  endedCookie("second-step", origin),
  deviceCookie(id, origin),
  roomCookie(id, origin),
];

it("no cookie of ours can be set by a subdomain, over http or for a part of the site", () => {
  for (const line of lines(https)) {
    expect(line).toMatch(
      /^__Host-[\w-]+=[^;]*; Path=\/; Max-Age=\d+; HttpOnly; SameSite=(?:Lax|Strict); Secure$/,
    );
  }
  for (const line of lines(http)) expect(line).toMatch(/^(?!__Host-)[\w-]+=[^;]*; Path=\/;.*SameSite=\w+$/);
});

it("over https a cookie without the prefix is ignored", () => {
  const value = encodeURIComponent(JSON.stringify(["success", "Gata"]));
  for (const prefix of ["", "__Secure-", "__host-", "x__Host-"]) {
    expect(readSessionCookie(`${prefix}session=${token}`, https)).toBeNull();
    expect(readSecondStep(`${prefix}second-step=${token}`, https)).toBeNull();
    expect(readRoomCookie(`${prefix}room_place=${id}`, https)).toBeUndefined();
    expect(readDevice(asking(`${prefix}gate-device=${id}`), https).isNew).toBe(true);
    expect(readFlash(asking(`${prefix}flash=${value}`), https)).toBeNull();
  }
  expect(readSessionCookie(`__Host-session=${token}`, https)).toBe(token);
  expect(readSecondStep(`a=b; __Host-second-step=${token}`, https)).toBe(token);
  expect(readRoomCookie(`__Host-room_place=${id}`, https)).toBe(id);
  expect(readDevice(asking(`__Host-gate-device=${id}`), https)).toEqual({ id, isNew: false });
  expect(readFlash(asking(`__Host-flash=${value}`), https)).toEqual(flash);
});

it("a value of another shape than ours is skipped", () => {
  const isOurs = (value: string) => value === "b";
  expect(readCookie("flash=a; flash=b", "flash", { siteOrigin: http, isOurs })).toBe("b");
  for (const header of [
    null,
    undefined,
    "",
    "flash",
    "flash=",
    "xflash=b",
    "=b;;=",
    `${"flash=a;".repeat(5000)}`,
  ])
    expect(readCookie(header, "flash", { siteOrigin: http, isOurs })).toBeNull();
  expect(cookieLine("flash", "x", { siteOrigin: http })).toContain(`${cookieName("flash", http)}=x`);
});

it("no cookie is written anywhere else, except the width of the sidebar", () => {
  const elsewhere = trackedFiles().filter(
    (file) => /^src\/.*\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && /SameSite=/.test(textOf(file)),
  );
  expect(elsewhere.sort()).toEqual(["src/web/admin/side-width.ts", "src/web/request/own-cookie.server.ts"]);
});
