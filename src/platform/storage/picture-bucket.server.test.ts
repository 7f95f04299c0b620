import { afterAll, beforeEach, expect, it } from "vitest";
import { type BucketFault, startBucketService } from "#test/support/bucket-service.ts";
import { openPictureBucket } from "./picture-bucket.server.ts";
import { StorageFull, StorageUnavailable } from "./picture-storage.ts";

const service = await startBucketService();
afterAll(() => service.close());
beforeEach(() => service.breakWith());

/** For calls that shall fail; those that shall succeed wait as long as a busy machine may need. */
const waits = { connect: 200, answer: 400, whole: 1500 };
const patience = { connect: 20_000, answer: 20_000, whole: 60_000 };
const impatient = openPictureBucket(service.settings, waits);
const storage = openPictureBucket(service.settings, patience);
const name = "events/0198b6f0-0000-4000-8000-000000000001.webp";
const other = "events/0198b6f0-0000-4000-8000-000000000002.jpg";
const bytes = Buffer.alloc(400_000, "picture");
await storage.put(name, bytes);

const calls = {
  put: () => impatient.put(other, bytes),
  read: () => impatient.read(name),
  remove: () => impatient.remove([other]),
  list: () => impatient.list()[Symbol.asyncIterator]().next(),
};

it("tells the service what a picture is, and lets it check that all bytes arrived", async () => {
  await storage.put(other, bytes);
  expect(service.seen.at(-1)).toMatchObject({
    method: "PUT",
    path: expect.stringMatching(/^\/pictures\/events\/[0-9a-f-]+\.jpg/),
    isWhole: true,
    headers: {
      "content-type": "image/jpeg",
      "content-length": "400000",
      "cache-control": "public, max-age=31536000, immutable",
    },
  });
  await storage.remove([other]);
  expect(service.seen.at(-1)).toMatchObject({ method: "POST", isWhole: true });
});

const lasting: readonly [string, BucketFault][] = [
  ["refuses our keys", { kind: "refused", status: 403, code: "AccessDenied" }],
  ["knows no such bucket", { kind: "refused", status: 404, code: "NoSuchBucket" }],
  ["is overloaded", { kind: "refused", status: 503, code: "SlowDown" }],
  ["is broken", { kind: "refused", status: 500, code: "InternalError" }],
  ["does not answer in time", { kind: "slow", ms: 5000 }],
  ["breaks off in the middle of the request", { kind: "upload cut" }],
  ["breaks off in the middle of the answer", { kind: "download cut" }],
  ["stands still in the middle of the answer", { kind: "download stalled" }],
];

it.each(lasting)(
  "a service that %s is unavailable to every call, within the time that a call may take",
  async (_what, fault) => {
    service.breakWith(fault);
    const answers = await Promise.all(
      Object.entries(calls).map(([what, call]) =>
        call().then(
          // an answer without a body cannot break off
          () => (fault.kind.startsWith("download") && what === "put" ? "unavailable" : "answered"),
          (error: unknown) => (error instanceof StorageUnavailable ? "unavailable" : String(error)),
        ),
      ),
    );
    expect(answers).toEqual(["unavailable", "unavailable", "unavailable", "unavailable"]);
  },
);

it("a service that is away is unavailable", async () => {
  const away = openPictureBucket({ ...service.settings, endpoint: "http://127.0.0.1:9" }, patience);
  await expect(away.read(name)).rejects.toThrow(StorageUnavailable);
  await expect(away.put(name, bytes)).rejects.toThrow("ECONNREFUSED");
});

it.each<[string, BucketFault]>([
  ["refuses once because it is busy", { kind: "refused", status: 503, code: "SlowDown", times: 1 }],
  ["is slow once", { kind: "slow", ms: 60_000, times: 1 }],
  ["breaks off once in the middle of the request", { kind: "upload cut", times: 1 }],
  ["breaks off twice in the middle of the answer", { kind: "download cut", times: 2 }],
])("a service that %s is asked again", async (_what, fault) => {
  const patient = openPictureBucket(service.settings, { ...patience, answer: 3000 });
  service.breakWith(fault);
  await patient.put(other, bytes);
  service.breakWith(fault);
  expect((await patient.read(name))?.equals(bytes)).toBe(true);
  service.breakWith();
  expect((await patient.read(other))?.equals(bytes)).toBe(true);
  await patient.remove([other]);
});

it("stores a picture whole after uploads of it that broke off", async () => {
  service.breakWith({ kind: "upload cut" });
  await expect(impatient.put(other, bytes)).rejects.toThrow(StorageUnavailable);
  service.breakWith();
  await storage.put(other, bytes);
  expect((await storage.read(other))?.equals(bytes)).toBe(true);
  await storage.remove([other]);
});

it.each([
  [507, "XMinioStorageFull"],
  [403, "QuotaExceeded"],
])("a service without room says so: %i %s", async (status, code) => {
  service.breakWith({ kind: "refused", status, code, method: "PUT" });
  await expect(storage.put(other, bytes)).rejects.toThrow(StorageFull);
});

it("does not take a missing bucket for a missing picture", async () => {
  const elsewhere = openPictureBucket({ ...service.settings, bucket: "nowhere" }, patience);
  await expect(elsewhere.read(name)).rejects.toThrow("404 NoSuchBucket");
});

it.each<[string, BucketFault | undefined]>([
  ["an account that the service does not know", undefined],
  ["a wrong secret", { kind: "refused", status: 403, code: "SignatureDoesNotMatch" }],
])("says that it is refused with %s, and shows neither key", async (_what, fault) => {
  const secretKey = "a-secret-that-nobody-may-read";
  service.breakWith(fault);
  const refused = openPictureBucket({ ...service.settings, keyId: "nobody-here", secretKey }, patience);
  const error = await refused.put(other, bytes).then(
    () => undefined,
    (failure: Error) => failure,
  );
  expect(error).toBeInstanceOf(StorageUnavailable);
  expect(error?.message).toContain("403");
  const shown = `${error?.stack} ${JSON.stringify(error)} ${String(error?.cause)}`;
  expect(shown).not.toContain(secretKey);
  expect(shown).not.toContain("nobody-here");
});
