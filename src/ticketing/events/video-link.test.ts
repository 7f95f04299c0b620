import { expect, it } from "vitest";
import { videoOf } from "./video-link.ts";

it("embeds a video only from the exact host with an id of 11 characters, and links the rest (A6-05, A6-06)", () => {
  const embed = { kind: "embed", videoId: "dQw4w9WgXcQ" };
  for (const link of [
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
    "https://youtu.be/dQw4w9WgXcQ?t=3",
    "https://youtube.com/shorts/dQw4w9WgXcQ",
    "https://m.youtube.com/embed/dQw4w9WgXcQ",
    "https://music.youtube.com/live/dQw4w9WgXcQ",
  ]) {
    expect(videoOf(link)).toEqual(embed);
  }
  for (const link of [
    "https://youtube.com.evil/watch?v=dQw4w9WgXcQ",
    "https://evil.example/?v=dQw4w9WgXcQ",
    "https://youtu.be/short",
    "https://youtu.be/dQw4w9WgXcQQ",
    "https://youtube.com/watch",
    "https://youtube.com/watcher?v=dQw4w9WgXcQ",
    "https://youtube.com/embed/dQw4w9WgXcQ/x",
    "https://youtube.com/x/embed/dQw4w9WgXcQ",
    "https://youtube.com/user/dQw4w9WgXcQ",
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
    "https://:parola@youtu.be/dQw4w9WgXcQ",
  ]) {
    expect(videoOf(link)).toBeNull();
  }
  expect(videoOf("https://Evil.example/a b")).toEqual({ kind: "link", url: "https://evil.example/a%20b" });
});
