import { prepareZXingModule } from "zxing-wasm/reader";
import readerProgram from "zxing-wasm/reader/zxing_reader.wasm?url";
import { type CameraFrame, decodeFrame } from "./decode-frame.ts";

// by default the library would load its program from another site
const ready = prepareZXingModule({ overrides: { locateFile: () => readerProgram }, fireImmediately: true });

/** Answers each frame with the text of its code, or null. */
self.addEventListener("message", async ({ data }: MessageEvent<CameraFrame>) => {
  await ready;
  self.postMessage(await decodeFrame(data));
});
