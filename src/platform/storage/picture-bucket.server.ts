import { createHash } from "node:crypto";
import { addAbortSignal, type Readable } from "node:stream";
import {
  DeleteObjectsCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { contentTypeOf } from "./picture-format.ts";
import {
  checkedName,
  isStoredName,
  type PictureStorage,
  pictureAddresses,
  StorageFull,
  StorageUnavailable,
} from "./picture-storage.ts";

/** A bucket of an S3-compatible service, and our credentials there. */
export type BucketSettings = {
  /** The service's address. The bucket's name follows as the first part of the path. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly keyId: string;
  readonly secretKey: string;
};

/** Milliseconds; tests wait less. */
type BucketWaits = {
  readonly connect: number;
  /** How long one try may wait until the answer begins. */
  readonly answer: number;
  /** How long the whole call may take, with all its tries. */
  readonly whole: number;
};

const usualWaits: BucketWaits = { connect: 2000, answer: 8000, whole: 15_000 };
const tries = 3;
/** How many names one call lists or removes: the most that services accept. */
const usualBatch = 1000;
/** How many calls run at once; others wait. */
const mostConnections = 50;
/** Error codes of services whose bucket has no room. The protocol has no code of its own for it. */
const noRoom = new Set([
  "QuotaExceeded",
  "QuotaExceededException",
  "XMinioStorageFull",
  "InsufficientStorage",
]);

/**
 * Pictures in a bucket, through the official client. A try that got no answer, or a service error, is repeated. After
 * that, or after `waits.whole`, the call throws `StorageUnavailable`.
 */
export function openPictureBucket(
  settings: BucketSettings,
  waits = usualWaits,
  batch = usualBatch,
): PictureStorage {
  const files = openFiles(settings, waits, batch);
  return {
    ...pictureAddresses,
    folder: undefined,
    put: async (name, bytes) =>
      files.put(checkedName(name), bytes, {
        ContentType: contentTypeOf(name),
        CacheControl: "public, max-age=31536000, immutable",
      }),
    read: async (name) => files.read(checkedName(name)),
    remove: async (names) => files.remove([...new Set(names.map(checkedName))]),
    async *list() {
      for await (const { name, since } of files.list())
        if (since && isStoredName(name)) yield { name, since };
    },
  };
}

/** Milliseconds, for files that are not pictures, such as a whole table. */
const longWaits: BucketWaits = { connect: 2000, answer: 120_000, whole: 600_000 };

/** Other files in a bucket, by their whole keys. The site's pictures are never among them. */
export const openBucketFiles = (settings: BucketSettings) => openFiles(settings, longWaits, usualBatch);

function openFiles({ bucket: Bucket, ...settings }: BucketSettings, waits: BucketWaits, batch: number) {
  const client = clientOf(settings, waits);

  async function readOnce(Key: string, abortSignal: AbortSignal): Promise<Buffer> {
    const found = await client.send(new GetObjectCommand({ Bucket, Key }), { abortSignal });
    const bytes = Buffer.concat(await addAbortSignal(abortSignal, found.Body as Readable).toArray());
    // without a length there is nothing to compare: such a service ends the answer properly, or the stream throws
    if (found.ContentLength !== undefined && bytes.length !== found.ContentLength)
      throw new CutOff(`${bytes.length} of ${found.ContentLength} bytes`);
    return bytes;
  }

  return {
    async put(
      Key: string,
      Body: Uint8Array,
      headers: { readonly ContentType?: string; readonly CacheControl?: string } = {},
    ): Promise<void> {
      const file = new PutObjectCommand({ Bucket, Key, Body, ContentMD5: md5(Body), ...headers });
      await callBucket(`put ${Key}`, waits, (abortSignal) => client.send(file, { abortSignal }));
    },
    /** The bytes of a key; undefined when there is no such key. */
    read: (Key: string): Promise<Buffer | undefined> =>
      callBucket(`read ${Key}`, waits, async (abortSignal) => {
        for (let triesLeft = tries; ; triesLeft -= 1) {
          try {
            return await readOnce(Key, abortSignal);
          } catch (error) {
            if (error instanceof NoSuchKey) return undefined;
            // the client itself repeats only what fails before the answer begins
            if (triesLeft === 1 || abortSignal.aborted || !isCutOff(error)) throw error;
          }
        }
      }),
    /** Removes keys, in as few calls as the service allows. A missing key is not an error. */
    async remove(keys: readonly string[]): Promise<void> {
      for (let at = 0; at < keys.length; at += batch) {
        const command = removeCommand(Bucket, keys.slice(at, at + batch));
        const answer = await callBucket("remove", waits, (abortSignal) =>
          client.send(command, { abortSignal }),
        );
        const [failed] = answer.Errors ?? [];
        if (failed) throw new StorageUnavailable(`the bucket did not remove ${failed.Key}: ${failed.Code}`);
      }
    },
    /** Every key with this prefix, and when it was stored. */
    async *list(Prefix?: string): AsyncGenerator<{ name: string; since: Date | undefined }> {
      let continuationToken: string | undefined;
      do {
        const page = new ListObjectsV2Command({
          Bucket,
          Prefix,
          ContinuationToken: continuationToken,
          MaxKeys: batch,
        });
        const found = await callBucket("list", waits, (abortSignal) => client.send(page, { abortSignal }));
        for (const { Key: name = "", LastModified: since } of found.Contents ?? []) yield { name, since };
        continuationToken = found.IsTruncated ? found.NextContinuationToken : undefined;
      } while (continuationToken !== undefined);
    },
  };
}

function clientOf(
  { endpoint, region, keyId, secretKey }: Omit<BucketSettings, "bucket">,
  waits: BucketWaits,
): S3Client {
  return new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: keyId, secretAccessKey: secretKey },
    // a self-hosted service has no host name for each bucket
    forcePathStyle: true,
    maxAttempts: tries,
    // many services know no checksum but MD5
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: {
      connectionTimeout: waits.connect,
      requestTimeout: waits.answer,
      throwOnRequestTimeout: true,
      // with many pictures at once most calls wait, which is no reason for a warning
      socketAcquisitionWarningTimeout: waits.whole,
      httpAgent: { keepAlive: true, maxSockets: mostConnections },
      httpsAgent: { keepAlive: true, maxSockets: mostConnections },
    },
  });
}

