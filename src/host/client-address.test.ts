import { Hono } from "hono";
import { expect, it } from "vitest";
import { addressBucket } from "#kernel/network-address.ts";
import { clientAddress } from "./client-address.ts";

async function bucketOf(forwarded: string | undefined, trusted = 1): Promise<string> {
  const http = new Hono().get("/", (c) => c.text(addressBucket(clientAddress(c, trusted))));
  const headers: Record<string, string> = forwarded === undefined ? {} : { "x-forwarded-for": forwarded };
  const env = { incoming: { socket: { remoteAddress: "198.51.100.1" } } };
  return (await http.request("/", { headers }, env)).text();
}

it.each([
  ["192.0.2.7:51234", "192.0.2.7"],
  ["192.0.2.7", "192.0.2.7"],
  ["[2001:db8::1]:443", "2001:db8:0:0::/64"],
  ['"[2001:db8::1]:443"', "2001:db8:0:0::/64"],
  ["[2001:db8::1]", "2001:db8:0:0::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["203.0.113.5, 192.0.2.7:80", "192.0.2.7"],
])("a proxy that writes %s does not put everybody into one bucket", async (forwarded, bucket) => {
  expect(await bucketOf(forwarded)).toBe(bucket);
});

it.each([
  "unknown",
  "_hidden",
  "192.0.2.7:x",
  "[2001:db8::1",
  "999.0.0.1",
  "evil.example",
  "1.2.3.4:",
  "",
  "-",
])("%j is not an address: the connection's address counts", async (forwarded) => {
  expect(await bucketOf(forwarded)).toBe("198.51.100.1");
});

it("without trusted proxies no header of a client counts", async () => {
  expect(await bucketOf("192.0.2.7", 0)).toBe("198.51.100.1");
  expect(await bucketOf(undefined, 1)).toBe("198.51.100.1");
});
