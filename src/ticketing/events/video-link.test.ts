import { expect, it } from "vitest";
import { videoOf } from "./video-link.ts";

it("embeds a video only from the exact host with an id of 11 characters, and links the rest (A6-05, A6-06, attack 100)", () => {
  const embed = { kind: "embed", videoId: "dQw4w9WgXcQ" };
  for (const link of [
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "https://youtu.be/dQw4w9WgXcQ?t=3",
    "https://youtube.com/shorts/dQw4w9WgXcQ",
  ]) {
    expect(videoOf(link)).toEqual(embed);
  }
  for (const link of [
    "https://youtube.com.evil/watch?v=dQw4w9WgXcQ",
    "https://evil.example/?v=dQw4w9WgXcQ",
    "https://youtu.be/short",
    'https://youtu.be/dQw4w9WgXc"onload=',
  ]) {
    expect(videoOf(link)?.kind).toBe("link");
  }
  for (const link of [
    "javascript:alert(1)",
    "http://youtu.be/dQw4w9WgXcQ",
    "",
    null,
    "not a link",
    "https://youtube.com@evil.example/",
  ]) {
    expect(videoOf(link)).toBeNull();
  }
});