/** The answer ended before all its bytes came. */
class CutOff extends Error {
  override name = "CutOff";
}

function isCutOff(error: unknown): boolean {
  return error instanceof CutOff || (error as NodeJS.ErrnoException).code === "ECONNRESET";
}

function removeCommand(bucket: string, names: readonly string[]): DeleteObjectsCommand {
  const command = new DeleteObjectsCommand({
    Bucket: bucket,
    Delete: { Quiet: true, Objects: names.map((name) => ({ Key: name })) },
  });
  // many services require MD5 here, while the client sends another checksum
  command.middlewareStack.add(
    (next) => async (args) => {
      const request = args.request as { headers: Record<string, string>; body: Uint8Array | string };
      request.headers["content-md5"] = md5(request.body);
      return next(args);
    },
    { step: "build" },
  );
  return command;
}

function md5(bytes: Uint8Array | string): string {
  return createHash("md5").update(bytes).digest("base64");
}

async function callBucket<T>(
  what: string,
  { whole }: BucketWaits,
  call: (abortSignal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await call(AbortSignal.timeout(whole));
  } catch (error) {
    const { name, code, $metadata } = error as Failure;
    const why = [$metadata?.httpStatusCode, code ?? name].filter((word) => word !== undefined).join(" ");
    // the error is not passed on as cause, because it holds the request
    if ($metadata?.httpStatusCode === 507 || noRoom.has(name))
      throw new StorageFull(`the bucket has no room: ${what}: ${why}`);
    throw new StorageUnavailable(`the bucket of pictures: ${what}: ${why}`);
  }
}

type Failure = {
  readonly name: string;
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
};
