import type { BucketSettings } from "#platform/storage/picture-bucket.server.ts";

/** Services that know no regions take this one. */
const usualRegion = "us-east-1";

/** The bucket that the environment names for pictures, if any: S3_BUCKET with its address and keys. */
export function readBucket(env: Record<string, string | undefined>): {
  pictureBucket: BucketSettings | null;
  wrong: readonly string[];
} {
  const {
    S3_ENDPOINT: endpoint = "",
    S3_BUCKET: bucket = "",
    S3_REGION: region = usualRegion,
    S3_ACCESS_KEY_ID: keyId = "",
    S3_SECRET_ACCESS_KEY: secretKey = "",
  } = env;
  const needed = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: keyId,
    S3_SECRET_ACCESS_KEY: secretKey,
  };
  const missing = Object.entries(needed).flatMap(([name, value]) => (value === "" ? [name] : []));
  if (missing.length === Object.keys(needed).length && env.S3_REGION === undefined)
    return { pictureBucket: null, wrong: [] };
  const wrong = missing.map((name) => `${name} is missing beside the other S3_ values`);
  if (endpoint !== "" && !isAddress(endpoint))
    wrong.push("S3_ENDPOINT must be the address of the service alone, such as https://s3.example");
  if (bucket !== "" && !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    wrong.push("S3_BUCKET is no name of a bucket");
  if (!/^[a-z0-9-]{1,40}$/.test(region)) wrong.push("S3_REGION is no name of a region");
  if (/\s/.test(keyId) || /\s/.test(secretKey)) wrong.push("the S3_ keys must have no spaces");
  if (wrong.length > 0) return { pictureBucket: null, wrong };
  return { pictureBucket: { endpoint, bucket, region, keyId, secretKey }, wrong };
}

/** Without a path, a query, or a name and password, which would end in logs. */
function isAddress(text: string): boolean {
  const url = URL.parse(text);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    url.href === `${url.origin}/`
  );
}
