import { describe, expect, it } from "vitest";
import { readConfig } from "./config.ts";

const whole = {
  S3_ENDPOINT: "https://s3.example",
  S3_BUCKET: "estival-pictures",
  S3_ACCESS_KEY_ID: "key",
  S3_SECRET_ACCESS_KEY: "secret-of-the-bucket",
};

const readOf = (env: Record<string, string>) => {
  const read = readConfig(env);
  return "problems" in read ? read.problems : read.config.pictureBucket;
};

describe("the bucket of pictures", () => {
  it("is none without settings: pictures lie in DATA_DIR", () => {
    expect(readOf({})).toBeNull();
    expect(readOf({ S3_BUCKET: "" })).toBeNull();
  });

  it("is read with or without a region", () => {
    const bucket = {
      endpoint: "https://s3.example",
      bucket: "estival-pictures",
      keyId: "key",
      secretKey: "secret-of-the-bucket",
    };
    expect(readOf(whole)).toEqual({ ...bucket, region: "us-east-1" });
    expect(readOf({ ...whole, S3_REGION: "fsn1" })).toEqual({ ...bucket, region: "fsn1" });
  });

  it.each(Object.keys(whole))("stops the start when only %s is missing, and names it", (name) => {
    expect(readOf({ ...whole, [name]: "" })).toEqual([`${name} is missing beside the other S3_ values`]);
  });

  it("stops the start when only a region is set", () => {
    expect(readOf({ S3_REGION: "eu-central-1" })).toHaveLength(4);
  });

  it.each([
    ["S3_ENDPOINT", "s3.example"],
    ["S3_ENDPOINT", "ftp://s3.example"],
    ["S3_ENDPOINT", "https://s3.example/estival-pictures"],
    ["S3_ENDPOINT", "https://key:word@s3.example"],
    ["S3_BUCKET", "Pictures"],
    ["S3_BUCKET", "a/b"],
    ["S3_REGION", "eu central"],
    ["S3_ACCESS_KEY_ID", "a b"],
    ["S3_SECRET_ACCESS_KEY", "secret of the bucket"],
  ])("refuses %s=%s with one sentence that shows no secret", (name, value) => {
    const wrong = readOf({ ...whole, [name]: value });
    expect(wrong).toHaveLength(1);
    expect(JSON.stringify(wrong)).not.toMatch(/secret of|secret-of|word@/);
  });
});
